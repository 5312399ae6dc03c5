/** Stores a value; returns whether there was room for it, as the browser's storage may be full. */
export function store(key: string, value: string, storage = localStorage): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
