import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call, Nothing, Schema } from '#contract/call.ts'
import { serializeReply } from '../http/encoder.ts'
import { type HandlerInput, readInput, registerEndpoint } from '../http/serve.ts'
import { DEVICE_LIFETIME } from './devices.ts'

/**
 * Registers a login, which recognizes the browser by a cookie that scripts cannot read. The cookie gives no access; it
 * only prevents others' attempts from locking this browser out. `isSecure`: browsers reach the portal by https.
 */
export function serveLogin<P extends string, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  call: Call<P, 'anyone', B, Nothing, R>,
  { isSecure }: { isSecure: boolean },
  handle: (
    input: Omit<HandlerInput<P, 'anyone', B, Nothing>, 'db'> & { device: string | undefined },
  ) => Promise<{ device: string; reply: z.output<R> }>,
) {
  const name = isSecure ? '__Host-device' : 'device'
  const attributes = `Path=/; Max-Age=${DEVICE_LIFETIME / 1000}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  registerEndpoint(app, call, async (request, reply) => {
    const { device, reply: value } = await handle({ ...readInput(call, request), device: cookieOf(request, name) })
    reply.header('set-cookie', `${name}=${device}; ${attributes}`)
    return reply.type('application/json; charset=utf-8').send(serializeReply(call.reply, value, app.context))
  })
}

/** The value of a cookie if it can be a token of a device. */
function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const [, value] = new RegExp(`(?:^|; )${name}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '') ?? []
  return value
}
