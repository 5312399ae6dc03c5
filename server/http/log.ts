import { hostname } from 'node:os'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Call } from '#contract/call.ts'
import { secretFields } from '#contract/secret.ts'

/** `remoteAddress` is undefined if the client has disconnected. */
type LoggedRequest = { method: string; url: string; host: string; remoteAddress: string | undefined }
type RequestSerializer = (request: FastifyRequest) => LoggedRequest

/** Logs one line for each request, with its account and its error code, when it has been replied to. */
export class RequestLog extends LogController {
  /** How the logger shows a request. */
  readonly serialize: RequestSerializer
  readonly #isLogged: boolean

  /** Completed requests, refused ones included, are logged from level `info` on; replies that cannot be sent always. */
  constructor(endpoints: readonly Call[], level: string) {
    super()
    this.serialize = requestSerializer(endpoints)
    this.#isLogged = ['trace', 'debug', 'info'].includes(level)
  }

  override incomingRequest() {
    // The line of the completed request contains the same.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    if (error) {
      const { actor, errorCode: code } = request
      const facts = { req: request, res: reply, responseTime: reply.elapsedTime, account: actor?.id, code }
      request.log.error({ ...facts, err: error }, 'request errored')
    } else if (this.#isLogged) logStream.write(lineOf(this.serialize(request), request, reply))
  }
}

const INFO = 30
const PROCESS = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`

/**
 * The line of a successful request in the logger's format, whose general code takes 2 µs more (page 047); the response
 * time is rounded to three decimals.
 */
function lineOf(logged: LoggedRequest, { id, actor, errorCode }: FastifyRequest, reply: FastifyReply): string {
  const { method, url, host, remoteAddress } = logged
  const address = remoteAddress === undefined ? '' : `,"remoteAddress":${quotedAddress(remoteAddress)}`
  const req = `{"method":"${method}","url":${quoted(url)},"host":${quotedHost(host)}${address}}`
  // In milliseconds; more than three decimals would only be longer.
  const responseTime = Math.round(reply.elapsedTime * 1000) / 1000
  const account = actor ? `,"account":"${actor.id}"` : ''
  const code = errorCode ? `,"code":"${errorCode}"` : ''
  return `${startAt(Date.now())}${id}","req":${req},"res":{"statusCode":${reply.statusCode}},"responseTime":${responseTime}${account}${code},"msg":"request completed"}\n`
}

/** The start of a line, up to the request's id. */
const startAt = cacheLast((time: number) => `{"level":${INFO},"time":${time},${PROCESS},"reqId":"`)

/** Text without characters that JSON escapes. */
const PLAIN = /^[ !#-[\]-~]*$/
const quoted = (text: string) => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))
const [quotedHost, quotedAddress] = [cacheLast(quoted), cacheLast(quoted)]

/** The same function, which keeps its last result for calls with the same argument. */
function cacheLast<Argument>(compute: (argument: Argument) => string): (argument: Argument) => string {
  let last: { argument: Argument; text: string } | undefined
  return argument => {
    if (last?.argument !== argument) last = { argument, text: compute(argument) }
    return last.text
  }
}

/**
 * Serializes requests for the log, without the values of query parameters that any call declares secret, however their
 * names are spelled. Links to pages carry the same parameters.
 */
function requestSerializer(endpoints: readonly Call[]): RequestSerializer {
  // Made for the first request, when all endpoints are registered.
  let shown: ((url: string) => string) | undefined
  return ({ method, url, host, ip }) => {
    shown ??= hidingSecrets(new Set(endpoints.flatMap(({ query }) => secretFields(query))))
    return { method, url: url.includes('?') ? shown(url) : url, host, remoteAddress: ip }
  }
}

function hidingSecrets(secrets: ReadonlySet<string>) {
  // Hardly any URL has such a parameter, or one whose name is percent-encoded: testing for it takes a tenth of the time.
  const suspect = new RegExp(`[?&;](?:[^=&;]*%[^=&;]*|${[...secrets].join('|')})=`, 'i')
  const hide = (whole: string, start: string, name: string) =>
    secrets.has(decoded(name).toLowerCase()) ? `${start}${name}=…` : whole
  return (url: string) => (suspect.test(url) ? url.replace(/([?&;])([^=&;]*)=[^&;]*/g, hide) : url)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

let lines = ''
let isBroken = false

/**
 * The stream of the log: writes the lines of one turn of the event loop to standard output together, because a write
 * for every line took 6 % of a short request's time. When the output's reader has closed it, nothing more is logged.
 */
export const logStream = {
  write(line: string) {
    if (!lines) setImmediate(flush)
    lines += line
  },
}

function flush() {
  if (lines && !isBroken) process.stdout.write(lines)
  lines = ''
}

process.once('exit', flush)
process.stdout.on('error', error => {
  isBroken = true
  // A pipe without a reader is no reason to stop serving.
  if (!('code' in error && error.code === 'EPIPE')) throw error
})
