import type { FastifyInstance } from 'fastify'

/** How long running requests may take to finish after a stop signal, in milliseconds. */
const SHUTDOWN_GRACE = 8_000

/** The same for a process that is being replaced: longer than the longest import. */
const RETIREMENT_GRACE = 180_000

/** How long a process that is being replaced leaves idle connections open, in milliseconds. */
const IDLE_GRACE = 5_000

/**
 * Ends the app's HTTP server in one of two ways. `stop` closes idle connections immediately and refuses new requests.
 * `retire` leaves them open for a while and replies to what arrives over them, with `Connection: close`: a client may
 * be sending a request on an idle connection while it is being closed, and cannot know whether it was executed.
 */
export function stoppable(app: FastifyInstance) {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  let isRetiring = false
  let isStopping = false
  let closed: Promise<void> | undefined
  let forcing: NodeJS.Timeout | undefined
  const close = (grace: number) => {
    clearTimeout(forcing)
    forcing = setTimeout(() => server.closeAllConnections(), grace)
    closed ??= app.close().finally(() => clearTimeout(forcing))
    return closed
  }
  return {
    get isRetiring() {
      return isRetiring
    },
    stop: () => {
      if (isStopping && closed) return closed
      isStopping = true
      if (isRetiring) closeIdle()
      return close(SHUTDOWN_GRACE)
    },
    retire: () => {
      if (closed) return closed
      isRetiring = true
      // Node's server closes them itself when it is closed.
      server.closeIdleConnections = () => undefined
      setTimeout(closeIdle, IDLE_GRACE).unref()
      return close(RETIREMENT_GRACE)
    },
  }
}
