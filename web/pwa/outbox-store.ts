import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { onSessionChange, session } from '../current-session.ts'
import { createStore } from '../ui/store.ts'
import { isPersistent, readAll, updateStored } from './database.ts'
import { setOutboxCounts } from './outbox-counts.ts'
import { Entry, type EntryEvent, isOrder, needsDecision, nextEntry } from './outbox-entry.ts'
import { setOutboxInUse } from './outbox-in-use.ts'
import { isVoid, isVoidForLong, type Mark, type Marks, marksOf, onMarkChange, setMark } from './outbox-marks.ts'

type Shown = {
  entries: readonly Entry[]
  /** The keys of entries that this version cannot parse: corrupt, or stored by a newer one. */
  unreadable: readonly string[]
}

const outbox = createStore<Shown>({ entries: [], unreadable: [] })
// Without a channel, another tab shows changes only after its own next refresh.
const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('outbox') : undefined
otherTabs?.addEventListener('message', () => void refresh())
onSessionChange(() => void refresh())
// A change of a mark may arrive after the message of the channel.
onMarkChange(() => void refresh())
setOutboxInUse()
// The browser asks before it closes or reloads a page with an entry that it could not store.
addEventListener('beforeunload', event => {
  if (outbox.get().entries.some(({ key }) => !isPersistent('outbox', key))) event.preventDefault()
})

/** The entries of the logged-in user's outbox, oldest first, in sync between tabs. */
export function useOutbox(): Shown {
  return useSyncExternalStore(subscribe, outbox.get)
}

const attempts = createStore<ReadonlyMap<string, Attempt>>(new Map())

/** An attempt to send an entry: the first, or a repetition. */
export type Attempt = 'first' | 'again'

/** The attempts in progress in this tab, by key. */
export const useAttempts = attempts.use

/** Runs an attempt, which `useAttempts` includes until it has ended. */
export async function showingAttempt<T>({ key, tries }: Entry, work: () => Promise<T>): Promise<T> {
  attempts.set(new Map(attempts.get()).set(key, tries === 0 ? 'first' : 'again'))
  try {
    return await work()
  } finally {
    attempts.set(new Map([...attempts.get()].filter(([its]) => its !== key)))
  }
}

/** All that was stored, of all users, when it was read last. */
let stored: ReadonlyMap<string, unknown> = new Map()

/** Reads the outbox again and publishes the result. Entries remain if the database cannot be read for a moment. */
export async function refresh(): Promise<readonly Entry[]> {
  stored = await readAll('outbox', stored)
  const mine = [...stored].filter(([key, value]) => !isVoid(key) && isOwnedBy(session()?.user.id, value))
  const entries = mine.flatMap(([key, value]) => entryIn(value, marksOf(key)) ?? [])
  const unreadable = mine.flatMap(([key, value]) => (Entry.safeParse(value).success ? [] : [key]))
  outbox.set({ entries: entries.sort((a, b) => a.created_at.localeCompare(b.created_at)), unreadable })
  const waiting = entries.filter(needsDecision)
  const undecided = waiting.length + unreadable.length
  const what = waiting.every(isOrder) ? 'sipariş' : 'işlem'
  setOutboxCounts({ all: mine.length, undecided, text: `${undecided} ${what} kararınızı bekliyor` })
  return entries
}

/** Deletes void entries, of all users, whose page has left them behind: then `withLock` does the work. */
export async function deleteAbandoned(withLock: (key: string, work: () => Promise<void>) => Promise<unknown>) {
  for (const key of [...stored.keys()].filter(isVoidForLong))
    await withLock(key, async () => {
      // Its page may only have been suspended, and have gone on since.
      if (isVoidForLong(key)) await deleteVoid(key)
    })
}

const Owned = z.object({ user_id: z.string() })

/**
 * An entry without a readable owner counts as everyone's: every user can discard it, and its content is never shown.
 */
function isOwnedBy(user_id: string | undefined, stored: unknown) {
  const owned = Owned.safeParse(stored)
  return !owned.success || owned.data.user_id === user_id
}

/** Deletes an unreadable entry; returns an undo function. */
export async function discardUnreadable(key: string): Promise<() => Promise<void>> {
  let discarded: unknown
  await updateStored('outbox', key, stored => {
    discarded = stored
  })
  await notifyTabs()
  return async () => {
    // It was not discarded if it could not be read.
    await updateStored('outbox', key, stored => discarded ?? stored)
    await notifyTabs()
  }
}

/** Adds an entry to the outbox; calls back once it is stored, before the outbox is read again. */
export async function addEntry(entry: Entry, onStored = () => {}) {
  await updateStored('outbox', entry.key, () => z.encode(Entry, entry))
  onStored()
  await notifyTabs()
}

/** Deletes a void entry, which remains void if the database cannot be read or changed. */
export async function deleteVoid(key: string) {
  let found: unknown
  await updateStored('outbox', key, stored => {
    found = stored
  })
  if (found !== undefined && isPersistent('outbox', key)) setMark(key)
  await notifyTabs()
}

/**
 * Applies an event to an entry; returns it as it was before (if it existed) and is now (if it remains; the same object
 * if nothing has changed). `take` is called in the transaction of an event that changes the entry, to take back its
 * content; if it returns false, nothing changes. For a void entry, it is as if there were none.
 */
export async function applyEvent(
  key: string,
  event: EntryEvent,
  take: (before: Entry) => boolean = () => true,
): Promise<{ before?: Entry; now?: Entry }> {
  let before: Entry | undefined
  let now: Entry | undefined
  let isTaken: boolean | undefined
  let marks: Marks | undefined
  let mark: Mark | undefined
  await updateStored('outbox', key, stored => {
    // These once, although a transaction that fails is repeated.
    marks ??= marksOf(key)
    before = entryIn(stored, marks)
    now = before && nextEntry(before, event)
    if (before && now !== before) isTaken ??= take(before)
    if (isTaken === false) now = before
    mark = before && markOf(now)
    // In the same step: it would be sent or taken back again if this could not be stored for now.
    if (before) setMark(key, mark)
    // Entries that this version cannot parse are left for one that can.
    return before ? now && z.encode(Entry, now) : stored
  })
  if (mark && isPersistent('outbox', key)) setMark(key)
  await notifyTabs()
  return { ...(before && { before }), ...(now && { now }) }
}

/** The mark that an entry needs until it is stored; without an entry, that of one to be deleted. */
function markOf(entry: Entry | undefined): Mark | undefined {
  if (!entry) return 'void'
  return entry.standing.is === 'withdrawn' ? 'withdrawn' : undefined
}

/** A stored entry with its marks: none if it is void, and a withdrawn one if its page could not store that. */
function entryIn(stored: unknown, marks: Marks): Entry | undefined {
  const entry = marks.isVoid ? undefined : Entry.safeParse(stored).data
  if (!marks.withdrawnAt || entry?.standing.is !== 'waiting') return entry
  return { ...entry, last_try: marks.withdrawnAt, standing: { is: 'withdrawn', order_id: null } }
}

async function notifyTabs() {
  otherTabs?.postMessage('changed')
  await refresh()
}

function subscribe(listener: () => void) {
  const unsubscribe = outbox.subscribe(listener)
  void refresh()
  return unsubscribe
}
