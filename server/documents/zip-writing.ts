import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file to add to the zip, with its content in pieces. */
export type FileToZip = { name: string; content: Iterable<string> | AsyncIterable<string | Uint8Array> }

/** The earliest date that a zip can hold, so that the archive does not depend on the time. */
const FIRST_DAY = new Date(1980, 0, 1)

/** Writes a zip while its files and their content arrive; only the current piece is in memory. */
export async function* zip(files: Iterable<FileToZip> | AsyncIterable<FileToZip>): AsyncGenerator<Buffer> {
  const archive = new ZipFile()
  const packed = archive.outputStream.pipe(new PassThrough())
  const fail = (error: Error) => packed.destroy(error)
  archive.on('error', fail)
  const open = new Set<Readable>()
  const addAll = async () => {
    for await (const { name, content } of files)
      archive.addReadStreamLazy(name, { mtime: FIRST_DAY }, begin => {
        const pieces = Readable.from(content).on('error', fail)
        open.add(pieces)
        begin(null, pieces)
      })
    archive.end()
  }
  void addAll().catch(fail)
  try {
    yield* packed
  } finally {
    // Stopping to read also stops the writers.
    for (const pieces of open) pieces.destroy()
  }
}
