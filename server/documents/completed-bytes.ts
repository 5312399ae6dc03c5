import type { Readable } from 'node:stream'

/**
 * The bytes that a document has completed since the last call, in a buffer of their own that can be transferred to
 * another thread. Since Node 26 `read()` returns them piece by piece.
 */
export function completedBytes(doc: Pick<Readable, 'read'>): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  for (let piece: unknown = doc.read(); piece instanceof Uint8Array; piece = doc.read()) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
