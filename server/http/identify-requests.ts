import type { FastifyInstance } from 'fastify'
import { isHealthCheck } from './health.ts'

/** Gives each request its time, its session's token and the session's actor, and its reply the time. */
export function identifyRequests(app: FastifyInstance) {
  // A callback costs less than a promise, and most requests come from a session in memory.
  app.addHook('onRequest', (request, reply, done) => {
    request.now = app.context.clock()
    // By the clock that the rules follow; the web app takes today's date from it.
    reply.header('date', httpDate(request.now))
    reply.header('cache-control', 'no-store')
    request.token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    // Health checks must not depend on the database, even if the request has a token.
    if (!request.token || isHealthCheck(request)) return done()
    app.context.identify(request.token, request.now).then(actor => {
      request.actor = actor
      done()
    }, done)
  })
}

let lastDate = { second: Number.NaN, text: '' }

/** A time as the header `Date` has it. */
function httpDate(now: Date): string {
  const second = Math.floor(now.getTime() / 1000)
  if (second !== lastDate.second) lastDate = { second, text: now.toUTCString() }
  return lastDate.text
}
