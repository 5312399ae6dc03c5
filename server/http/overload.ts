import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PoolUsage } from '../db/pool-usage.ts'
import type { EventLoopDelay } from '../metrics/event-loop.ts'
import { type OverloadReason, overloadRefusals, requestsInWork } from '../metrics/metrics.ts'
import { isHealthCheck } from './health.ts'
import { Refusal, sentence } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts as in progress: from the call of its handler until there is a reply. */
    isInWork: boolean
  }
}

/**
 * The largest delay of the event loop, wait for a connection (both in milliseconds) and number of requests in progress.
 */
export type OverloadLimits = { eventLoop: number; database: number; requests: number }

/**
 * A second of waiting is what users accept, and far less than the 8 seconds after which waiting for a connection fails
 * anyway; a thousand requests bound the memory. See page 055 for what was measured.
 */
export const OVERLOAD_LIMITS: OverloadLimits = { eventLoop: 500, database: 1_000, requests: 1_000 }

/** Seconds after which clients are to retry; random between these, so that they do not all come at the same time. */
const RETRY_AFTER = { least: 1, most: 4 }

type Measured = { eventLoop: Pick<EventLoopDelay, 'recent'>; database: Pick<PoolUsage, 'expectedWait'> }

/**
 * Refuses requests with `not_ready` while the process has more work than it can do within the limits, so that those
 * that are served are served in time. Health checks are excepted, as are pages and files, which are not below `app`.
 */
export function refuseOverload(app: FastifyInstance, { eventLoop, database }: Measured, limits: OverloadLimits) {
  let inWork = 0
  const reason = (): OverloadReason | undefined => {
    if (inWork >= limits.requests) return 'requests'
    if (eventLoop.recent > limits.eventLoop) return 'event_loop'
    return database.expectedWait > limits.database ? 'database' : undefined
  }
  const check = (request: FastifyRequest) => {
    const why = reason()
    if (why === undefined || isHealthCheck(request)) return
    overloadRefusals.add(why)
    const spread = RETRY_AFTER.most - RETRY_AFTER.least + 1
    const seconds = RETRY_AFTER.least + Math.floor(Math.random() * spread)
    throw new Refusal('not_ready', sentence('not_ready'), undefined, seconds)
  }
  // Before any work is done for the request.
  app.addHook('onRequest', (request, _, done) => {
    check(request)
    done()
  })
  // Checked again when its body has been received. It counts as in progress from here on, so that slow clients do not
  // count, and each of several requests that arrive together finds those before it in the queues. Wraps the handler,
  // because a hook costs several times as much.
  app.addHook('onRoute', route => {
    const { handler } = route
    if (route.config?.isStream) return
    route.handler = function serveUnlessOverloaded(request, reply) {
      check(request)
      request.isInWork = true
      inWork++
      requestsInWork.add(1)
      return handler.call(this, request, reply)
    }
  })
  // Every handler ends by sending something. A response may never be closed if the client has disconnected.
  app.decorateRequest('isInWork', false)
  app.addHook('onSend', (request, _, payload, done) => {
    if (request.isInWork) {
      request.isInWork = false
      inWork--
      requestsInWork.add(-1)
    }
    done(null, payload)
  })
}
