import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import type { AllowedRole, Call, Nothing } from '#contract/call.ts'
import { liveStreams } from '../metrics/metrics.ts'
import type { Actor } from './context.ts'
import { refuse } from './refusal.ts'
import { readInput, registerEndpoint } from './serve.ts'

/** Open streams allowed per account, divided among the processes of the portal; beyond it the oldest is ended. */
const MAX_STREAMS = 20

/** How long a client waits for its subscription, in milliseconds, before the request is refused. */
const MAX_WAIT = 10_000

/** Unsent bytes at which a stream counts as abandoned and is closed. */
const MAX_UNSENT = 64 * 1024

type AgeQuery = ZodMiniType<{ age?: number | undefined }>

type Events = {
  /** Subscribes to the actor's events, from `age` milliseconds ago; resolves to the function that unsubscribes. */
  subscribe: (actor: Actor, emit: (event: string) => void, age: number) => Promise<() => void>
  /** Interval, in milliseconds, at which each stream sends a heartbeat and rechecks its session. */
  heartbeatInterval: number
}

/**
 * Registers an endpoint that streams server-sent events, each a name without data of its own. The stream ends with its
 * session.
 */
export function serveEvents<P extends string, W extends AllowedRole, Q extends AgeQuery>(
  app: FastifyInstance,
  call: Call<P, W, Nothing, Q>,
  { subscribe, heartbeatInterval }: Events,
) {
  const streams = new Map<string, PassThrough[]>()
  const most = Math.ceil(MAX_STREAMS / app.context.workers)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const stream of [...streams.values()].flat()) stream.end()
  })
  const serveStream = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = request.actor ?? refuse('session_ended')
    const { age = 0 } = readInput(call, request).query
    const stream = new PassThrough()
    const send = (text: string) => {
      if (stream.writableLength > MAX_UNSENT) stream.destroy()
      else if (stream.writable) stream.write(text)
    }
    const mine = [...(streams.get(actor.id) ?? []), stream]
    for (const old of mine.splice(0, mine.length - most)) old.end()
    streams.set(actor.id, mine)
    liveStreams.add(1)
    const heartbeat = setInterval(() => void sendHeartbeat(app, request, send, stream), heartbeatInterval).unref()
    const emit = (event: string) => send(`event: ${event}\ndata: ${event}\n\n`)
    const subscription = subscribe(actor, emit, age)
    stream.once('close', () => {
      clearInterval(heartbeat)
      liveStreams.add(-1)
      void subscription.then(unsubscribe => unsubscribe())
      const left = (streams.get(actor.id) ?? []).filter(other => other !== stream)
      if (left.length) streams.set(actor.id, left)
      else streams.delete(actor.id)
    })
    request.raw.once('close', () => stream.destroy())
    const isSubscribed = await Promise.race([subscription, sleep(MAX_WAIT, undefined, { ref: false })])
    if (!isSubscribed) {
      stream.destroy()
      refuse('not_ready')
    }
    send(': \n\n')
    if (isClosing) stream.end()
    return (
      reply
        // So that a client whose stream was ended here reconnects to any process.
        .header('connection', 'close')
        .header('x-accel-buffering', 'no')
        .header('content-encoding', 'identity')
        .type(`${call.media}; charset=utf-8`)
        .send(stream)
    )
  }
  registerEndpoint(app, call, serveStream, { isStream: true })
}

async function sendHeartbeat(
  { context }: FastifyInstance,
  { token = '' }: FastifyRequest,
  send: (text: string) => void,
  stream: PassThrough,
) {
  const actor = await context.identify(token, context.clock(), { countsAsUse: false }).catch(() => undefined)
  if (actor) send(': \n\n')
  else stream.end()
}
