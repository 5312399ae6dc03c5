import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UNEXPECTED } from '#contract/call-errors.ts'
import { refusals, routeMetrics, unexpectedErrors } from '../metrics/metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the reply, if it is an error. */
    errorCode: string | undefined
  }
  interface FastifyContextConfig {
    /** Whether the reply is a stream that stays open. */
    isStream?: boolean
  }
}

type OnError = (request: FastifyRequest, code: string) => void

/** Pages, files of the web app and unknown paths, whose number has no bound. */
const other = routeMetrics('GET', 'other')

/**
 * Counts all requests by route, and their errors by code. `onError` is called for each request that ended with an error
 * code. Must be called before any route is registered.
 */
export function measureRequests(app: FastifyInstance, onError: OnError) {
  app.decorateRequest('errorCode', undefined)
  const counter = (metrics: ReturnType<typeof routeMetrics>, isStream: boolean) => {
    return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      metrics.count(reply.statusCode, isStream ? undefined : reply.elapsedTime / 1000)
      if (request.errorCode === UNEXPECTED) unexpectedErrors.add()
      else if (request.errorCode !== undefined) refusals.add(request.errorCode)
      if (request.errorCode !== undefined) onError(request, request.errorCode)
      done()
    }
  }
  // Each route has a hook of its own with its metrics: looking them up took longer than counting.
  app.addHook('onRoute', route => {
    // HEAD counts as GET.
    const metrics = routeMetrics(String(route.method).replace('HEAD', 'GET'), route.url)
    route.onResponse = [counter(metrics, route.config?.isStream === true), ...[route.onResponse ?? []].flat()]
  })
  const countOther = counter(other, false)
  app.addHook('onResponse', (request, reply, done) => (request.is404 ? countOther(request, reply, done) : done()))
}
