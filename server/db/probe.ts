import { Socket } from 'node:net'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import { isConnectionError } from './unavailable.ts'

/**
 * How often what waits is looked at, in milliseconds. Everything else is counted in these ticks, not by the clock: a
 * process that was itself busy or suspended must not blame the database for it.
 */
const TICK = 500

/** After so many ticks without an answer the database is asked whether it still works. */
const LATE = 4

/** A database that does not answer that question within so many ticks is silent. */
const PATIENCE = 8

/** So many times in a row the server must say that it does nothing for a client that waits. */
const STRIKES = 2

type Waiting = {
  /** The server's process for this client; undefined while a connection is still wanted. */
  process: number | undefined
  giveUp: () => void
  ticks: number
  strikes: number
}

export type Pool = {
  /** Destroys every connection; answers which processes of the server served them. */
  giveUpAll: () => number[]
  /** Destroys idle connections. */
  giveUpIdle: () => void
}

/**
 * Watches over everything that waits for an answer of the database. As soon as something has waited for 2 seconds, the
 * server is asked over a connection of its own. If it does not answer within 4 more, it is silent: everything is given up,
 * and `isSilent` holds until it answers again. If it answers that it is not working on a statement that waits, that
 * connection is given up. So a statement that takes long is left alone, and one that will never be answered is not. What
 * the server still does for a connection that was given up is ended as soon as it can be told: it may hold locks.
 */
export function watchDatabase(address: Address, pool: Pool) {
  const waiting = new Set<Waiting>()
  let isSilent = false
  let isClosed = false
  let ticking: NodeJS.Timeout | undefined
  let lost: number[] = []
  let question: { ticks: number; abandon: () => void } | undefined

  const ask = async () => {
    const late = [...waiting].filter(({ ticks }) => ticks >= LATE)
    const toEnd = [...lost]
    const asked = askServer(address, late, toEnd)
    question = { ticks: 0, abandon: asked.abandon }
    const answer = await asked.answer
    question = undefined
    if (isClosed) return
    const wasSilent = isSilent
    isSilent = answer === 'silent'
    if (answer === 'silent') {
      for (const one of waiting) one.giveUp()
      if (!wasSilent) lost.push(...pool.giveUpAll())
      return
    }
    if (!answer) return
    lost = lost.filter(process => !toEnd.includes(process))
    for (const one of late.filter(one => waiting.has(one) && one.process !== undefined)) {
      one.strikes = answer.has(one.process!) ? 0 : one.strikes + 1
      if (one.strikes < STRIKES) continue
      one.giveUp()
      lost.push(one.process!)
      // What broke this one may well have broken those that have nothing to do.
      pool.giveUpIdle()
    }
  }
  const tick = () => {
    for (const one of waiting) one.ticks++
    if (question) {
      question.ticks++
      if (question.ticks > PATIENCE) question.abandon()
    } else if (isSilent || lost.length || [...waiting].some(({ ticks }) => ticks >= LATE)) {
      void ask()
    } else if (waiting.size === 0) {
      clearInterval(ticking)
      ticking = undefined
    }
  }
  return {
    get isSilent() {
      return isSilent
    },
    /** From now on something waits; call the answer when it no longer does. */
    begin(process: number | undefined, giveUp: () => void): () => void {
      const one = { process, giveUp, ticks: 0, strikes: 0 }
      waiting.add(one)
      ticking ??= setInterval(tick, TICK).unref()
      return () => void waiting.delete(one)
    },
    close() {
      isClosed = true
      clearInterval(ticking)
      question?.abandon()
    },
  }
}

/** Which of these the server is working for; undefined when it answers but does not tell, `silent` when nothing comes. */
function askServer(address: Address, late: Waiting[], toEnd: number[]) {
  const socket = new Socket()
  const client = new pg.Client({ ...clientConfig(address), application_name: 'toptan-watch', stream: () => socket })
  client.on('error', () => undefined)
  const answer = async (): Promise<Set<number> | 'silent' | undefined> => {
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
  return { answer: answer(), abandon: () => void socket.destroy() }
}

/** It says that it has no connection to spare: it is there, and works. */
const isFull = (error: unknown) => error instanceof pg.DatabaseError && error.code === '53300'

// Without activity tracking ('disabled') nothing is known: then it is taken to be at work.
const AT_WORK = `select pid from pg_stat_activity where pid = any($1::int[]) and state not like 'idle%'`

const END = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1::int[]) and usename = current_user and application_name = 'toptan'`
