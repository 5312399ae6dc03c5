import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import { setProcessTimeout } from './own-time.ts'

/** One run of the server's process. */
export type Run = {
  pid: number
  ready: Promise<void>
  /** Resolves when the process has ended, with its exit status and the last lines that it logged. */
  ended: Promise<string>
}

type SupervisorOptions = {
  launch: () => Promise<Run>
  /** Ends the server and its remaining processes. */
  end: (pid: number, how: { isStuck: boolean }) => Promise<void>
  /** Whether the server has the process that recovers it after a crash. */
  hasStartupProcess: (pid: number) => Promise<boolean>
  address: Address
  log: (what: string) => void
  /** The interval of the health check and its timeout, in milliseconds in which this process runs. */
  checks?: { interval: number; timeout: number }
}

const CHECKS = { interval: 1_000, timeout: 2_000 }

/**
 * Consecutive bad checks after which the server is ended. Crash recovery may take minutes. PostgreSQL 18 sometimes
 * waits forever for a startup process that has ended, for instance on a full disk; between a crash and the recovery it
 * also has none for a short time.
 */
const TOLERATED = { silent: 5, stopping: 5, recovering: 300, 'recovering without a startup process': 10 }
type Condition = keyof typeof TOLERATED

/** The longest backoff between restarts, in milliseconds. A run that lasts longer than a minute resets it. */
const MAX_BACKOFF = 10_000
const STABLE_AFTER = 60_000

/**
 * Keeps a server running until `stop`: if it exits, stops responding or hangs in a shutdown, it is ended and restarted,
 * at first immediately and then with growing backoff.
 */
export function supervise(first: Run, options: SupervisorOptions) {
  const { launch, end, address, log, checks = CHECKS } = options
  const stopping = new AbortController()
  let current: Run | undefined = first

  const watch = async () => {
    let failures = 0
    for (let run = first; ; ) {
      const startedAt = performance.now()
      const checking = new AbortController()
      const condition = async (): Promise<'healthy' | Condition> => {
        const found = await conditionOf(address, checks.timeout)
        if (found !== 'recovering' || (await options.hasStartupProcess(run.pid))) return found
        return 'recovering without a startup process'
      }
      const cause = await Promise.race([run.ended, untilStuck(condition, checks.interval, checking.signal)])
      checking.abort()
      if (stopping.signal.aborted) return
      failures = performance.now() - startedAt > STABLE_AFTER ? 0 : failures + 1
      log(`The embedded PostgreSQL is restarted, because it failed: ${cause}`)
      await end(run.pid, { isStuck: true })
      const next = await restart(failures)
      if (!next) return
      run = next
      log('The embedded PostgreSQL responds again')
    }
  }
  const restart = async (failures: number): Promise<Run | undefined> => {
    for (let tries = failures; ; tries++) {
      const wait = tries > 1 ? Math.min(MAX_BACKOFF, 100 * 2 ** tries) : 0
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return undefined
      try {
        current = undefined
        current = await launch()
        const failed = await Promise.race([current.ready, current.ended])
        if (failed === undefined) return current
        log(`The embedded PostgreSQL did not start: ${failed}`)
      } catch (error) {
        log(`The embedded PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  const watching = watch()
  return {
    get pid() {
      return current?.pid ?? first.pid
    },
    async stop() {
      stopping.abort()
      // A server that is being launched is ended as soon as it exists.
      for (let isOver = false; !isOver; ) {
        if (current) await end(current.pid, { isStuck: false })
        isOver = await Promise.race([watching.then(() => true), sleep(50, false)])
      }
      if (current) await end(current.pid, { isStuck: false })
    },
    exited: watching.then(async () => (current ? current.ended : 'ended before it was restarted')),
  }
}

/** Resolves with the reason when the server's process lives but is unusable. */
async function untilStuck(
  check: () => Promise<'healthy' | Condition>,
  interval: number,
  signal: AbortSignal,
): Promise<string> {
  let inARow = 0
  let previous: 'healthy' | Condition = 'healthy'
  while (!signal.aborted) {
    await sleep(interval, undefined, { signal, ref: false }).catch(() => undefined)
    const condition = await check()
    inARow = condition === previous ? inARow + 1 : 1
    previous = condition
    if (condition !== 'healthy' && inARow >= TOLERATED[condition]) return `it has been ${condition} for too long`
  }
  return ''
}

async function conditionOf(address: Address, timeout: number): Promise<'healthy' | Condition> {
  const socket = new Socket()
  const client = new pg.Client({ ...clientConfig(address), application_name: 'toptan-watch', stream: () => socket })
  client.on('error', () => undefined)
  const cancel = setProcessTimeout(timeout, () => socket.destroy())
  try {
    await client.connect()
    void client.end()
    return 'healthy'
  } catch (error) {
    socket.destroy()
    if (!(error instanceof pg.DatabaseError)) return 'silent'
    if (error.code !== '57P03') return 'healthy'
    return error.message.includes('shutting down') ? 'stopping' : 'recovering'
  } finally {
    cancel()
  }
}
