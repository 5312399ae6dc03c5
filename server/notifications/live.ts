import { z } from 'zod'
import type { Role } from '#contract/call.ts'
import { LIVE_TOPICS, type LiveTopic } from '#contract/notifications.ts'
import type { Address } from '../db/address.ts'
import { announce, listen } from '../db/listen.ts'
import { afterCommit, type Pool, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'

const CHANNEL = 'toptan_live'

/** The most accounts in one PostgreSQL notification, whose size is limited. */
const MAX_ACCOUNTS = 150

const Announcement = z.object({
  topic: z.enum(LIVE_TOPICS),
  accounts: z.array(z.string()).default([]),
  roles: z.array(z.string()).default([]),
})

type ScreenUpdate = { topic: LiveTopic; accounts?: string[]; roles?: Role[] }

type Audience = { accounts: Set<string>; roles: Set<Role> }

/** The screen updates that open transactions will publish after their commit. */
const pendingUpdates = new WeakMap<Tx, Map<LiveTopic, Audience>>()

/**
 * Publishes a change to the open screens of these accounts and roles, in every process. Done after the commit, not in
 * the transaction, as PostgreSQL serializes the commits of transactions that notify. A crash in between only loses the
 * refresh.
 */
export function refreshScreens(tx: Tx, { topic, accounts = [], roles = [] }: ScreenUpdate) {
  let topics = pendingUpdates.get(tx)
  if (!topics) {
    topics = new Map()
    pendingUpdates.set(tx, topics)
    const pending = topics
    afterCommit(tx, db => {
      for (const [what, audience] of pending) void publish(db, what, audience).catch(() => undefined)
    })
  }
  const audience = topics.get(topic) ?? { accounts: new Set(), roles: new Set() }
  topics.set(topic, audience)
  for (const account of accounts) audience.accounts.add(account)
  for (const role of roles) audience.roles.add(role)
}

async function publish(db: Pool, topic: LiveTopic, audience: Audience) {
  const accounts = [...audience.accounts]
  const roles = [...audience.roles]
  for (let start = 0; start < Math.max(1, accounts.length); start += MAX_ACCOUNTS) {
    const some = accounts.slice(start, start + MAX_ACCOUNTS)
    await announce(db, CHANNEL, JSON.stringify({ topic, accounts: some, roles: start === 0 ? roles : [] }))
  }
}

export type Live = ReturnType<typeof startLive>

/** Forwards published changes to the followers in this process; starts listening with the first follower. */
export function startLive(address: Address, { heartbeatInterval = 25_000 } = {}) {
  const followers = new Set<{ actor: Actor; onChange: (topic: LiveTopic) => void }>()
  let subscription: ReturnType<typeof listen> | undefined
  const subscribe = () =>
    listen(address, CHANNEL, {
      onMessage: text => {
        const { topic, accounts, roles } = Announcement.parse(JSON.parse(text))
        for (const { actor, onChange } of followers)
          if (accounts.includes(actor.id) || roles.includes(actor.role)) onChange(topic)
      },
      // Messages may have been missed, so every screen refreshes everything.
      onReturn: () => {
        for (const { onChange } of followers) for (const topic of LIVE_TOPICS) onChange(topic)
      },
    })
  return {
    /** Calls `onChange` for every change that concerns the actor, from when it resolves; returns how to stop. */
    async subscribe(actor: Actor, onChange: (topic: LiveTopic) => void): Promise<() => void> {
      subscription ??= subscribe()
      await subscription.ready
      const follower = { actor, onChange }
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    heartbeatInterval,
    close: async () => subscription?.close(),
  }
}
