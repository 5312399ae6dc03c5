import { z } from 'zod'
import type { Role } from '#contract/call.ts'
import { LIVE_TOPICS, type LiveTopic } from '#contract/notifications.ts'
import type { Address } from '../db/address.ts'
import { announce, listen } from '../db/listen.ts'
import { afterCommit, type Database, type Tx } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'

const CHANNEL = 'toptan_live'

/** An announcement holds this many accounts; more people are told in several. */
const MOST_ACCOUNTS = 150

const Announcement = z.object({
  topic: z.enum(LIVE_TOPICS),
  accounts: z.array(z.string()).default([]),
  roles: z.array(z.string()).default([]),
})

type Told = { topic: LiveTopic; accounts?: string[]; roles?: Role[] }

type Audience = { accounts: Set<string>; roles: Set<Role> }

/** Whom the transactions under way will tell what. */
const toTell = new WeakMap<Tx, Map<LiveTopic, Audience>>()

/**
 * Tells open screens of these people that something changed, whichever process serves them: once the transaction is
 * done, and not within it, as PostgreSQL lets transactions that announce something end one after the other only. A
 * crash in between costs a screen its refreshing, nothing else.
 */
export function refreshScreens(tx: Tx, { topic, accounts = [], roles = [] }: Told) {
  let topics = toTell.get(tx)
  if (!topics) {
    topics = new Map()
    toTell.set(tx, topics)
    const told = topics
    afterCommit(tx, db => {
      for (const [what, audience] of told) void tell(db, what, audience).catch(() => undefined)
    })
  }
  const audience = topics.get(topic) ?? { accounts: new Set(), roles: new Set() }
  topics.set(topic, audience)
  for (const account of accounts) audience.accounts.add(account)
  for (const role of roles) audience.roles.add(role)
}

async function tell(db: Database, topic: LiveTopic, audience: Audience) {
  const accounts = [...audience.accounts]
  const roles = [...audience.roles]
  for (let start = 0; start < Math.max(1, accounts.length); start += MOST_ACCOUNTS) {
    const some = accounts.slice(start, start + MOST_ACCOUNTS)
    await announce(db, CHANNEL, JSON.stringify({ topic, accounts: some, roles: start === 0 ? roles : [] }))
  }
}

export type Live = ReturnType<typeof startLive>

/** Hears what changes and passes it on to those who follow. It begins to hear when somebody does. */
export function startLive(address: Address, { heartbeatInterval = 25_000 } = {}) {
  const followers = new Set<{ actor: Actor; tell: (topic: LiveTopic) => void }>()
  let ear: ReturnType<typeof listen> | undefined
  const hear = () =>
    listen(address, CHANNEL, {
      onMessage: text => {
        const { topic, accounts, roles } = Announcement.parse(JSON.parse(text))
        for (const { actor, tell } of followers)
          if (accounts.includes(actor.id) || roles.includes(actor.role)) tell(topic)
      },
      // Something may have been missed: everybody looks at everything again.
      onReturn: () => {
        for (const { tell } of followers) for (const topic of LIVE_TOPICS) tell(topic)
      },
    })
  return {
    /** Calls back whenever something changes for this person, from when it answers; the answer is how to stop it. */
    async subscribe(actor: Actor, tell: (topic: LiveTopic) => void): Promise<() => void> {
      ear ??= hear()
      await ear.ready
      const follower = { actor, tell }
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    heartbeatInterval,
    close: async () => ear?.close(),
  }
}
