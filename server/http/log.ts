import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Call } from '#contract/call.ts'
import { secretFields } from '#contract/secret.ts'

/** Logs one line for each request, with its account and its error code, when it has been replied to. */
export class RequestLog extends LogController {
  override incomingRequest() {
    // The line of the completed request says all of it.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { actor, errorCode: code } = request
    const line = { req: request, res: reply, responseTime: reply.elapsedTime, account: actor?.id, code }
    if (error) request.log.error({ ...line, err: error }, 'request errored')
    else request.log.info(line, 'request completed')
  }
}

/**
 * Serializes requests for the log, without the values of query parameters that any call declares secret. Links to pages
 * carry the same parameters.
 */
export function requestSerializer(endpoints: readonly Call[]) {
  // Made for the first request, when all endpoints are registered.
  let secrets: RegExp | undefined
  return ({ method, url, host, ip }: FastifyRequest) => {
    secrets ??= new RegExp(`([?&](?:${endpoints.flatMap(secretParameters).join('|')})=)[^&]*`, 'g')
    return { method, url: url.replace(secrets, '$1…'), host, remoteAddress: ip }
  }
}

const secretParameters = ({ query }: Call) => secretFields(query)

let lines = ''
let isBroken = false

/**
 * The stream of the log: writes what was logged in one turn of the event loop to standard output at once, because a
 * write for every line took 6 % of a short request's time. If its reader is gone, nothing more is logged.
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
