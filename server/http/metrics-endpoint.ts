import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Family, textOf } from '../metrics/registry.ts'

/**
 * Registers `GET /metrics` in Prometheus's text format. If a token is set, it is served to every client that sends it,
 * else to processes of this machine only. Other clients get a 404.
 */
export function metricsEndpoint(
  app: FastifyInstance,
  { token, collect }: { token: string | undefined; collect: () => Promise<Family[]> },
) {
  const isAllowed = token === undefined ? isLocal : (request: FastifyRequest) => hasToken(request, token)
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request)) return reply.callNotFound()
    const text = textOf(await collect())
    return reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}

/**
 * Whether the client is a process of this machine. The address of the connection counts, whatever TRUST_PROXY says; a
 * request that a proxy on this machine forwards has one of the headers below, or the name of another host.
 */
function isLocal({ raw }: FastifyRequest): boolean {
  const { headers, socket } = raw
  if (FORWARDED.some(name => headers[name] !== undefined)) return false
  return isLoopback(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '')
}

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Compares hashes, so that the duration reveals nothing about the token. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
}
