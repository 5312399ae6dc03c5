import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

const SHELVES = ['outbox', 'answers', 'catalogue'] as const
type Shelf = (typeof SHELVES)[number]
type Shelves = DBSchema & Record<Shelf, { key: string; value: unknown }>

let opened: Promise<IDBPDatabase<Shelves> | undefined> | undefined
// What the browser would not keep for us lasts as long as the page.
const inMemory: Record<Shelf, Map<string, unknown>> = { outbox: new Map(), answers: new Map(), catalogue: new Map() }

/**
 * Changes what is kept under a name, in one step over all tabs, and answers what it made of it; `undefined` leaves
 * nothing.
 */
export async function change<T>(shelf: Shelf, name: string, how: (kept: unknown) => T): Promise<T> {
  const memory = inMemory[shelf]
  let kept = memory.get(name)
  for (let tries = 0; tries < 2 && !memory.has(name); tries++) {
    const db = await database()
    if (!db) break
    try {
      const tx = db.transaction(shelf, 'readwrite', { durability: 'strict' })
      kept = await tx.store.get(name)
      const made = how(kept)
      await (made === undefined ? tx.store.delete(name) : tx.store.put(made, name))
      await tx.done
      return made
    } catch {
      // Closed meanwhile: opened anew. No room: the page's own memory is better than nothing.
    }
  }
  const made = how(kept)
  memory.set(name, made)
  return made
}

/** Whether what was written under a name outlasts this page. */
export const isLasting = (shelf: Shelf, name: string) => !inMemory[shelf].has(name)

/** What is kept under a name. */
export async function readKept(shelf: Shelf, name: string): Promise<unknown> {
  if (inMemory[shelf].has(name)) return inMemory[shelf].get(name)
  const db = await database()
  return db?.get(shelf, name).catch(() => undefined)
}

/** All that a shelf holds, by name. */
export async function allKept(shelf: Shelf): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  const db = await database()
  const tx = db?.transaction(shelf)
  const [names = [], values = []] = tx
    ? await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]).catch(() => [])
    : []
  names.forEach((name, place) => found.set(name, values[place]))
  for (const [name, value] of inMemory[shelf]) {
    if (value === undefined) found.delete(name)
    else found.set(name, value)
  }
  return found
}

function database() {
  opened ??= open().catch(() => {
    // What failed once, for want of room or in a hurry, may do another time.
    opened = undefined
    return undefined
  })
  return opened
}

// Where there is no database at all, asking for it throws at once.
const open = async () =>
  openDB<Shelves>('toptan', 1, {
    upgrade: db => SHELVES.forEach(shelf => db.createObjectStore(shelf)),
    // A newer version of the app, in another tab, wants to change it.
    blocking: (_was, _wanted, event) => {
      opened = undefined
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: () => {
      opened = undefined
    },
  })
