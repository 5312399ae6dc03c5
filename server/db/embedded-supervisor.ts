import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'

/** One run of the server's process. */
export type Run = {
  pid: number
  ready: Promise<void>
  /** Resolves when the process has ended, with how it ended and the last that it logged. */
  ended: Promise<string>
}

export type Keeping = {
  launch: () => Promise<Run>
  /** Ends the server and whatever is left of it. */
  end: (pid: number, how: { isStuck: boolean }) => Promise<void>
  address: Address
  say: (what: string) => void
}

/** How often the server is asked how it is, and how long an answer may take, in milliseconds. */
const ASKS_EVERY = 1_000
const PATIENCE = 2_000

/** So many times in a row each of these may be the answer before the server is ended. Recovering may take minutes. */
const TOLERATED = { silent: 5, stopping: 5, recovering: 300 }

/** The longest wait before another start, in milliseconds. A run that lasts longer than a minute begins the count anew. */
const LONGEST_WAIT = 10_000
const STABLE_AFTER = 60_000

/**
 * Keeps a server running until `stop`: when it ends, does not answer any more or hangs while it shuts down unasked, it is
 * ended for good and started anew, at once and then after ever longer waits.
 */
export function keepRunning(first: Run, { launch, end, address, say }: Keeping) {
  const stopping = new AbortController()
  let current: Run | undefined = first

  const follow = async () => {
    let failures = 0
    for (let run = first; ; ) {
      const startedAt = performance.now()
      const asking = new AbortController()
      const trouble = await Promise.race([run.ended, stuck(address, asking.signal)])
      asking.abort()
      if (stopping.signal.aborted) return
      failures = performance.now() - startedAt > STABLE_AFTER ? 0 : failures + 1
      say(`The embedded PostgreSQL is started anew, because it broke: ${trouble}`)
      await end(run.pid, { isStuck: true })
      const next = await startAgain(failures)
      if (!next) return
      run = next
      say('The embedded PostgreSQL answers again')
    }
  }
  const startAgain = async (failures: number): Promise<Run | undefined> => {
    for (let tries = failures; ; tries++) {
      const wait = tries > 1 ? Math.min(LONGEST_WAIT, 100 * 2 ** tries) : 0
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return undefined
      try {
        current = undefined
        current = await launch()
        const failed = await Promise.race([current.ready, current.ended])
        if (failed === undefined) return current
        say(`The embedded PostgreSQL did not start: ${failed}`)
      } catch (error) {
        say(`The embedded PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  const following = follow()
  return {
    get pid() {
      return current?.pid ?? first.pid
    },
    async stop() {
      stopping.abort()
      // One that is just being launched is ended as soon as it is there.
      for (let isOver = false; !isOver; ) {
        if (current) await end(current.pid, { isStuck: false })
        isOver = await Promise.race([following.then(() => true), sleep(50, false)])
      }
      if (current) await end(current.pid, { isStuck: false })
    },
    gone: following.then(async () => (current ? current.ended : 'ended before it had started again')),
  }
}

/** Resolves when the server is no longer of any use although its process lives, with what is wrong. */
async function stuck(address: Address, signal: AbortSignal): Promise<string> {
  const inARow = { silent: 0, stopping: 0, recovering: 0 }
  while (!signal.aborted) {
    await sleep(ASKS_EVERY, undefined, { signal, ref: false }).catch(() => undefined)
    const condition = await conditionOf(address)
    for (const each of ['silent', 'stopping', 'recovering'] as const) {
      inARow[each] = condition === each ? inARow[each] + 1 : 0
      if (inARow[each] >= TOLERATED[each]) return `it has long been ${each}`
    }
  }
  return ''
}

async function conditionOf(address: Address): Promise<'well' | keyof typeof TOLERATED> {
  const socket = new Socket()
  const client = new pg.Client({ ...clientConfig(address), application_name: 'toptan-watch', stream: () => socket })
  client.on('error', () => undefined)
  const impatience = setTimeout(() => socket.destroy(), PATIENCE)
  try {
    await client.connect()
    void client.end()
    return 'well'
  } catch (error) {
    socket.destroy()
    if (!(error instanceof pg.DatabaseError)) return 'silent'
    if (error.code !== '57P03') return 'well'
    return error.message.includes('shutting down') ? 'stopping' : 'recovering'
  } finally {
    clearTimeout(impatience)
  }
}
