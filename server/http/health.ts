import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { refuse } from './refusal.ts'

const LIVE = '/health/live'
const READY = '/health/ready'

/**
 * Registers the health checks: `/health/live` succeeds while the process responds, `/health/ready` once it has started,
 * while the database responds. A full disk is reported but no failure, since reading goes on: no other process behind a
 * load balancer could write either.
 */
export function healthRoutes(app: FastifyInstance, isStarted: () => boolean) {
  app.get(LIVE, async () => ({ status: 'ok' }))
  app.get(READY, async request => {
    if (!isStarted()) refuse('not_ready')
    try {
      await sql`select 1`.execute(app.context.db.reserved)
    } catch (error) {
      request.log.warn(error)
      refuse('not_ready')
    }
    return { status: 'ok', storage: app.context.disk.isFull ? 'full' : 'ok' }
  })
}

/** Whether a request is a health check, which needs no session. */
export const isHealthCheck = (request: FastifyRequest) =>
  MAY_BE_HEALTH_CHECK.test(request.url) && [LIVE, READY].some(path => request.routeOptions.url?.endsWith(path))

/** The path of a health check, or one with encoded letters. Looking up the route takes much longer. */
const MAY_BE_HEALTH_CHECK = /^[^?]*(?:\/health\/|%)/
