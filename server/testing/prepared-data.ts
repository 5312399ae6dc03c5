import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { connect } from '../db/connect.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

const CLUSTER = 'postgres/pg18'

let prepared: Promise<string> | undefined

/**
 * Puts a migrated database into a portal's empty data directory. It is made once per test process and then copied,
 * which takes a tenth of the time of making one.
 */
export async function prepareDataDir(dataDir: string) {
  prepared ??= makeDataDir()
  const home = join(dataDir, 'postgres')
  await mkdir(home)
  await chmod(home, 0o755)
  await copyCluster(join(await prepared, CLUSTER), home)
}

/** Copies a stopped server's cluster into a directory; its files belong to PostgreSQL's account, as before. */
export async function copyCluster(cluster: string, into: string) {
  await promisify(execFile)('cp', ['-a', cluster, into])
  // Nothing changes them, so links suffice; without them, as on another file system, the start copies the package's.
  const binaries = join(cluster, '..', 'pg18-binaries')
  if (existsSync(binaries)) await promisify(execFile)('cp', ['-al', binaries, into]).catch(() => undefined)
}

async function makeDataDir(): Promise<string> {
  const dir = await mkdtemp(join(inject('shared'), 'prepared-'))
  await chmod(dir, 0o755)
  const server = await startEmbedded(join(dir, 'postgres'), { flags: ['-c', 'fsync=off'] })
  const db = connect(server, { connections: 1, unlimited: true })
  await migrate(db)
  await db.destroy()
  await server.stop()
  return dir
}
