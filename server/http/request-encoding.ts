import type { IncomingHttpHeaders } from 'node:http'

/** Names of content codings are case-insensitive, and `x-gzip` is an older name of `gzip` (RFC 9110, section 8.4.1). */
export function normalizeEncoding(headers: IncomingHttpHeaders) {
  const coding = headers['content-encoding']?.toLowerCase()
  if (coding !== undefined) headers['content-encoding'] = coding === 'x-gzip' ? 'gzip' : coding
}
