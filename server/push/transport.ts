import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import webPush from 'web-push'
import { isAllowedEndpoint, type PushNetwork, publicLookup } from './endpoint.ts'
import type { PushKeys } from './keys.ts'

/** How long a push service may take to reply, in milliseconds. */
const TIMEOUT = 15_000

/**
 * How long a service that did not reply in time gets no requests, in milliseconds: pushes to other services would wait
 * for it each time.
 */
const COOLDOWN = 60_000

/** The longest wait that a push service can ask for, in milliseconds. */
const MAX_RETRY_AFTER = 60 * 60_000

/** The subscription of a browser: its endpoint at a push service, and its keys in base64url. */
export type Target = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** What the browser decrypts. */
  payload: string
  /** Up to 32 letters and digits. Of undelivered messages with the same topic, the service keeps only the latest. */
  topic: string
  /** How long the service keeps the message for a browser that is not connected, in seconds. */
  ttl: number
  urgency: 'normal' | 'high'
}

/** Why a push was not accepted: for good, because there is no such subscription any more, or for now. */
export class PushRejected extends Error {
  readonly kind: 'final' | 'gone' | 'temporary'
  /** How long to wait before another attempt, in milliseconds. */
  readonly retryAfter: number

  constructor(message: string, kind: PushRejected['kind'], retryAfter = 0) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

export type PushTransport = {
  /** Hands a message to the push service of a browser; rejects with `PushRejected`. */
  deliver: (target: Target, message: PushMessage) => Promise<void>
  /** Interrupts the deliveries in flight. */
  close: () => void
}

/**
 * Delivers to the services that browsers subscribe with, encrypted for the browser (RFC 8291) and signed with the
 * portal's keys; `subject` is the address at which services can reach the operator. The library encrypts and signs; the
 * request is our own, so that it goes to public addresses only, follows no redirect and ends in time. A service that
 * has not replied in time gets no request for a minute.
 */
export function pushTransport({ keys, subject, network, timeout = TIMEOUT }: PushSender): PushTransport {
  const attempts = new Set<AbortController>()
  const unresponsive = new UnresponsiveServices()
  return {
    async deliver({ endpoint, p256dh, auth }, { payload, topic, ttl, urgency }) {
      if (!isAllowedEndpoint(endpoint, network)) throw new PushRejected('the endpoint is not allowed', 'gone')
      const url = new URL(endpoint)
      unresponsive.refuse(url)
      const { headers, body } = details({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        TTL: ttl,
        topic,
        urgency,
        contentEncoding: 'aes128gcm',
      })
      const attempt = new AbortController()
      attempts.add(attempt)
      const giveUp = setTimeout(() => {
        unresponsive.add(url)
        attempt.abort()
      }, timeout)
      const response = await post(url, { headers, body, signal: attempt.signal, network }).finally(() => {
        clearTimeout(giveUp)
        attempts.delete(attempt)
      })
      const { statusCode: status = 0 } = response
      if (status >= 200 && status < 300) return
      throw new PushRejected(`the push service replied ${status}`, kindOf(status), retryAfterOf(response))
    },
    close: () => {
      for (const attempt of attempts) attempt.abort()
    },
  }
}

/** `timeout` is for tests, in milliseconds. */
type PushSender = { keys: PushKeys; subject: string; network: PushNetwork; timeout?: number }

/** The services that did not reply lately, by their origins. */
class UnresponsiveServices {
  readonly #until = new Map<string, number>()

  add({ origin }: URL) {
    const now = performance.now()
    for (const [service, until] of this.#until) if (until <= now) this.#until.delete(service)
    this.#until.set(origin, now + COOLDOWN)
  }

  /** Throws `PushRejected` if the service has not replied in time within the last minute. */
  refuse({ origin }: URL) {
    const left = (this.#until.get(origin) ?? 0) - performance.now()
    if (left > 0) throw new PushRejected('the push service did not reply in time', 'temporary', left)
  }
}

/** Keys that are no point of the curve cannot receive anything. */
function details(...given: Parameters<typeof webPush.generateRequestDetails>) {
  try {
    return webPush.generateRequestDetails(...given)
  } catch (error) {
    throw new PushRejected(error instanceof Error ? error.message : String(error), 'gone')
  }
}

const kindOf = (status: number) =>
  status === 404 || status === 410 ? 'gone' : status === 429 || status >= 500 ? 'temporary' : 'final'

type Post = Pick<ReturnType<typeof webPush.generateRequestDetails>, 'headers' | 'body'> & {
  signal: AbortSignal
  network: PushNetwork
}

function post(url: URL, { headers, body, signal, network }: Post): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers,
      signal,
      lookup: publicLookup(network),
      ...(network.ca && { ca: network.ca }),
    }
    const failed = ({ message }: Error) =>
      reject(new PushRejected(`no reply of the push service: ${message}`, 'temporary'))
    const sending = request(url, options, response => {
      // Only the head of the response is needed, and its body may never end.
      response.on('error', () => undefined).destroy()
      resolve(response)
    })
    sending.on('error', failed).end(body)
  })
}

/** The wait of a `Retry-After` header, which has seconds or a date, in milliseconds. */
function retryAfterOf({ headers }: IncomingMessage): number {
  const given = headers['retry-after']
  if (!given) return 0
  const wait = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isFinite(wait) ? Math.min(MAX_RETRY_AFTER, Math.max(0, wait)) : 0
}
