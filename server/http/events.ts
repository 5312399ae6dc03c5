import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { Actor } from './context.ts'
import { refuse } from './refusal.ts'
import { registerEndpoint } from './serve.ts'

/** Screens that one account may have open; beyond, the oldest stream ends. */
const MOST_STREAMS = 20

/** After so long without hearing what happens, in milliseconds, who wants to follow is told to come again. */
const LONGEST_WAIT = 10_000

/** Unread by a client that is gone without a word: then the stream ends. */
const MOST_UNREAD = 64 * 1024

export type Events = {
  /** Calls back whenever there is something to tell; answers how to stop it. */
  follow: (actor: Actor, tell: (event: string) => void) => Promise<() => void>
  /** How often, in milliseconds, a quiet stream shows that it lives, and its session is looked at. */
  beatsEvery: number
}

/** Opens the door to a stream of server-sent events: each has a name and nothing else. It ends with its session. */
export function serveEvents(app: FastifyInstance, terms: Call, { follow, beatsEvery }: Events) {
  const streams = new Map<string, PassThrough[]>()
  app.addHook('preClose', async () => {
    for (const stream of [...streams.values()].flat()) stream.end()
  })
  registerEndpoint(app, terms, async (request, reply) => {
    const actor = request.actor ?? refuse('session_ended')
    const stream = new PassThrough()
    const send = (text: string) => {
      if (stream.writableLength > MOST_UNREAD) stream.destroy()
      else if (stream.writable) stream.write(text)
    }
    const mine = [...(streams.get(actor.id) ?? []), stream]
    for (const old of mine.splice(0, mine.length - MOST_STREAMS)) old.end()
    streams.set(actor.id, mine)
    const beat = setInterval(() => void stillKnown(app, request, send, stream), beatsEvery).unref()
    const following = follow(actor, event => send(`event: ${event}\ndata: ${event}\n\n`))
    stream.once('close', () => {
      clearInterval(beat)
      void following.then(unfollow => unfollow())
      const left = (streams.get(actor.id) ?? []).filter(other => other !== stream)
      if (left.length) streams.set(actor.id, left)
      else streams.delete(actor.id)
    })
    request.raw.once('close', () => stream.destroy())
    const isFollowing = await Promise.race([following, sleep(LONGEST_WAIT, undefined, { ref: false })])
    if (!isFollowing) {
      stream.destroy()
      refuse('not_ready')
    }
    send(': \n\n')
    return reply
      .header('x-accel-buffering', 'no')
      .header('content-encoding', 'identity')
      .type('text/event-stream; charset=utf-8')
      .send(stream)
  })
}

async function stillKnown(
  { context: house }: FastifyInstance,
  { token = '' }: FastifyRequest,
  send: (text: string) => void,
  stream: PassThrough,
) {
  const actor = await house.identify(token, house.clock(), { isUse: false }).catch(() => undefined)
  if (actor) send(': \n\n')
  else stream.end()
}
