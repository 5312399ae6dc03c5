import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'

/** A request that the app sent, waiting for the test to respond. */
export type Exchange = {
  /** Method and path, such as `POST /api/orders`. */
  endpoint: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
  /** Responds with JSON, or with a text unchanged. */
  reply: (status: number, body?: object | string, headers?: Record<string, string>) => void
  /** Responds with an error in the API’s format. */
  refuse: (status: number, code: string, detail?: string, errors?: { field: string; message: string }[]) => void
  /** Sends only the start of a response, in JSON unless `type` names another media type. */
  begin: (status: number, start: string, type?: string) => void
  /** Breaks the connection. */
  drop: () => void
}

export type TestServer = Awaited<ReturnType<typeof startServer>>

declare const jsdom: { reconfigure: (options: { url: string }) => void }

/**
 * Starts an HTTP server on loopback, as the origin of the test's page. Each request waits until the test takes it and
 * responds; only the health check gets its response immediately, while the server `isUp`, or a page instead of it if
 * something else in the network `isForeign` and replies.
 */
export async function startServer() {
  const waiting: Exchange[] = []
  const responders = new Map<string, (exchange: Exchange) => void>()
  const takers = new Map<string, ((exchange: Exchange) => void)[]>()
  const health = { isUp: true, isSilent: false, isForeign: false, checks: 0 }
  const server = createServer((request, response) => {
    void exchangeOf(request, response).then(exchange => {
      if (exchange.endpoint === 'GET /api/health/live') {
        health.checks++
        if (health.isSilent) return
        if (health.isForeign) return exchange.reply(200, '<html>')
        return health.isUp ? exchange.reply(200, { status: 'ok' }) : exchange.drop()
      }
      const taker = takers.get(exchange.endpoint)?.shift() ?? responders.get(exchange.endpoint)
      if (taker) taker(exchange)
      else waiting.push(exchange)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  jsdom.reconfigure({ url: `http://127.0.0.1:${port}/` })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const next = (endpoint: string) => {
    const index = waiting.findIndex(exchange => exchange.endpoint === endpoint)
    const [exchange] = index === -1 ? [] : waiting.splice(index, 1)
    if (exchange) return Promise.resolve(exchange)
    return new Promise<Exchange>(resolve => takers.set(endpoint, [...(takers.get(endpoint) ?? []), resolve]))
  }
  return {
    health,
    /** Resolves to the next request to an endpoint that was not taken yet. */
    next,
    /** Breaks the connection of a request, and of the automatic repetition that follows; resolves to the first. */
    lose: async (endpoint: string) => {
      const first = await next(endpoint)
      first.drop()
      const second = await next(endpoint)
      second.drop()
      expect([second.headers['idempotency-key'], second.body]).toEqual([first.headers['idempotency-key'], first.body])
      return first
    },
    /** Responds to every request to an endpoint from now on. */
    respond: (endpoint: string, responder: (exchange: Exchange) => void) => void responders.set(endpoint, responder),
    /** The endpoints of the requests that have arrived and were not taken. */
    untaken: () => waiting.map(({ endpoint }) => endpoint),
  }
}

async function exchangeOf(request: IncomingMessage, response: ServerResponse): Promise<Exchange> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  // The device's clock is the test's.
  response.sendDate = false
  const reply: Exchange['reply'] = (status, body = {}, headers = {}) => {
    const type = typeof body === 'string' ? 'text/html' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  return {
    endpoint: `${request.method} ${pathname}`,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: await text(request),
    reply,
    refuse: (status, code, detail = 'Olmadı', errors) => reply(status, { detail, code, ...(errors && { errors }) }),
    begin: (status, start, type = 'application/json') => {
      response.writeHead(status, { 'content-type': type })
      response.write(start)
    },
    drop: () => request.socket.destroy(),
  }
}

// A test may replace the global one by a simulated timer.
const { setTimeout: realTimeout } = globalThis

/** Resolves once the condition holds, for work whose end cannot be awaited otherwise; fails after a minute. */
export async function until(condition: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`the condition never held: ${condition.toString()}`)
    await new Promise(resolve => realTimeout(resolve, 2))
  }
}

/** The timers to simulate: time stops until the test advances it, while the network and the browser’s database work. */
export const TIMERS = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
