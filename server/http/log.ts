import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Call } from '#contract/call.ts'
import { secretFields } from '#contract/secret.ts'

/** Logs one line for each request, with its account and its error code, when it has been replied to. */
export class RequestLog extends LogController {
  override incomingRequest() {
    // The line of the completed request contains the same.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { actor, errorCode: code } = request
    const line = { req: request, res: reply, responseTime: reply.elapsedTime, account: actor?.id, code }
    if (error) request.log.error({ ...line, err: error }, 'request errored')
    else request.log.info(line, 'request completed')
  }
}

/**
 * Serializes requests for the log, without the values of query parameters that any call declares secret, however their
 * names are spelled. Links to pages carry the same parameters.
 */
export function requestSerializer(endpoints: readonly Call[]) {
  // Made for the first request, when all endpoints are registered.
  let secrets: Set<string> | undefined
  return ({ method, url, host, ip }: FastifyRequest) => {
    secrets ??= new Set(endpoints.flatMap(({ query }) => secretFields(query)))
    return { method, url: url.includes('?') ? withoutSecrets(url, secrets) : url, host, remoteAddress: ip }
  }
}

const withoutSecrets = (url: string, secrets: ReadonlySet<string>) =>
  url.replace(/([?&;])([^=&;]*)=[^&;]*/g, (whole, start: string, name: string) =>
    secrets.has(decoded(name).toLowerCase()) ? `${start}${name}=…` : whole,
  )

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
