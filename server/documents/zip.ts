import { crc32, inflateRawSync } from 'node:zlib'

/** A zip file that is refused: damaged, with wrong headers, or larger than allowed. */
export class RefusedZip extends Error {
  readonly reason: 'broken' | 'too_large'

  constructor(reason: 'broken' | 'too_large', message: string) {
    super(message)
    this.reason = reason
  }
}

/** One file inside a zip: the position of its packed bytes, and its declared size and checksum. */
type ZipEntry = { name: string; packed: boolean; start: number; end: number; size: number; checksum: number }

/** The largest number of files in a zip: more than a long price list has with a picture in every row. */
export const MAX_ENTRIES = 2000

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const ENCRYPTED = 1
const ZIP64_16 = 0xffff
const ZIP64_32 = 0xffffffff

/**
 * Lists the files inside a zip from its headers, without unpacking. Refuses encryption, zip64, several volumes,
 * overlapping or repeated files, and more than `maxBytes` unpacked bytes.
 */
export function listZip(zip: Buffer, maxBytes: number): ZipEntry[] {
  try {
    return checked(centralDirectory(zip), maxBytes)
  } catch (error) {
    if (error instanceof RangeError) throw new RefusedZip('broken', 'a header points outside the file')
    throw error
  }
}

function centralDirectory(zip: Buffer): ZipEntry[] {
  const end = findEnd(zip)
  const count = zip.readUInt16LE(end + 10)
  const directory = zip.readUInt32LE(end + 16)
  if (count === ZIP64_16 || directory === ZIP64_32) throw new RefusedZip('broken', 'zip64')
  if (zip.readUInt32LE(end + 4) !== 0) throw new RefusedZip('broken', 'several volumes')
  if (count > MAX_ENTRIES) throw new RefusedZip('too_large', `${count} files inside`)

  const entries: ZipEntry[] = []
  let at = directory
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new RefusedZip('broken', 'no header where one should be')
    const method = zip.readUInt16LE(at + 10)
    const packedSize = zip.readUInt32LE(at + 20)
    const size = zip.readUInt32LE(at + 24)
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    if (packedSize === ZIP64_32 || size === ZIP64_32 || local === ZIP64_32) throw new RefusedZip('broken', 'zip64')
    if (zip.readUInt16LE(at + 8) & ENCRYPTED) throw new RefusedZip('broken', 'encrypted')
    if (method !== 0 && method !== 8) throw new RefusedZip('broken', `unknown compression ${method}`)
    if (method === 0 && packedSize !== size) throw new RefusedZip('broken', 'sizes contradict each other')
    if (zip.readUInt32LE(local) !== LOCAL) throw new RefusedZip('broken', 'no file where one should be')

    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (start + packedSize > directory) throw new RefusedZip('broken', 'a file reaches into the directory')
    entries.push({
      name: zip.toString('utf8', at + 46, nameEnd),
      packed: method === 8,
      start,
      end: start + packedSize,
      size,
      checksum: zip.readUInt32LE(at + 16),
    })
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(zip: Buffer): number {
  const longestComment = 0xffff
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - longestComment); at--) {
    if (zip.readUInt32LE(at) === END) return at
  }
  throw new RefusedZip('broken', 'the end is missing')
}

function checked(entries: ZipEntry[], maxBytes: number): ZipEntry[] {
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw new RefusedZip('broken', 'a name twice')
  const inOrder = entries.toSorted((a, b) => a.start - b.start)
  for (const [i, entry] of inOrder.entries()) {
    const next = inOrder[i + 1]
    if (next && next.start < entry.end) throw new RefusedZip('broken', 'files overlap')
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > maxBytes) throw new RefusedZip('too_large', `${total} bytes unpacked`)
  return entries
}

/** Unpacks one file. Never unpacks more bytes than its header declares, and refuses any other size. */
export function unzip(zip: Buffer, entry: ZipEntry): Buffer {
  const content = entry.packed ? inflated(zip, entry) : zip.subarray(entry.start, entry.end)
  if (content.length !== entry.size || crc32(content) !== entry.checksum) {
    throw new RefusedZip('broken', `${entry.name} is damaged`)
  }
  return content
}

function inflated(zip: Buffer, { name, start, end, size }: ZipEntry): Buffer {
  try {
    return inflateRawSync(zip.subarray(start, end), { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new RefusedZip('broken', `${name} does not unpack to the size it claims`)
  }
}
