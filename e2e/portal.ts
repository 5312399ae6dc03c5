import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test } from '@playwright/test'
import { type HostedPortal, startHostedPortal } from '../server/testing/hosted-portals.ts'
import { listeningUrl } from '../server/testing/listening-url.ts'
import { type OwnDatabase, ownDatabase } from './database.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const ADMIN = { username: 'yonetici', password: 'cok-gizli-sifre' }

export type Portal = {
  url: string
  dataDir: string
  /** Its database on the PostgreSQL of this run; undefined if it has an embedded one. */
  database: OwnDatabase | undefined
  pid: number
  /** Its output so far. */
  printed: () => string
  /** Stops it as a service manager would, and deletes its data unless `keepData`. */
  stop: (how?: { keepData?: boolean }) => Promise<void>
  /** Ends it as a power cut would. */
  kill: () => Promise<void>
}

/** A portal that shares its process with others. */
export type SharedPortal = HostedPortal

type Options = {
  /** The folder of its build. */
  dist?: string
  /**
   * With its own PostgreSQL in the data directory, as with `npm start` without a DATABASE_URL, for tests that end or
   * restart it.
   */
  embedded?: boolean
  /** A portal that has ended, whose port and data this one uses. */
  earlier?: Portal
}

/**
 * Starts the built portal as `npm start` does, on a free port and, unless DATA_DIR is given, an empty data directory
 * and an empty database on the PostgreSQL of this run. With DATA_DIR it uses the embedded database in that directory.
 */
export async function startPortal(
  environment: Record<string, string> = {},
  { dist = join(ROOT, 'dist'), earlier, embedded = environment.DATA_DIR !== undefined }: Options = {},
): Promise<Portal> {
  const dataDir = environment.DATA_DIR ?? earlier?.dataDir ?? (await makeTemporaryDirectory())
  const database = embedded ? undefined : (earlier?.database ?? (await ownDatabase()))
  const { DATABASE_URL: _, ...inherited } = process.env
  const portal = spawn(process.execPath, [join(dist, 'server/main.js')], {
    cwd: dataDir,
    env: {
      ...inherited,
      ...SETTINGS,
      DATA_DIR: dataDir,
      ...(database && { DATABASE_URL: database.url }),
      ...(earlier && { PORT: new URL(earlier.url).port }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const collect = (chunk: Buffer) => void (printed += chunk)
  portal.stdout.on('data', collect)
  portal.stderr.on('data', collect)
  const ended = new Promise<void>(resolve => portal.once('exit', () => resolve()))
  const url = await listeningUrl(portal, () => printed)
  // Read, but not collected, if it is the log of all requests.
  if (environment.LOG_LEVEL === 'info') portal.stdout.off('data', collect).resume()
  return {
    url,
    dataDir,
    database,
    pid: portal.pid ?? 0,
    printed: () => printed,
    async stop({ keepData = false } = {}) {
      portal.kill('SIGTERM')
      await ended
      if (keepData) return
      database?.discard()
      await rm(dataDir, { recursive: true, force: true })
    },
    async kill() {
      portal.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Starts a portal from the server's sources, with the built web app, a clock that can be moved, and a database as
 * above. All such portals of a Playwright worker run in its process, so that the server is loaded only once.
 */
export async function openPortal(environment: Record<string, string> = {}): Promise<SharedPortal> {
  const dataDir = await makeTemporaryDirectory()
  const database = await ownDatabase()
  const portal = await startHostedPortal(
    { ...SETTINGS, DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }), ...environment },
    join(ROOT, 'dist/web'),
  )
  return {
    ...portal,
    async stop() {
      await portal.stop()
      database?.discard()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits until midnight has passed if it is near, for tests that would fail if the day changed during them. */
export async function awayFromMidnight() {
  const left = DAY - ((Date.now() + ISTANBUL_AHEAD) % DAY)
  if (left > TEST_TIMEOUT) return
  test.info().setTimeout(test.info().timeout + left + 1000)
  await sleep(left + 1000)
}

const DAY = 24 * 60 * 60 * 1000
const ISTANBUL_AHEAD = 3 * 60 * 60 * 1000
/** The longest that a test may take, in milliseconds. */
const TEST_TIMEOUT = 180_000

const SETTINGS = {
  // Benchmarks send more requests than a user does.
  ORDERS_PER_HOUR: '0',
  EXPORTS_PER_HOUR: '0',
  PORT: '0',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  COMPANY_NAME: 'Deneme Toptan',
  SUPPORT_EMAIL: 'destek@ornek.com.tr',
  SUPPORT_PHONE: '0212 000 00 00',
  LOG_LEVEL: 'warn',
}

async function makeTemporaryDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-e2e-'))
  // If this runs as root, the database runs as another account, which must be able to traverse the directory.
  await chmod(directory, 0o755)
  return directory
}
