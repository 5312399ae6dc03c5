import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { bundleOfSource } from '../documents/source-bundle.ts'
import { listeningUrl } from './listening-url.ts'
import { SHORT_LIVED } from './short-process-options.ts'

type Reply = { status: number; headers: Record<string, unknown>; body: string; json: () => unknown }
type Sent = { method?: string; token?: string; body?: object; headers?: Record<string, string> }

/** A client that keeps one connection open, so that one worker serves all its requests. */
export type Connection = {
  send: (path: string, sent?: Sent) => Promise<Reply>
  close: () => void
}

export type Workers = Awaited<ReturnType<typeof startWorkers>>

type Starting = { printed: () => string; signal: (name: NodeJS.Signals) => void }

/**
 * Starts the portal from its sources in several processes, without the web app; resolves when all of them serve, or
 * rejects with what was printed if they never do.
 */
export async function startWorkers(
  environment: Record<string, string>,
  whileStarting?: (primary: Starting) => Promise<void>,
) {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-workers-'))
  // As root the database runs as another account, which needs access.
  await chmod(directory, 0o755)
  const program = join(directory, 'worker.mjs')
  const [main, worker] = await Promise.all(
    ['cluster-main.ts', 'cluster-worker.ts'].map(name => bundleOfSource(new URL(name, import.meta.url), 'inside')),
  )
  await Promise.all([writeFile(join(directory, 'main.mjs'), main!), writeFile(program, worker!)])
  const { DATABASE_URL: _, ...inherited } = process.env
  const primary = spawn(process.execPath, [...SHORT_LIVED, join(directory, 'main.mjs')], {
    cwd: directory,
    env: { ...inherited, PORT: '0', WORKERS: '2', LOG_LEVEL: 'info', DATA_DIR: directory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  primary.stdout.on('data', chunk => (printed += chunk))
  primary.stderr.on('data', chunk => (printed += chunk))
  const ended = once(primary, 'exit').then(([code]) => Number(code))
  const stop = async () => {
    primary.kill('SIGTERM')
    const code = await ended
    await rm(directory, { recursive: true, force: true })
    return code
  }
  const starting: Starting = { printed: () => printed, signal: name => void primary.kill(name) }
  const serving = listeningUrl(primary, () => printed)
  await Promise.all([serving, whileStarting?.(starting)])
  const url = await serving
  return {
    url,
    ...starting,
    /** Stops all processes as a service manager would; resolves to the exit status. */
    stop,
    /** The process ids of the workers that have begun to listen, oldest first; some may have ended. */
    workers: () =>
      [...printed.matchAll(/"pid":(\d+),"hostname":[^\n]*Server listening/g)].map(([, pid]) => Number(pid)),
    /** Changes the program that later workers load. */
    deploy: async (change: (program: string) => string) => writeFile(program, change(await readFile(program, 'utf8'))),
    connect: () => connectTo(url),
    /** One connection to each of two workers. */
    connectToBoth: async () => {
      const connections = new Map<number, Connection>()
      while (connections.size < 2) {
        const connection = connectTo(url)
        const { headers } = await connection.send('/health/live')
        const id = String(headers['x-request-id'])
        await expect.poll(() => printed, { timeout: 60_000 }).toContain(id)
        const line = printed.split('\n').find(one => one.includes(id)) ?? ''
        const pid = Number(/"pid":(\d+)/.exec(line)?.[1])
        if (connections.has(pid)) connection.close()
        else connections.set(pid, connection)
      }
      return [...connections].map(([pid, connection]) => ({ pid, ...connection }))
    },
  }
}

export function connectTo(url: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async send(path, { method = 'GET', token, body, headers } = {}) {
      const sent = request(`${url}/api${path}`, {
        agent,
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      sent.end(body && JSON.stringify(body))
      const [response] = await once(sent, 'response')
      const received = await text(response)
      return {
        status: response.statusCode,
        headers: response.headers,
        body: received,
        json: () => JSON.parse(received),
      }
    },
    close: () => agent.destroy(),
  }
}
