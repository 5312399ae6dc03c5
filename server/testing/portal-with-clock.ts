import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOfSource } from '../documents/source-bundle.ts'
import { listeningUrl } from './listening-url.ts'
import { SHORT_LIVED } from './short-process-options.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM_URL = new URL('portal.ts', import.meta.url)

/** The customers and admins of drills do not pause. */
const HIGH_LIMITS = { ORDERS_PER_HOUR: '100000', UPLOADS_PER_HOUR: '100000' }

export type PortalWithClock = {
  url: string
  dataDir: string
  pid: number
  /** Everything that it has printed. */
  printed: () => string
  /** Moves its clock ahead. */
  pass: (milliseconds: number) => Promise<void>
  /** Stops it as a service manager would. */
  stop: () => Promise<void>
  /** Kills it, as a power failure would. */
  kill: () => Promise<void>
}

/**
 * Starts the portal from its sources in a process of its own, with a clock that can be moved and is CLOCK_AHEAD
 * milliseconds ahead: on a free port, with an empty data directory of its own, and without the web app unless WEB_ROOT
 * names a built one.
 */
export async function startPortalWithClock(environment: Record<string, string> = {}): Promise<PortalWithClock> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toptan-clock-'))
  // As root the database runs as another account, which needs access.
  await chmod(dataDir, 0o755)
  const { DATABASE_URL: _, ...inherited } = process.env
  const program = join(dataDir, 'portal.mjs')
  await writeFile(program, await bundleOfSource(PROGRAM_URL, 'inside'))
  const portal = spawn(process.execPath, [...SHORT_LIVED, program], {
    cwd: ROOT,
    env: { ...inherited, ...HIGH_LIMITS, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  portal.stdout?.on('data', chunk => (printed += chunk))
  portal.stderr?.on('data', chunk => (printed += chunk))
  const ended = new Promise<void>(resolve => portal.once('exit', () => resolve()))
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    portal.kill(signal)
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url: await listeningUrl(portal, () => printed),
    dataDir,
    pid: portal.pid ?? 0,
    printed: () => printed,
    async pass(milliseconds) {
      const passed = once(portal, 'message')
      portal.send({ pass: milliseconds })
      await passed
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
