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

/** Parses a JSON body. An empty body counts as no body, whatever its content type. */
export function parseJson(_: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void) {
  const text = body.replace(/^\uFEFF/, '').trim()
  if (text === '') return done(null, undefined)
  try {
    done(null, JSON.parse(text))
  } catch {
    done(new Refusal('malformed_body', sentence('malformed_body')))
  }
}

/** Replies with `malformed_body` to bytes that are not HTTP or have too large a header, before there is a request. */
export function replyToMalformedRequest(socket: Socket, headers: Record<string, string>) {
  if (!socket.writable) return
  const body = JSON.stringify({ detail: sentence('malformed_body'), code: 'malformed_body' })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
}
