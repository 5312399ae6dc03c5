import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file to be packed, its content in pieces. */
export type Packed = { name: string; content: Iterable<string> | AsyncIterable<string> }

/** The first day that a zip can name: the files inside say nothing of when they were made. */
const FIRST_DAY = new Date(1980, 0, 1)

/** Packs files into a zip as their content comes: nothing is held but the piece under way. */
export async function* zip(files: Packed[]): AsyncGenerator<Buffer> {
  const archive = new ZipFile()
  const packed = archive.outputStream.pipe(new PassThrough())
  const fail = (error: Error) => packed.destroy(error)
  archive.on('error', fail)
  const open = new Set<Readable>()
  for (const { name, content } of files) {
    archive.addReadStreamLazy(name, { mtime: FIRST_DAY }, begin => {
      const pieces = Readable.from(content).on('error', fail)
      open.add(pieces)
      begin(null, pieces)
    })
  }
  archive.end()
  try {
    yield* packed
  } finally {
    // Whoever stops reading stops those who write, too.
    for (const pieces of open) pieces.destroy()
  }
}
