import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads'
import { bundleOfSource } from './source-bundle.ts'

/** A worker thread ended before its task did: too slow, out of memory, or for an unknown reason. */
export class WorkerEnded extends Error {
  readonly reason: 'timeout' | 'memory' | 'died'

  constructor(reason: 'timeout' | 'memory' | 'died', message: string) {
    super(message)
    this.reason = reason
  }
}

type WorkerTask = {
  /** The worker's program, a file of this folder, without the extension. */
  program: 'booklet-worker' | 'labels-worker' | 'printed-lists-worker' | 'workbook-worker'
  /** The worker's `workerData`. */
  input: unknown
  /** The timeout of the whole task. */
  seconds: number
  memory: ResourceLimits
}

/**
 * Runs one task in a thread of its own. `work` sends requests to the worker and awaits one reply to each; its result is
 * returned when the thread has ended. Throws `WorkerEnded`, or the error that the worker threw.
 */
export async function inWorker<Request, Reply, Result>(
  { program, input, seconds, memory }: WorkerTask,
  work: (request: (message: Request) => Promise<Reply>) => Promise<Result>,
): Promise<Result> {
  const worker = await startWorker(program, { workerData: input, resourceLimits: memory })
  const failed = new Promise<never>((_, reject) => {
    const fail = (reason: WorkerEnded['reason'], message: string) => reject(new WorkerEnded(reason, message))
    const timeout = setTimeout(() => fail('timeout', `${program} did not finish within ${seconds} s`), seconds * 1000)
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail('memory', error.message)
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timeout)
      fail('died', `${program} died`)
    })
  })
  // The worker may fail while no reply is awaited: the next request gets the error.
  failed.catch(() => undefined)
  const request = (message: Request) => {
    const reply = new Promise<Reply>(resolve => worker.once('message', resolve))
    worker.postMessage(message)
    return Promise.race([reply, failed])
  }
  try {
    return await work(request)
  } finally {
    await worker.terminate()
  }
}

/** The worker's program lies beside this file: as TypeScript in the sources, bundled in the build. */
async function startWorker(program: WorkerTask['program'], task: WorkerOptions): Promise<Worker> {
  const here = import.meta.url
  const file = here.endsWith('.ts')
    ? moduleUrl(await bundleOfSource(new URL(`./${program}.ts`, here)))
    : new URL(`./${program}.js`, here)
  const worker = new Worker(file, { ...task, execArgv: [], env: {}, stderr: true })
  // Discards the libraries' warnings about a file.
  worker.stderr.resume()
  return worker
}

const moduleUrl = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)
