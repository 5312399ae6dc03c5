import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { session, whenSessionChanges } from '../session.ts'
import { allKept, change } from './database.ts'
import { after, Entry, type Happening } from './outbox-entry.ts'

let shown: readonly Entry[] = []
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('outbox')
otherTabs.addEventListener('message', () => void refresh())
whenSessionChanges(() => void refresh())

/** The orders of the signed-in customer that wait in this browser, oldest first; every open tab shows the same. */
export function useOutbox(): readonly Entry[] {
  return useSyncExternalStore(listen, () => shown)
}

/** What waits now, looked up anew. */
export async function refresh(): Promise<readonly Entry[]> {
  const found = [...(await allKept('outbox')).values()].flatMap(kept => Entry.safeParse(kept).data ?? [])
  const mine = found.filter(entry => entry.user_id === session()?.user.id)
  shown = mine.sort((a, b) => a.created_at.localeCompare(b.created_at))
  for (const listener of listeners) listener()
  return shown
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
  otherTabs.postMessage('changed')
  await refresh()
}

function listen(listener: () => void) {
  listeners.add(listener)
  void refresh()
  return () => {
    listeners.delete(listener)
  }
}
