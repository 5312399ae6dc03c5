import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { WorkerMetrics } from './cluster-metrics.ts'
import { logToStderr as log, openEmbedded } from './database.ts'
import { shareNextRun } from './db/share-next-run.ts'
import type { Settings } from './settings.ts'
import { PING, RETIRE, RUNNING_DATABASE, Serving } from './worker-messages.ts'

/** A worker that ran for longer is replaced immediately when it ends, others with growing backoff; in milliseconds. */
const STABLE_AFTER = 60_000
/** The longest backoff, in milliseconds. */
const MAX_BACKOFF = 30_000

/** How long a worker may take to stop or to retire before it is killed, in milliseconds; longer than its own limits. */
const STOP_TIMEOUT = 20_000
const RETIREMENT_TIMEOUT = 200_000

/** How often a serving worker is pinged, in milliseconds. It replies immediately unless its event loop is blocked. */
const PING_INTERVAL = 5_000

/** After this many pings without a reply a worker is killed. */
const MAX_UNANSWERED = 6
/** After this many pings without a reply a worker that is to stop is killed immediately. */
const UNRESPONSIVE = 2

type Options = { program: string; pingInterval?: number }

/**
 * Runs the portal in several processes behind one port and keeps them running. This process owns the port and the
 * embedded database and serves no request; the workers load the program from disk when they start. SIGHUP replaces them
 * one after the other, when all have started; SIGTERM and SIGINT stop everything. Resolves to the address when all
 * workers serve; ends the process if the first one cannot start, which has then reported why.
 */
export async function startCluster(settings: Settings, options: Options): Promise<string> {
  const { program, pingInterval = PING_INTERVAL } = options
  let begin: (workers: Workers) => void = () => undefined
  const started = new Promise<Workers>(resolve => (begin = resolve))
  const replaceAll = shareNextRun(async () => (await started).replaceAll())
  // First of all, as the signal would otherwise end the process.
  process.on('SIGHUP', () => void replaceAll())
  const embedded = settings.databaseUrl ? undefined : await openEmbedded(settings, log)
  const { host, user, database } = embedded ?? {}
  const environment = embedded && { [RUNNING_DATABASE]: JSON.stringify({ host, user, database }) }
  // Connections are distributed in turn. The kernel would give most of them to a few processes.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ exec: program })
  const workers = new Workers(() => cluster.fork(environment), pingInterval)
  const exit = async (code: number) => {
    await workers.stop()
    await embedded?.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void exit(0))
  // Alone, because it migrates the database and creates the first admin.
  const address = await workers.startFirst()
  if (address === undefined) return exit(1)
  await workers.startOthers(settings.workers - 1)
  begin(workers)
  return address
}

/** The workers of this process. */
class Workers {
  readonly #fork: () => Worker
  readonly #pingInterval: number
  /** The workers whose end is not expected, so that another one replaces them. */
  readonly #supervised = new Set<Worker>()
  readonly #alive = new Set<Worker>()
  /** The pings without a reply of each worker that serves. */
  readonly #unanswered = new Map<Worker, number>()
  readonly #metrics = new WorkerMetrics()
  #failures = 0
  #isStopping = false

  constructor(fork: () => Worker, pingInterval: number) {
    this.#fork = fork
    this.#pingInterval = pingInterval
  }

  /** Resolves to its address, or to undefined if it ends before it serves. */
  async startFirst(): Promise<string | undefined> {
    const { worker, serves } = this.#start()
    const address = await serves
    if (address !== undefined) this.#supervise(worker)
    return address
  }

  async startOthers(count: number) {
    const started = Array.from({ length: count }, () => this.#start())
    for (const { worker } of started) this.#supervise(worker)
    await Promise.all(started.map(({ serves }) => serves))
  }

  /**
   * Replaces each worker by a new one; the old one retires when the new one serves. If a new one cannot start, the rest
   * stay as they are.
   */
  async replaceAll() {
    log(`Replacing ${this.#supervised.size} workers`)
    for (const old of Array.from(this.#supervised)) {
      // A worker that has ended since the beginning has been replaced already.
      if (this.#isStopping || !this.#supervised.has(old)) continue
      const { worker, serves } = this.#start()
      if ((await serves) === undefined) return log('A new worker could not start: the remaining ones are not replaced')
      // If the old worker ended while this one was starting, it has been replaced, and this one is superfluous.
      const isReplaced = !this.#supervised.delete(old)
      const leaving = isReplaced ? worker : old
      if (!isReplaced) this.#supervise(worker)
      leaving.send(RETIRE, () => undefined)
      await ended(leaving, RETIREMENT_TIMEOUT)
    }
    if (!this.#isStopping) log('All workers are replaced')
  }

  async stop() {
    this.#isStopping = true
    for (const worker of this.#alive) {
      const isResponsive = (this.#unanswered.get(worker) ?? 0) < UNRESPONSIVE
      worker.process.kill(isResponsive ? 'SIGTERM' : 'SIGKILL')
    }
    await Promise.all([...this.#alive].map(worker => ended(worker, STOP_TIMEOUT)))
  }

  #start() {
    const worker = this.#fork()
    this.#alive.add(worker)
    worker.once('exit', () => this.#alive.delete(worker))
    const serves = new Promise<string | undefined>(resolve => {
      worker.on('message', message => {
        const serving = Serving.safeParse(message).data
        if (serving) resolve(serving.address)
        if (!serving) return
        this.#watch(worker)
        this.#metrics.add(worker)
      })
      worker.once('exit', () => resolve(undefined))
    })
    return { worker, serves }
  }

  /** Kills the worker when it no longer replies; it is then replaced like any other that ends. */
  #watch(worker: Worker) {
    worker.on('message', () => this.#unanswered.set(worker, 0))
    const pinging = setInterval(() => {
      const unanswered = this.#unanswered.get(worker) ?? 0
      this.#unanswered.set(worker, unanswered + 1)
      // Counted, not timed: while this process itself is suspended, it sends no pings.
      if (unanswered === UNRESPONSIVE) log(`The worker ${worker.process.pid} does not respond`)
      if (unanswered < MAX_UNANSWERED) worker.send(PING, () => undefined)
      else worker.process.kill('SIGKILL')
    }, this.#pingInterval)
    worker.once('exit', () => {
      clearInterval(pinging)
      this.#unanswered.delete(worker)
    })
  }

  #supervise(worker: Worker) {
    const startedAt = performance.now()
    this.#supervised.add(worker)
    worker.once('exit', (code, signal) => {
      if (!this.#supervised.delete(worker) || this.#isStopping) return
      this.#failures = performance.now() - startedAt > STABLE_AFTER ? 1 : this.#failures + 1
      const wait = this.#failures > 1 ? Math.min(MAX_BACKOFF, 250 * 2 ** this.#failures) : 0
      const how = signal ? `was killed by ${signal}` : `ended with status ${code}`
      log(`The worker ${worker.process.pid} ${how}; it is replaced${wait ? ` in ${wait / 1000} s` : ''}`)
      setTimeout(() => {
        if (!this.#isStopping) this.#supervise(this.#start().worker)
      }, wait)
    })
  }
}

async function ended(worker: Worker, timeout: number) {
  if (worker.isDead()) return
  const killing = setTimeout(() => worker.process.kill('SIGKILL'), timeout)
  await once(worker, 'exit')
  clearTimeout(killing)
}
