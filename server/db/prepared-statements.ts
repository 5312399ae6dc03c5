/** A text is prepared at this execution; a rarer one is not worth a plan in every connection. */
const PREPARED_FROM = 3

/** In characters. Longer texts are mostly inserts of many rows, which are rarely executed twice. */
const MAX_LENGTH = 8_000

/** The largest number of prepared statements of a connection, and of texts whose executions are counted. */
export const MAX_PREPARED = 400
const MAX_COUNTED = 2_000

const executions = new Map<string, number>()
/** In the order of their last use. */
const names = new Map<string, string>()
let lastNumber = 0

/**
 * The name under which connections prepare this statement, so that PostgreSQL parses and plans it once per connection;
 * undefined for one that is rare or too long. The same text keeps its name until `MAX_PREPARED` others have been used
 * after it: texts that vary must not displace those that do not.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) {
    names.delete(text)
    names.set(text, known)
    return known
  }
  if (text.length > MAX_LENGTH) return undefined
  const count = (executions.get(text) ?? 0) + 1
  if (count < PREPARED_FROM) {
    if (executions.size >= MAX_COUNTED) executions.clear()
    executions.set(text, count)
    return undefined
  }
  executions.delete(text)
  const name = `s${lastNumber++}`
  names.set(text, name)
  if (names.size > MAX_PREPARED) deleteFirst(names)
  return name
}

/** Deletes the entry that was set before all others, and returns its key. */
export function deleteFirst<Key>(map: Map<Key, unknown>): Key | undefined {
  for (const key of map.keys()) {
    map.delete(key)
    return key
  }
  return undefined
}
