const STORES = ['outbox', 'answers', 'catalogue'] as const
type StoreName = (typeof STORES)[number]

let opened: Promise<IDBDatabase | undefined> | undefined
// Data that the browser cannot store is held here until it can, as long as the page is open.
const inMemory: Record<StoreName, Map<string, unknown>> = {
  outbox: new Map(),
  answers: new Map(),
  catalogue: new Map(),
}

/**
 * Updates a stored value in one transaction, atomic across tabs, and returns the new value; `undefined` deletes it. If
 * the value cannot be read, the updater gets `undefined`, and deletes nothing.
 */
export async function updateStored<T>(store: StoreName, name: string, updater: (stored: unknown) => T): Promise<T> {
  const memory = inMemory[store]
  let stored = memory.get(name)
  let isKnown = memory.has(name)
  for (let tries = 0; tries < 2; tries++) {
    const db = await database()
    if (!db) break
    try {
      const tx = db.transaction(store, 'readwrite', { durability: 'strict' })
      uncommitted.add(tx)
      const values = tx.objectStore(store)
      stored = await resultOf(values.get(name)).finally(() => uncommitted.delete(tx))
      isKnown = true
      // A value that could not be stored replaces the older one of the database.
      if (memory.has(name)) stored = memory.get(name)
      const next = updater(stored)
      if (next === undefined) values.delete(name)
      else values.put(next, name)
      tx.commit()
      await committed(tx)
      memory.delete(name)
      return next
    } catch {
      // The connection was closed: retry with a new one. Out of space: fall back to memory.
    }
  }
  const next = updater(stored)
  if (isKnown || next !== undefined) memory.set(name, next)
  return next
}

/** Whether a value outlasts this page, as opposed to being held in memory. */
export const isPersistent = (store: StoreName, name: string) => !inMemory[store].has(name)

/** Reads a stored value. */
export async function readStored(store: StoreName, name: string): Promise<unknown> {
  if (inMemory[store].has(name)) return inMemory[store].get(name)
  const db = await database()
  if (!db) return undefined
  try {
    const tx = db.transaction(store)
    const stored = resultOf(tx.objectStore(store).get(name))
    tx.commit()
    return await stored
  } catch {
    return undefined
  }
}

/** Reads all values of a store, by name. */
export async function readAll(store: StoreName): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  const db = await database()
  const [names, values] = db ? await allIn(db, store).catch(() => [[], []]) : [[], []]
  for (const [place, name] of names.entries()) if (typeof name === 'string') found.set(name, values[place])
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

async function allIn(db: IDBDatabase, store: StoreName) {
  const tx = db.transaction(store)
  const stored = tx.objectStore(store)
  const found = Promise.all([resultOf(stored.getAllKeys()), resultOf<unknown[]>(stored.getAll())])
  tx.commit()
  return found
}

// WebKit suspends a page that is left, including its open transactions; transactions of the next page would wait for
// them forever. So each is committed with its last request, and on `pagehide` one that has more requests to send is
// aborted.
const uncommitted = new Set<IDBTransaction>()
addEventListener('pagehide', () => {
  for (const tx of uncommitted) {
    opened = undefined
    tx.db.close()
    tx.abort()
  }
})

// An async function, because `indexedDB.open` throws synchronously where IndexedDB is missing.
async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('toptan', 1)
  request.onupgradeneeded = () => STORES.forEach(store => request.result.createObjectStore(store))
  const db = await resultOf(request)
  // A newer version of the app in another tab needs to upgrade the database.
  db.onversionchange = () => {
    opened = undefined
    db.close()
  }
  // The browser closed it.
  db.onclose = () => {
    opened = undefined
  }
  return db
}

const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the request failed'))
  })

const committed = (tx: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new Error('the transaction was aborted'))
  })
