import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** How long until another try, and how often it is said again what is waited for, in milliseconds. */
const TRIES_EVERY = 1_000
const SAYS_EVERY = 30_000

/** What is waited for is said after so long, in milliseconds. */
const SAYS_AFTER = 5_000

/**
 * Does the work again until the database does not fail it any more, and says meanwhile what it waits for. A server that
 * cannot be reached at all on the first try is more likely a wrong address than one that is late: that fails at once.
 */
export async function untilAvailable<T>(
  address: Address,
  say: (what: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  let lastSaid: number | undefined
  for (;;) {
    try {
      const result = await work()
      if (lastSaid !== undefined) say('The database answers')
      return result
    } catch (error) {
      const isUnreachable = error instanceof DatabaseUnavailable && hasCode(error.cause)
      if (!(error instanceof DatabaseUnavailable) || (isUnreachable && lastSaid === undefined)) throw error
      if (lastSaid === undefined || performance.now() - lastSaid > SAYS_EVERY) {
        lastSaid = performance.now()
        say(`Waiting for the database ${placeOf(address)}: ${error.message}`)
      }
      await sleep(TRIES_EVERY)
    }
  }
}

/** Does the work; when it takes longer than 5 seconds, says what is being waited for, and again every 30. */
export async function sayingWhat<T>(what: string, say: (what: string) => void, work: Promise<T>): Promise<T> {
  let repeating: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    say(what)
    repeating = setInterval(() => say(what), SAYS_EVERY)
  }, SAYS_AFTER)
  try {
    return await work
  } finally {
    clearTimeout(first)
    clearInterval(repeating)
  }
}

/** Errors of the operating system have a code that begins with E. */
const hasCode = (cause: unknown) => cause instanceof Error && 'code' in cause && String(cause.code).startsWith('E')

/** Where a database is, without what is secret. */
function placeOf(address: Address): string {
  const { host, port, database } = new pg.Client(clientConfig(address))
  return `${'connectionString' in address ? 'of DATABASE_URL' : 'of this portal'}, ${database} at ${host}:${port}`
}
