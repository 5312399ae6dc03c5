import { Socket } from 'node:net'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import { isConnectionError } from './unavailable.ts'

/**
 * The interval of the checks, in milliseconds. All waiting is counted in these ticks and not by the clock, so that time
 * in which this process itself was busy or suspended does not count as a delay of the database.
 */
const TICK = 500

/** Ticks without a reply after which the server is probed. */
const LATE_AFTER = 4

/** Ticks without a reply to the probe after which the database counts as silent. */
const SILENT_AFTER = 8

/** After this many consecutive probes without work for a waiting client, its connection is destroyed. */
const MAX_IDLE_PROBES = 2

type Waiting = {
  /** The server's process for this client; undefined while the client still waits for a connection. */
  process: number | undefined
  giveUp: () => void
  ticks: number
  /** After this many ticks it is given up, whatever the server does. */
  timeout: number
  /** How many consecutive probes found that the server is not working for it. */
  idleProbes: number
}

type WatchedPool = {
  /** Destroys every connection; returns the server's processes that served them. */
  destroyAll: () => number[]
  /** Destroys idle connections. */
  destroyIdle: () => void
}

/**
 * Watches everything that waits for a reply of the database. Once something has waited for 2 seconds, the server is
 * probed over a separate connection. If the probe gets no reply within 4 more seconds, the database is silent: all
 * connections are destroyed, and `isSilent` is true until it responds again. If the server reports that it is not
 * working on a waiting statement, that connection is destroyed. So a slow statement is not aborted, but one whose reply
 * was lost is. Server processes of destroyed connections are terminated as soon as possible, because they may hold
 * locks.
 */
export function watchDatabase(address: Address, pool: WatchedPool) {
  const waiting = new Set<Waiting>()
  let isSilent = false
  let isClosed = false
  let ticking: NodeJS.Timeout | undefined
  let lost: number[] = []
  let probe: { ticks: number; abandon: () => void } | undefined

  const check = async () => {
    const late = [...waiting].filter(({ ticks }) => ticks >= LATE_AFTER)
    const toEnd = [...lost]
    const { result: pending, abandon } = probeAndTerminate(address, late, toEnd)
    probe = { ticks: 0, abandon }
    const result = await pending
    probe = undefined
    if (isClosed) return
    const wasSilent = isSilent
    isSilent = result === 'silent'
    if (result === 'silent') {
      for (const one of waiting) one.giveUp()
      if (!wasSilent) lost.push(...pool.destroyAll())
      return
    }
    if (!result) return
    lost = lost.filter(process => !toEnd.includes(process))
    const stillLate = late.filter(one => waiting.has(one))
    for (const { giveUp, process } of abandonedBy(stillLate, result)) {
      giveUp()
      lost.push(process)
      // The cause may also have broken the idle connections.
      pool.destroyIdle()
    }
  }
  const tick = () => {
    giveUpOverdue(waiting)
    if (probe) {
      probe.ticks++
      if (probe.ticks > SILENT_AFTER) probe.abandon()
    } else if (isSilent || lost.length || [...waiting].some(({ ticks }) => ticks >= LATE_AFTER)) {
      void check()
    } else if (waiting.size === 0) {
      clearInterval(ticking)
      ticking = undefined
    }
  }
  return {
    get isSilent() {
      return isSilent
    },
    /**
     * Registers a wait of at most `timeout` milliseconds of the process's own time; call the returned function when it
     * is over.
     */
    begin(process: number | undefined, giveUp: () => void, timeout = Number.POSITIVE_INFINITY): () => void {
      const one = { process, giveUp, ticks: 0, timeout: Math.ceil(timeout / TICK), idleProbes: 0 }
      waiting.add(one)
      ticking ??= setInterval(tick, TICK).unref()
      return () => void waiting.delete(one)
    },
    close() {
      isClosed = true
      clearInterval(ticking)
      probe?.abandon()
    },
  }
}

/** Counts a tick for every waiting client, and gives up those that have waited longer than their timeout. */
function giveUpOverdue(waiting: Set<Waiting>) {
  for (const one of waiting) {
    one.ticks++
    if (one.ticks <= one.timeout) continue
    waiting.delete(one)
    one.giveUp()
  }
}

/** Counts the probes that found no work for each late client, and returns the clients with too many of them. */
function abandonedBy(late: Waiting[], atWork: ReadonlySet<number>) {
  return late.flatMap(one => {
    const { process, giveUp } = one
    if (process === undefined) return []
    one.idleProbes = atWork.has(process) ? 0 : one.idleProbes + 1
    return one.idleProbes < MAX_IDLE_PROBES ? [] : [{ process, giveUp }]
  })
}

/**
 * Queries the server for the late clients' processes that are at work, and terminates the processes `toEnd`. The result
 * is undefined if the server cannot report them, and `silent` if it does not respond.
 */
function probeAndTerminate(address: Address, late: Waiting[], toEnd: number[]) {
  const socket = new Socket()
  const client = new pg.Client({ ...clientConfig(address), application_name: 'toptan-watch', stream: () => socket })
  client.on('error', () => undefined)
  const run = async (): Promise<Set<number> | 'silent' | undefined> => {
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(AT_WORK, [late.flatMap(({ process }) => process ?? [])])
      if (toEnd.length) await client.query(END, [toEnd])
      void client.end()
      return new Set(rows.map(({ pid }) => pid))
    } catch (error) {
      socket.destroy()
      return isConnectionError(error) && !isFull(error) ? 'silent' : undefined
    }
  }
  return { result: run(), abandon: () => void socket.destroy() }
}

/** The server is out of connections, so it is alive. */
const isFull = (error: unknown) => error instanceof pg.DatabaseError && error.code === '53300'

// Without activity tracking ('disabled') the state is unknown and counts as working.
const AT_WORK = `select pid from pg_stat_activity where pid = any($1::int[]) and state not like 'idle%'`

const END = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1::int[]) and usename = current_user and application_name = 'toptan'`
