import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { logToStderr as log, openEmbedded } from './database.ts'
import { shareNextRun } from './db/share-next-run.ts'
import type { Settings } from './settings.ts'
import { RETIRE, RUNNING_DATABASE, Serving } from './worker-messages.ts'

/** A worker that ran for longer is replaced at once when it ends, in milliseconds; otherwise with growing backoff. */
const STABLE_AFTER = 60_000
const MAX_BACKOFF = 30_000

/** How long a worker may take to stop or to retire, in milliseconds, before it is killed: longer than its own limits. */
const STOP_TIMEOUT = 20_000
const RETIREMENT_TIMEOUT = 200_000

/**
 * Runs the portal in several processes behind one port and keeps them running. This process owns the port and the
 * embedded database and serves no request; the workers load the program from disk when they start. SIGHUP replaces them
 * one after the other, SIGTERM and SIGINT stop everything. Resolves to the address when all workers serve; ends the
 * process if the first one cannot start, which has then reported why.
 */
export async function startCluster(settings: Settings, { program }: { program: string }): Promise<string> {
  const embedded = settings.databaseUrl ? undefined : await openEmbedded(settings, log)
  const { host, user, database } = embedded ?? {}
  const environment = embedded && { [RUNNING_DATABASE]: JSON.stringify({ host, user, database }) }
  // Connections are handed out in turn. Left to the kernel, most of them go to few of the processes.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ exec: program })
  const workers = new Workers(() => cluster.fork(environment))
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
  const replaceAll = shareNextRun(() => workers.replaceAll())
  process.on('SIGHUP', () => void replaceAll())
  return address
}

/** The workers of this process. */
class Workers {
  readonly #fork: () => Worker
  /** Those that are replaced when they end. */
  readonly #supervised = new Set<Worker>()
  readonly #alive = new Set<Worker>()
  #failures = 0
  #isStopping = false

  constructor(fork: () => Worker) {
    this.#fork = fork
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
      // One that has ended meanwhile has been replaced already.
      if (this.#isStopping || !this.#supervised.has(old)) continue
      const { worker, serves } = this.#start()
      if ((await serves) === undefined) return log('A new worker could not start: the remaining ones are not replaced')
      this.#supervise(worker)
      this.#supervised.delete(old)
      old.send(RETIRE, () => undefined)
      await ended(old, RETIREMENT_TIMEOUT)
    }
    if (!this.#isStopping) log('All workers are replaced')
  }

  async stop() {
    this.#isStopping = true
    for (const worker of this.#alive) worker.process.kill('SIGTERM')
    await Promise.all([...this.#alive].map(worker => ended(worker, STOP_TIMEOUT)))
  }

  #start() {
    const worker = this.#fork()
    this.#alive.add(worker)
    worker.once('exit', () => this.#alive.delete(worker))
    const serves = new Promise<string | undefined>(resolve => {
      worker.on('message', message => resolve(Serving.safeParse(message).data?.address))
      worker.once('exit', () => resolve(undefined))
    })
    return { worker, serves }
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
