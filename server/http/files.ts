import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A file that is handed out: its name and its bytes in pieces, all there or still being written, or, to who holds that
 * version already, neither.
 */
export type FileReply =
  | { name: string; pieces: readonly Uint8Array[] | AsyncIterable<Uint8Array>; version?: string }
  | { name?: undefined; version: string }

/** Whether who asks says that they have this version already. */
export function holdsVersion(request: FastifyRequest, version: string): boolean {
  const held = request.headers['if-none-match'] ?? ''
  // On its way through proxies a tag may have become a weak one.
  return held.split(',').some(tag => [tagOf(version), '*'].includes(tag.trim().replace(/^W\//, '')))
}

/** Sends a file to be saved, or says that nothing has changed. */
export function replyWithFile(reply: FastifyReply, media: string, file: FileReply) {
  if (file.version !== undefined) nameVersion(reply, file.version)
  if (file.name === undefined) return reply.code(304).send()
  reply.type(media).header('content-disposition', savedAs(file.name))
  if (!(Symbol.asyncIterator in file.pieces))
    reply.header(
      'content-length',
      file.pieces.reduce((sum, piece) => sum + piece.length, 0),
    )
  return reply.send(Readable.from(file.pieces))
}

/** Says which version an answer is: whoever keeps it asks by that before it is shown again. */
export const nameVersion = (reply: FastifyReply, version: string) =>
  reply.headers({ etag: tagOf(version), 'cache-control': 'private, no-cache' })

const tagOf = (version: string) => `"${version}"`

/** A name for saving: in ASCII for every client, and as it is (RFC 5987). */
export function savedAs(name: string): string {
  const plain = name
    .replace(/ı/g, 'i')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
