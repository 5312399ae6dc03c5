import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Refusal, sentence } from './refusal.ts'

/** Whether the URL of a page can be decoded. */
export function isReadable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}

// Fatal, as text of another encoding would otherwise be stored with a question mark for each Turkish letter.
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body in UTF-8. An empty body counts as no body, whatever its content type. */
export function parseJson(_: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) {
  try {
    const text = UTF_8.decode(body).trim()
    done(null, text === '' ? undefined : JSON.parse(text))
  } catch {
    done(new Refusal('malformed_body', sentence('malformed_body')))
  }
}

/**
 * Replies on a connection from which no whole request was read: with `malformed_body` if the bytes are not HTTP or the
 * header is too large, and with `not_ready` if the request did not arrive in time, so that a client with an unreliable
 * connection repeats it.
 */
export function replyToBrokenRequest(error: Error, socket: Socket, headers: Record<string, string>) {
  if (!socket.writable) return
  const isLate = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const code = isLate ? 'not_ready' : 'malformed_body'
  const body = JSON.stringify({ detail: sentence(code), code })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(isLate && { 'retry-after': 2 }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = isLate ? '503 Service Unavailable' : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
}
