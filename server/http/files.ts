import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A file to download: its name and its bytes in pieces, complete or still being generated. Without both if the client
 * already holds that version.
 */
export type FileReply =
  | { name: string; pieces: readonly Uint8Array[] | AsyncIterable<Uint8Array>; version?: string }
  | { name?: undefined; version: string }

/** Whether the client's If-None-Match names this version. */
export function clientHasVersion(request: FastifyRequest, version: string): boolean {
  const held = request.headers['if-none-match'] ?? ''
  // Proxies may turn a strong tag into a weak one.
  return held.split(',').some(tag => [etagOf(version), '*'].includes(tag.trim().replace(/^W\//, '')))
}

/** Sends the file as a download, or 304 if the client has it already. */
export function replyWithFile(reply: FastifyReply, media: string, file: FileReply) {
  if (file.version !== undefined) setETag(reply, file.version)
  if (file.name === undefined) return reply.code(304).send()
  reply.type(media).header('content-disposition', contentDisposition(file.name))
  if (!(Symbol.asyncIterator in file.pieces))
    reply.header(
      'content-length',
      file.pieces.reduce((sum, piece) => sum + piece.length, 0),
    )
  return reply.send(Readable.from(file.pieces))
}

/** Sets the ETag; clients must revalidate before they reuse a cached reply. */
const setETag = (reply: FastifyReply, version: string) =>
  reply.headers({ etag: etagOf(version), 'cache-control': 'private, no-cache' })

/** As `setETag`, for a reply that may be compressed: the tag is weak, as one version has several encodings. */
export const setWeakETag = (reply: FastifyReply, version: string) =>
  setETag(reply, version).headers({ etag: `W/${etagOf(version)}`, vary: 'accept-encoding' })

const etagOf = (version: string) => `"${version}"`

/** A Content-Disposition header with the name in ASCII for every client, and in full (RFC 5987). */
export function contentDisposition(name: string): string {
  const plain = name
    .replace(/ı/g, 'i')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
