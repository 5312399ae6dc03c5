import { store } from './storage.ts'

/** How many addresses are remembered: a search that is being typed opens another one every few keys. */
const MAX_ADDRESSES = 20

/**
 * What is remembered of the latest addresses of this tab, also after the page is loaded again, if the tab's storage has
 * room. `read` restores a value from its JSON form.
 */
export function createAddressMemory<Stored, Value>(storageKey: string, read: (stored: Stored) => Value) {
  const values = new Map<string, Value>()
  try {
    const found: [string, Stored][] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    for (const [address, stored] of found) values.set(address, read(stored))
  } catch {
    // Stored by another version: forgotten.
  }
  addEventListener('pagehide', () => store(storageKey, JSON.stringify([...values]), sessionStorage))
  return {
    get: (address: string) => values.get(address),
    /** Sets the value of the latest address, and forgets the oldest ones. */
    set(address: string, value: Value) {
      values.delete(address)
      values.set(address, value)
      for (const oldest of values.keys()) if (values.size > MAX_ADDRESSES) values.delete(oldest)
    },
    delete: (address: string) => values.delete(address),
  }
}
