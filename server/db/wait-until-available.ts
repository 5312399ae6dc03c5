import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** The intervals of retries and of repeated log messages, in milliseconds. */
const RETRY_INTERVAL = 1_000
const LOG_INTERVAL = 30_000

/** How long to wait before the first log message, in milliseconds. */
const LOG_AFTER = 5_000

/**
 * Retries the work until the database is available, and logs what it waits for. If the server cannot be reached on the
 * first try, it fails immediately, as a wrong address is more likely than a server that starts late.
 */
export async function retryUntilAvailable<T>(
  address: Address,
  log: (what: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  let lastLogged: number | undefined
  for (;;) {
    try {
      const result = await work()
      if (lastLogged !== undefined) log('The database responds')
      return result
    } catch (error) {
      const isUnreachable = error instanceof DatabaseUnavailable && hasCode(error.cause)
      if (!(error instanceof DatabaseUnavailable) || (isUnreachable && lastLogged === undefined)) throw error
      if (lastLogged === undefined || performance.now() - lastLogged > LOG_INTERVAL) {
        lastLogged = performance.now()
        log(`Waiting for the database ${describeAddress(address)}: ${error.message}`)
      }
      await sleep(RETRY_INTERVAL)
    }
  }
}

/** Awaits the work; logs what is being waited for after 5 seconds, and then every 30. */
export async function awaitWithLog<T>(what: string, log: (what: string) => void, work: Promise<T>): Promise<T> {
  let repeating: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    log(what)
    repeating = setInterval(() => log(what), LOG_INTERVAL)
  }, LOG_AFTER)
  try {
    return await work
  } finally {
    clearTimeout(first)
    clearInterval(repeating)
  }
}

/** Error codes of the operating system begin with E. */
const hasCode = (cause: unknown) => cause instanceof Error && 'code' in cause && String(cause.code).startsWith('E')

/** A description of a database's address, without its credentials. */
function describeAddress(address: Address): string {
  const { host, port, database } = new pg.Client(clientConfig(address))
  return `${'connectionString' in address ? 'of DATABASE_URL' : 'of this portal'}, ${database} at ${host}:${port}`
}
