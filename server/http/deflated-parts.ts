import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Part of a serialized list: its text as JSON without brackets, and the same as blocks of a deflate stream. */
type DeflatedPart = { items: readonly Uint8Array[]; text: Buffer; blocks: Buffer }

/** The maximum number of cached parts: a list of 50,000 products has 500, and each page of a list is one. */
const MAX_PARTS = 5_000

/**
 * The maximum memory of cached parts, estimated in bytes: enough for a list of 50,000 products and thousands of pages.
 */
const MAX_CACHED_BYTES = 48e6

/**
 * Parts of serialized lists, compressed once for all clients: each is cached as long as it has the same items, whatever
 * else in the list has changed.
 */
export class DeflatedParts {
  /** The most recently used are last. */
  readonly #parts = new Map<string, DeflatedPart>()
  #size = 0

  /** The part with these items, which had this key before if it is not new. Without a key it is not cached. */
  get(key: string | undefined, items: readonly Uint8Array[]): DeflatedPart {
    if (key === undefined || items.length === 0) return deflated(items)
    const cached = this.#parts.get(key)
    this.#forget(key, cached)
    const part = cached && isSame(cached.items, items) ? cached : deflated(items)
    this.#parts.set(key, part)
    this.#size += sizeOf(key, part)
    for (const [oldest, old] of this.#parts) {
      if (this.#size <= MAX_CACHED_BYTES && this.#parts.size <= MAX_PARTS) break
      this.#forget(oldest, old)
    }
    return part
  }

  #forget(key: string, part: DeflatedPart | undefined) {
    if (part) this.#size -= sizeOf(key, part)
    this.#parts.delete(key)
  }
}

/** The memory, in bytes, of an entry and of each of its items besides their content. */
const ENTRY = 500
const ITEM = 100

/** The text counts twice: the items are also held here, and the list that they came from may have replaced them. */
const sizeOf = (key: string, { items, text, blocks }: DeflatedPart) =>
  ENTRY + key.length + ITEM * items.length + 2 * text.length + blocks.length

const isSame = (a: readonly Uint8Array[], b: readonly Uint8Array[]) =>
  a.length === b.length && a.every((item, i) => item === b[i])

const COMMA = ','.charCodeAt(0)

/** Serialized items as JSON text, separated by commas, between two texts of ASCII. */
export function joinItems(items: readonly Uint8Array[], before = '', after = ''): Buffer {
  // Not Buffer.concat, which copies twice as many buffers with a comma between each two.
  let length = before.length + Math.max(0, items.length - 1) + after.length
  for (const item of items) length += item.length
  const text = Buffer.allocUnsafe(length)
  let end = text.write(before)
  for (const [i, item] of items.entries()) {
    if (i > 0) text[end++] = COMMA
    text.set(item, end)
    end += item.length
  }
  text.write(after, end)
  return text
}

function deflated(items: readonly Uint8Array[]): DeflatedPart {
  const text = detachedCopy(joinItems(items))
  return { items, text, blocks: detachedCopy(blocksOf(text)) }
}

/** A copy that retains no larger buffer: small buffers are slices of larger ones, and zlib's of 16 kB each. */
function detachedCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Ends with a flush, at a whole byte and without reference to what precedes it: such blocks can follow each other. */
const blocksOf = (text: Buffer) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })

const punctuation = (sign: string) => ({ text: Buffer.from(sign), blocks: blocksOf(Buffer.from(sign)) })
const SIGNS = { open: punctuation('['), comma: punctuation(','), close: punctuation(']') }
/** Deflate, no name, no time, unknown system (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const END_OF_DEFLATE = Buffer.from([3, 0])

/** The size of a piece in bytes: the cost of a stream grows with the number of its pieces. */
const PIECE = 64 * 1024

/** The gzip file of a JSON array, in pieces, from its parts. */
export function* gzipOf(parts: Iterable<DeflatedPart>): Generator<Buffer> {
  let [checksum, length, size] = [0, 0, 0]
  let pending: Buffer[] = [GZIP_HEADER]
  for (const { text, blocks } of sequence(parts)) {
    checksum = crc32(text, checksum)
    length += text.length
    size += blocks.length
    pending.push(blocks)
    if (size < PIECE) continue
    yield Buffer.concat(pending)
    pending = []
    size = 0
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  yield Buffer.concat([...pending, END_OF_DEFLATE, trailer])
}

function* sequence(parts: Iterable<DeflatedPart>): Generator<Pick<DeflatedPart, 'text' | 'blocks'>> {
  yield SIGNS.open
  let isFirst = true
  for (const part of parts) {
    if (part.items.length === 0) continue
    if (!isFirst) yield SIGNS.comma
    isFirst = false
    yield part
  }
  yield SIGNS.close
}

/** Whether a client accepts gzip and prefers no other encoding to it, by its Accept-Encoding. */
export function prefersGzip(accepted: string | undefined): boolean {
  if (accepted === undefined) return false
  const known = preferences.get(accepted)
  if (known !== undefined) return known
  const isGzip = isGzipBest(accepted)
  if (preferences.size >= MAX_PREFERENCES) preferences.clear()
  preferences.set(accepted, isGzip)
  return isGzip
}

/** By the header's text: browsers send only a few. */
const preferences = new Map<string, boolean>()
const MAX_PREFERENCES = 100

function isGzipBest(accepted: string): boolean {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map(one => one.split(';').map(part => part.trim()))
      .map(([name, q]) => [name, q === undefined ? 1 : Number(q.replace(/^q\s*=/, ''))]),
  )
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0
  return gzip > 0 && [...weights.values()].every(weight => !(weight > gzip))
}
