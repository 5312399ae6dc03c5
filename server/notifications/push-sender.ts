import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../db/transaction.ts'
import { pushOutcomes } from '../metrics/metrics.ts'
import { bringForward } from '../outbox/outbox.ts'
import { type Sending, startSender } from '../outbox/sender.ts'
import { PushRejected, type PushTransport } from '../push/transport.ts'
import {
  claimDuePush,
  forgetSubscription,
  PUSHES,
  type Push,
  recordPushFailure,
  recordPushSent,
  type SentPush,
  writePush,
} from './pushes.ts'

/** The dependencies of sending pushes. */
export type PushContext = {
  db: Pool
  transport: PushTransport
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Sends due pushes and polls for more until stopped. Several processes may do so on one database. */
export const startPushSender = (context: PushContext) => startSender(pushSending(context))

/** How due pushes are sent. */
export function pushSending(context: PushContext): Sending<Push, SentPush> {
  const { db, clock, transport, log } = context
  return {
    claim: (sent, sending) => claimDuePush(db, clock(), sent, sending),
    send: push => send(context, push),
    recordSent: sent => recordPushSent(db, sent),
    bringForward: () => bringForward(db, PUSHES, clock()),
    interrupt: () => transport.close(),
    log,
  }
}

/**
 * Tries to send a claimed push, and records a failure. Resolves to the push if it was sent or is obsolete: the caller
 * then records it as sent.
 */
async function send(context: PushContext, push: Push): Promise<SentPush | undefined> {
  const { db, transport, clock } = context
  const written = await writePush(db, push, clock())
  // Obsolete: deleted like one that was sent.
  if (!written) return { id: push.id }
  try {
    await transport.deliver(written.target, written.message)
    pushOutcomes.add('sent')
    return { id: push.id }
  } catch (error) {
    if (error instanceof PushRejected && error.kind === 'gone') {
      pushOutcomes.add('unsubscribed')
      await forgetSubscription(db, push, written.target)
      return undefined
    }
    await fail(context, push, error)
    return undefined
  }
}

async function fail({ db, clock, log }: PushContext, push: Push, error: unknown) {
  const why = error instanceof Error ? error.message : String(error)
  const { kind = 'temporary', retryAfter = 0 } = error instanceof PushRejected ? error : {}
  const outcome = await recordPushFailure(db, push, { why, isFinal: kind === 'final', retryAfter }, clock())
  pushOutcomes.add(outcome === 'gave up' ? 'given_up' : 'failed')
  log.warn({ push: push.id, tries: push.tries, why }, `a push could not be sent; ${outcome}`)
}
