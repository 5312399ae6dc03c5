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
  const updated = await twice(async db => {
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
    return { next }
  })
  if (updated) return updated.next
  const next = updater(stored)
  if (isKnown || next !== undefined) memory.set(name, next)
  return next
}

/** When a value was stored, in ms since 1970; 0 for a time in the future, when the device's clock was wrong. */
export const pastTime = (at: number) => (at > Date.now() ? 0 : at)

/** Whether a value outlasts this page, as opposed to being held in memory. */
export const isPersistent = (store: StoreName, name: string) => !inMemory[store].has(name)

/** Reads a stored value. */
export async function readStored(store: StoreName, name: string): Promise<unknown> {
  if (inMemory[store].has(name)) return inMemory[store].get(name)
  return twice(async db => {
    const tx = db.transaction(store)
    const stored = resultOf(tx.objectStore(store).get(name))
    tx.commit()
    return stored
  })
}

/** Reads all values of a store, by name. `known` are those that the database is taken to have if it cannot be read. */
export async function readAll(store: StoreName, known?: ReadonlyMap<string, unknown>): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>((await twice(db => allIn(db, store))) ?? known)
  for (const [name, value] of inMemory[store]) {
    if (value === undefined) found.delete(name)
    else found.set(name, value)
  }
  return found
}

/**
 * Does work on the database, with a new connection once more if it fails; resolves to undefined if both fail, as when
 * the device is full. WebKit closes connections of a page in the background without an event.
 */
async function twice<Result>(
  work: (db: IDBDatabase) => Promise<Result>,
  isSecond = false,
): Promise<Result | undefined> {
  const connection = database()
  const db = await connection
  try {
    return db && (await work(db))
  } catch {
    // Other work may have opened a new one already.
    if (opened === connection) opened = undefined
    db?.close()
    return isSecond ? undefined : twice(work, true)
  }
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
  const [names, values] = await found
  return names.flatMap((name, place) => (typeof name === 'string' ? [[name, values[place]] as const] : []))
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
