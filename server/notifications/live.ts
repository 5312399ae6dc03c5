import { z } from 'zod'
import type { Role } from '#contract/call.ts'
import { LIVE_TOPICS, type LiveTopic, MAX_EVENT_AGE } from '#contract/notifications.ts'
import { HEARTBEAT_INTERVAL } from '#contract/times.ts'
import type { Address } from '../db/address.ts'
import { listen, notifyProcesses } from '../db/listen.ts'
import { shareNextRun } from '../db/share-next-run.ts'
import { afterCommit, invalidatedBy, type Pool, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'

const CHANNEL = 'toptan_live'

/** The most accounts in one PostgreSQL notification, whose size is limited. */
const MAX_ACCOUNTS = 150

const Announcement = z.object({
  topic: z.enum(LIVE_TOPICS),
  accounts: z.array(z.string()).default([]),
  roles: z.array(z.string()).default([]),
})

/** The accounts and roles on whose open screens something is stale. */
export type Audience = { accounts?: readonly string[]; roles?: readonly Role[] }

type Recipients = { accounts: Set<string>; roles: Set<Role> }
type Audiences = Map<LiveTopic, Recipients>

/** The screen updates that open transactions will publish after their commit. */
const pendingUpdates = new WeakMap<Tx, Audiences>()

/** The screen updates of committed transactions that are not published yet, and the function that publishes them. */
const publishers = new WeakMap<Pool, { audiences: Audiences; publish: () => void }>()

/** The pause before updates are published again that could not be, in milliseconds, and how often that is tried. */
const RETRY_PAUSE = 1_000
const RETRIES = 60

const named = (resources: readonly string[] | undefined) => resources?.join(', ') ?? '(unspecified)'

/** In tests and development a wrong declaration is an error; in production it must not fail the mutation. */
const RUNS_FROM_SOURCES = import.meta.url.endsWith('.ts')

/**
 * Has the open screens of an audience refetch what the mutation or job of the transaction invalidates, or only these
 * topics of it. If it invalidates none of them, its declaration must be wrong: an error if this `mustBeDeclared`, else
 * the named topics, or all of them, are refetched all the same. One that declares `[]`, as in tests and the sample,
 * refreshes nothing.
 */
export function refreshScreens(
  tx: Tx,
  audience: Audience,
  topics?: readonly LiveTopic[],
  mustBeDeclared = RUNS_FROM_SOURCES,
) {
  const invalidated = invalidatedBy(tx)
  const wanted = topics ?? LIVE_TOPICS
  const stale = wanted.filter(topic => invalidated?.includes(topic))
  const isDeclared = stale.length > 0 || invalidated?.length === 0
  if (!isDeclared && mustBeDeclared)
    throw new Error(
      `Screens are to refetch ${named(topics)}, but the call or job declares that it invalidates ${named(invalidated)}`,
    )
  refreshTopics(tx, isDeclared ? stale : wanted, audience)
}

/**
 * Has the open screens of an audience refetch topics whatever the mutation invalidates: because of a notification, or
 * because these accounts see other rows from now on. Published to every process after the commit, not in the
 * transaction, as PostgreSQL serializes the commits of transactions that notify. A crash in between only loses the
 * refresh; while no connection is free it is late.
 */
export function refreshTopics(tx: Tx, topics: readonly LiveTopic[], { accounts = [], roles = [] }: Audience) {
  if (topics.length === 0 || accounts.length + roles.length === 0) return
  let audiences = pendingUpdates.get(tx)
  if (!audiences) {
    audiences = new Map()
    pendingUpdates.set(tx, audiences)
    const pending = audiences
    afterCommit(tx, db => {
      const publisher = publisherOf(db)
      for (const [topic, recipients] of pending) include(publisher.audiences, topic, recipients)
      publisher.publish()
    })
  }
  for (const topic of topics) include(audiences, topic, { accounts, roles })
}

function include(
  audiences: Audiences,
  topic: LiveTopic,
  { accounts, roles }: { accounts: Iterable<string>; roles: Iterable<Role> },
) {
  const recipients = audiences.get(topic) ?? { accounts: new Set(), roles: new Set() }
  audiences.set(topic, recipients)
  for (const account of accounts) recipients.accounts.add(account)
  for (const role of roles) recipients.roles.add(role)
}

function publisherOf(db: Pool) {
  const publisher = publishers.get(db) ?? newPublisher(db)
  publishers.set(db, publisher)
  return publisher
}

/** Changes that are committed while a statement publishes are published together by the next one. */
function newPublisher(db: Pool) {
  const audiences: Audiences = new Map()
  const publishAll = shareNextRun(async () => {
    const published = [...audiences]
    const texts = published.flatMap(([topic, recipients]) => announcements(topic, recipients))
    audiences.clear()
    if (texts.length === 0) return
    await notifyProcesses(db, CHANNEL, texts).catch(error => {
      for (const [topic, recipients] of published) include(audiences, topic, recipients)
      throw error
    })
  })
  let pause: NodeJS.Timeout | undefined
  const publish = (retries = RETRIES) => {
    publishAll().catch(() => {
      if (pause || retries === 0) return
      pause = setTimeout(() => {
        pause = undefined
        publish(retries - 1)
      }, RETRY_PAUSE).unref()
    })
  }
  return { audiences, publish: () => publish() }
}

function announcements(topic: LiveTopic, recipients: Recipients): string[] {
  const accounts = [...recipients.accounts]
  const roles = [...recipients.roles]
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(accounts.length / MAX_ACCOUNTS)) },
    (_, i) => i * MAX_ACCOUNTS,
  )
  return starts.map(start => {
    const some = accounts.slice(start, start + MAX_ACCOUNTS)
    return JSON.stringify({ topic, accounts: some, roles: start === 0 ? roles : [] })
  })
}

/**
 * The announcement in a notification; undefined for any other text. Any session of the database can notify, and during
 * an update a process of the next version may announce a topic that this one does not know.
 */
function announcementOf(text: string) {
  try {
    return Announcement.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export type Live = ReturnType<typeof startLive>

/** When each topic last changed for an account or role, for the last `MAX_EVENT_AGE` milliseconds. */
function recentChanges() {
  const changes = new Map<string, Map<LiveTopic, number>>()
  let missedAt = Number.NEGATIVE_INFINITY
  return {
    add(audiences: readonly string[], topic: LiveTopic) {
      const now = performance.now()
      for (const audience of audiences) {
        const topics = changes.get(audience) ?? new Map<LiveTopic, number>()
        // The most recently changed are the last of the map.
        changes.delete(audience)
        changes.set(audience, topics.set(topic, now))
      }
      for (const [audience, topics] of changes) {
        if (Math.max(...topics.values()) >= now - MAX_EVENT_AGE) break
        changes.delete(audience)
      }
    },
    /** Changes until now may have been missed. */
    miss: () => void (missedAt = performance.now()),
    /** The topics that changed for an actor in the last `age` milliseconds. */
    of({ id, role }: Actor, age: number): readonly LiveTopic[] {
      const since = performance.now() - age
      if (missedAt >= since) return LIVE_TOPICS
      return LIVE_TOPICS.filter(topic =>
        [id, role].some(audience => (changes.get(audience)?.get(topic) ?? Number.NEGATIVE_INFINITY) >= since),
      )
    },
  }
}

/**
 * Forwards published changes to the followers in this process; starts listening with `listen` or the first follower.
 */
export function startLive(address: Address, { heartbeatInterval = HEARTBEAT_INTERVAL } = {}) {
  const followers = new Set<{ actor: Actor; onChange: (topic: LiveTopic) => void }>()
  const recent = recentChanges()
  let subscription: ReturnType<typeof listen> | undefined
  const subscribe = () =>
    listen(address, CHANNEL, {
      onMessage: text => {
        const announced = announcementOf(text)
        if (!announced) return
        const { topic, accounts, roles } = announced
        recent.add([...accounts, ...roles], topic)
        for (const { actor, onChange } of followers)
          if (accounts.includes(actor.id) || roles.includes(actor.role)) onChange(topic)
      },
      // Messages may have been missed, so every screen refreshes everything.
      onReconnect: () => {
        recent.miss()
        for (const { onChange } of followers) for (const topic of LIVE_TOPICS) onChange(topic)
      },
    })
  const startListening = () => {
    if (!subscription) {
      subscription = subscribe()
      // Earlier changes are not known to this process.
      void subscription.ready.then(recent.miss)
    }
    return subscription.ready
  }
  return {
    /** Starts listening without waiting for the database. */
    listen: () => void startListening(),
    /**
     * Calls `onChange` for every change that concerns the actor, including those of the last `age` milliseconds;
     * resolves to the function that stops this.
     */
    async subscribe(actor: Actor, onChange: (topic: LiveTopic) => void, age = 0): Promise<() => void> {
      await startListening()
      const follower = { actor, onChange }
      followers.add(follower)
      for (const topic of age > 0 ? recent.of(actor, age) : []) onChange(topic)
      return () => void followers.delete(follower)
    },
    heartbeatInterval,
    close: async () => subscription?.close(),
  }
}
