import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

const STORES = ['outbox', 'answers', 'catalogue'] as const
type StoreName = (typeof STORES)[number]
type Schema = DBSchema & Record<StoreName, { key: string; value: unknown }>

let opened: Promise<IDBPDatabase<Schema> | undefined> | undefined
// Data that the browser cannot store lasts as long as the page.
const inMemory: Record<StoreName, Map<string, unknown>> = {
  outbox: new Map(),
  answers: new Map(),
  catalogue: new Map(),
}

/**
 * Updates a stored value in one transaction, atomic across tabs, and returns the new value; `undefined` deletes it.
 */
export async function updateStored<T>(store: StoreName, name: string, updater: (stored: unknown) => T): Promise<T> {
  const memory = inMemory[store]
  let stored = memory.get(name)
  for (let tries = 0; tries < 2 && !memory.has(name); tries++) {
    const db = await database()
    if (!db) break
    try {
      const tx = db.transaction(store, 'readwrite', { durability: 'strict' })
      stored = await tx.store.get(name)
      const next = updater(stored)
      await (next === undefined ? tx.store.delete(name) : tx.store.put(next, name))
      await tx.done
      return next
    } catch {
      // The connection was closed: retry with a new one. Out of space: fall back to memory.
    }
  }
  const next = updater(stored)
  memory.set(name, next)
  return next
}

/** Whether a value outlasts this page, as opposed to being held in memory. */
export const isPersistent = (store: StoreName, name: string) => !inMemory[store].has(name)

/** Reads a stored value. */
export async function readStored(store: StoreName, name: string): Promise<unknown> {
  if (inMemory[store].has(name)) return inMemory[store].get(name)
  const db = await database()
  return db?.get(store, name).catch(() => undefined)
}

/** Reads all values of a store, by name. */
export async function readAll(store: StoreName): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  const db = await database()
  const tx = db?.transaction(store)
  const [names = [], values = []] = tx
    ? await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]).catch(() => [])
    : []
  names.forEach((name, place) => found.set(name, values[place]))
  for (const [name, value] of inMemory[store]) {
    if (value === undefined) found.delete(name)
    else found.set(name, value)
  }
  return found
}

function database() {
  opened ??= open().catch(() => {
    // A failure may be temporary (out of space, say), so the next call tries again.
    opened = undefined
    return undefined
  })
  return opened
}

// An async function, because `openDB` throws synchronously where there is no IndexedDB.
const open = async () =>
  openDB<Schema>('toptan', 1, {
    upgrade: db => STORES.forEach(store => db.createObjectStore(store)),
    // A newer version of the app, in another tab, wants to upgrade the database.
    blocking: (_was, _wanted, event) => {
      opened = undefined
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: () => {
      opened = undefined
    },
  })
