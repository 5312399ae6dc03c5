/** Executions of a text after which it is prepared: fewer are not worth a plan that every connection retains. */
const PREPARED_FROM = 3

/** Longer texts are mostly inserts of many rows, of which hardly two are alike. */
const MAX_LENGTH = 8_000

/** The most prepared statements of a connection, and the most texts that are counted. */
const MAX_PREPARED = 400
const MAX_COUNTED = 2_000

const executions = new Map<string, number>()
const names = new Map<string, string>()

/**
 * The name under which connections prepare this statement, so that PostgreSQL parses and plans it once per connection;
 * undefined for one that is rare or too long. The same text always has the same name.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known || text.length > MAX_LENGTH || names.size >= MAX_PREPARED) return known
  const count = (executions.get(text) ?? 0) + 1
  if (count < PREPARED_FROM) {
    if (executions.size >= MAX_COUNTED) executions.clear()
    executions.set(text, count)
    return undefined
  }
  executions.delete(text)
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
