import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file to be packed, its content in pieces. */
export type Packed = { name: string; content: Iterable<string> | AsyncIterable<string> }

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** The first day that a zip can name: the files inside say nothing of when they were made. */
const FIRST_DAY = 0x0021

/** Packs files into a zip as their content comes: nothing is held but the piece under way. */
export async function* zip(files: Packed[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of files) {
    const start = at
    const facts = { checksum: 0, size: 0, packed: 0 }
    const title = Buffer.from(name)
    const head = Buffer.concat([fields([LOCAL, 4], ...common(), ...sizes(facts), ...lengths(title)), title])
    yield head
    for await (const piece of deflated(content, facts)) {
      facts.packed += piece.length
      yield piece
    }
    const descriptor = fields([DESCRIPTOR, 4], ...sizes(facts))
    yield descriptor
    at += head.length + facts.packed + descriptor.length
    const place = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [start, 4],
    ] as const
    const entry = fields([CENTRAL, 4], [VERSION, 2], ...common(), ...sizes(facts), ...lengths(title), ...place)
    directory.push(Buffer.concat([entry, title]))
  }
  const whole = Buffer.concat(directory)
  const { length: count } = files
  yield Buffer.concat([whole, fields([END, 4], [0, 4], [count, 2], [count, 2], [whole.length, 4], [at, 4], [0, 2])])
}

type Facts = { checksum: number; size: number; packed: number }
type Field = readonly [value: number, bytes: 2 | 4]

const common = (): Field[] => [
  [VERSION, 2],
  [FLAGS, 2],
  [DEFLATED, 2],
  [0, 2],
  [FIRST_DAY, 2],
]
const sizes = ({ checksum, packed, size }: Facts): Field[] => [
  [checksum, 4],
  [packed, 4],
  [size, 4],
]
const lengths = (title: Buffer): Field[] => [
  [title.length, 2],
  [0, 2],
]

function fields(...all: Field[]): Buffer {
  const written = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of all) at = written.writeUIntLE(value, at, bytes)
  return written
}

async function* deflated(content: Packed['content'], facts: Facts): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const piece of content) {
      const bytes = Buffer.from(piece)
      facts.checksum = crc32(bytes, facts.checksum)
      facts.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // What goes wrong in it is thrown where the deflated pieces are read.
  pipeline(Readable.from(counted()), deflate).catch(() => undefined)
  yield* deflate
}
