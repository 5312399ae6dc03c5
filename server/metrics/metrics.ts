import { Histogram, keyOf, Registry } from './registry.ts'

// The metrics of this process. They belong to the process and not to an app, so that any code can count without being
// passed a registry.

/** All metrics of this process. */
export const registry = new Registry()

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The requests of one route: durations in seconds, and how many replies had each class of status (2 for 2xx). */
class RouteMetrics {
  readonly #labels: { method: string; route: string }
  readonly #durations = new Histogram(SECONDS)
  readonly #statuses = [0, 0, 0, 0, 0, 0]

  constructor(method: string, route: string) {
    this.#labels = { method, route }
  }

  /** Counts a reply. Without a duration, only its status: streams stay open as long as their screens. */
  count(status: number, seconds?: number) {
    this.#statuses[Math.floor(status / 100)]!++
    if (seconds !== undefined) this.#durations.observe(seconds)
  }

  *replies(): Generator<[string, number]> {
    for (const [status, count] of this.#statuses.entries())
      if (count) yield [keyOf({ ...this.#labels, status: `${status}xx` }), count]
  }

  /** The durations of the replies; none before the first reply, to leave out the many routes that are not used. */
  durations = () => (this.#statuses.some(Boolean) ? this.#durations.samples(this.#labels) : [])
}

const routes = new Map<string, RouteMetrics>()

/** The metrics of a route, which is a pattern such as `/api/products/:id` and never the path of a request. */
export function routeMetrics(method: string, route: string): RouteMetrics {
  const key = `${method} ${route}`
  const known = routes.get(key) ?? new RouteMetrics(method, route)
  routes.set(key, known)
  return known
}

registry.computed(
  { name: 'toptan_http_requests_total', help: 'Replies by route and class of status.', type: 'counter', merge: 'sum' },
  () => [...routes.values()].flatMap(route => [...route.replies()]),
)
registry.computed(
  {
    name: 'toptan_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its reply, by route.',
    type: 'histogram',
    merge: 'sum',
  },
  () => [...routes.values()].flatMap(route => route.durations()),
)

/** Requests that are being worked on, without those whose bodies are still being received and without streams. */
export const requestsInWork = registry.gauge('toptan_http_requests_in_work', 'Requests that are being worked on.')

/** Open streams of screens (`GET /api/events`). */
export const liveStreams = registry.gauge('toptan_live_streams', 'Open streams of screens.')

/** The reasons for which requests are refused before any work is done for them. */
const OVERLOAD_REASONS = ['event_loop', 'database', 'requests'] as const
export type OverloadReason = (typeof OVERLOAD_REASONS)[number]

export const overloadRefusals = registry.counter(
  'toptan_overload_refusals_total',
  'Requests refused because the process is overloaded, by what was too long.',
  { label: 'reason', values: OVERLOAD_REASONS },
)
export const refusals = registry.counter('toptan_refusals_total', 'Expected errors of the API, by code.', {
  label: 'code',
})
export const unexpectedErrors = registry.counter(
  'toptan_unexpected_errors_total',
  'Errors that were not expected (500).',
)
export const refusedLogins = registry.counter('toptan_logins_refused_total', 'Refused logins, by code.', {
  label: 'code',
  values: ['wrong_login', 'too_many_tries'],
})
export const replays = registry.counter(
  'toptan_idempotent_replays_total',
  'Requests replied to with the stored reply of an earlier one with the same idempotency key.',
)
export const ordersPlaced = registry.counter('toptan_orders_placed_total', 'Orders placed.')
export const mailOutcomes = registry.counter('toptan_mails_total', 'Attempts to send a mail, by outcome.', {
  label: 'outcome',
  values: ['sent', 'failed', 'given_up'],
})
export const pushOutcomes = registry.counter('toptan_pushes_total', 'Attempts to send a push, by outcome.', {
  label: 'outcome',
  values: ['sent', 'failed', 'given_up', 'unsubscribed'],
})
export const stalledConnections = registry.counter(
  'toptan_stalled_connections_total',
  'Connections ended because their client did not read its reply.',
)

/** How late timers fire, in seconds: how long the event loop was busy with something else. */
export const eventLoopDelays = registry.histogram(
  'toptan_event_loop_delay_seconds',
  'How late the timers of the process fire.',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
)

function gauge(name: string, help: string, value: () => number, merge: 'sum' | 'max' = 'sum') {
  registry.computed({ name, help, type: 'gauge', merge }, () => [['', value()]])
}

const startTime = Date.now() / 1000 - process.uptime()

gauge('toptan_processes', 'Processes that serve requests.', () => 1)
gauge('process_start_time_seconds', 'When the youngest process started (UTC).', () => startTime, 'max')
gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
gauge('nodejs_heap_size_used_bytes', 'Used memory of the JavaScript heap.', () => process.memoryUsage().heapUsed)
gauge('nodejs_external_memory_bytes', 'Memory of buffers and native objects.', () => process.memoryUsage().external)
registry.computed(
  { name: 'process_cpu_seconds_total', help: 'Processor time, user and system.', type: 'counter', merge: 'sum' },
  () => {
    const { user, system } = process.cpuUsage()
    return [['', (user + system) / 1e6]]
  },
)
