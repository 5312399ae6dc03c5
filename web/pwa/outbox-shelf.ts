import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { session, whenSessionChanges } from '../session.ts'
import { allKept, change } from './database.ts'
import { noteHeldOrders } from './held-orders.ts'
import { after, Entry, type Happening, needsDecision } from './outbox-entry.ts'

type Shown = {
  entries: readonly Entry[]
  /** The keys of what this version cannot read: spoilt, or kept by a newer one. */
  unreadable: readonly string[]
}

let shown: Shown = { entries: [], unreadable: [] }
const listeners = new Set<() => void>()
// Without a channel, another tab sees the change when it next looks by itself.
const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('outbox') : undefined
otherTabs?.addEventListener('message', () => void refresh())
whenSessionChanges(() => void refresh())

/** The orders of the signed-in person that wait in this browser, oldest first; every open tab shows the same. */
export function useOutbox(): Shown {
  return useSyncExternalStore(listen, () => shown)
}

/** What waits now, looked up anew. */
export async function refresh(): Promise<readonly Entry[]> {
  const kept = await allKept('outbox')
  const mine = [...kept].filter(([, value]) => isOf(session()?.user.id, value))
  const entries = mine.flatMap(([, value]) => Entry.safeParse(value).data ?? [])
  shown = {
    entries: entries.sort((a, b) => a.created_at.localeCompare(b.created_at)),
    unreadable: mine.flatMap(([key, value]) => (Entry.safeParse(value).success ? [] : [key])),
  }
  noteHeldOrders({ all: mine.length, undecided: entries.filter(needsDecision).length + shown.unreadable.length })
  for (const listener of listeners) listener()
  return entries
}

const Owned = z.object({ user_id: z.string() })

/** What does not even say whose it is belongs to whoever looks: nothing of it is shown. */
function isOf(user_id: string | undefined, kept: unknown) {
  const owned = Owned.safeParse(kept)
  return !owned.success || owned.data.user_id === user_id
}

/** Throws away what cannot be read, and answers how to put it back. */
export async function discard(key: string): Promise<() => Promise<void>> {
  let discarded: unknown
  await change('outbox', key, kept => {
    discarded = kept
  })
  await tellTabs()
  return async () => {
    await change('outbox', key, () => discarded)
    await tellTabs()
  }
}

/** Puts an order into the outbox. */
export async function put(entry: Entry) {
  await change('outbox', entry.key, () => z.encode(Entry, entry))
  await tellTabs()
}

/** Something happened to an order of the outbox: how it stood before, if it was there at all, and how it stands now. */
export async function happen(key: string, happening: Happening): Promise<{ before?: Entry; now?: Entry }> {
  let before: Entry | undefined
  let now: Entry | undefined
  await change('outbox', key, kept => {
    before = Entry.safeParse(kept).data
    now = before && after(before, happening)
    // What this version cannot read is left to one that can.
    return before ? now && z.encode(Entry, now) : kept
  })
  await tellTabs()
  return { ...(before && { before }), ...(now && { now }) }
}

async function tellTabs() {
  otherTabs?.postMessage('changed')
  await refresh()
}

function listen(listener: () => void) {
  listeners.add(listener)
  void refresh()
  return () => {
    listeners.delete(listener)
  }
}
