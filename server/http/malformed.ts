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

/** Replies to bytes that are not HTTP or have too large a header, before there is a request. */
export function replyToMalformedRequest(_: Error, socket: Socket) {
  if (!socket.writable) return
  const body = JSON.stringify({ detail: sentence('malformed_body'), code: 'malformed_body' })
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
}
