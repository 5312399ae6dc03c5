import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Address } from '../db/address.ts'
import { connect } from '../db/connect.ts'
import { startEmbedded } from '../db/embedded.ts'
import { NoEmbeddedDatabase } from '../db/embedded-binaries.ts'
import { migrate } from '../db/migrate.ts'
import { prepareRuntimeRole } from '../db/roles.ts'
import { databaseAt, dropAll, onServer } from './databases.ts'

type TestServer = { server: Address; stop: () => Promise<void> }

/**
 * One PostgreSQL for a whole run of tests (the server of DATABASE_URL, else an embedded one that does not sync to disk)
 * and the name of a migrated template database on it.
 */
export async function startTestServer(): Promise<TestServer & { template: string }> {
  const { server, stop } = await openServer()
  const template = `toptan_template_${randomUUID().slice(0, 8)}`
  await onServer(server, `create database ${template}`)
  const db = connect(databaseAt(server, template))
  await migrate(db)
  if (!('connectionString' in server)) await prepareRuntimeRole(db)
  await db.destroy()
  await connectOnce(databaseAt(server, template))
  return {
    server,
    template,
    stop: async () => {
      await dropAll(server, template)
      await stop()
    },
  }
}

/**
 * The first connection after the migrations writes PostgreSQL's cache of the system tables, which is copied with the
 * template: otherwise the first one to each copy would compute it.
 */
async function connectOnce(database: Address) {
  const client = new pg.Client(database)
  await client.connect()
  await client.end()
}

async function openServer(): Promise<TestServer> {
  const url = process.env.DATABASE_URL
  if (url) return { server: { connectionString: url }, stop: async () => {} }
  if (!(await hasRoom(MEMORY))) return startIn(tmpdir())
  return startIn(MEMORY).catch(error => {
    // Binaries that the server's account cannot read are copied next to the data, and often no program may run from
    // /dev/shm.
    if (error instanceof NoEmbeddedDatabase) return startIn(tmpdir())
    throw error
  })
}

/** A file system in memory: copying a database there takes a tenth of the time. */
const MEMORY = '/dev/shm'
/** In bytes: several times what a whole run needs. */
const ROOM = 3e9

async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= ROOM
}

async function startIn(directory: string): Promise<TestServer> {
  const dir = await mkdtemp(join(directory, 'toptan-test-'))
  const remove = () => rm(dir, { recursive: true, force: true })
  // As root the server runs as another account, which must be able to pass through.
  await chmod(dir, 0o755)
  const off = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap(name => ['-c', `${name}=off`])
  // Databases are copied by the file system rather than block by block.
  const settings = [...off, '-c', 'max_connections=300', '-c', 'file_copy_method=clone']
  try {
    const embedded = await startEmbedded(dir, { flags: settings })
    const { host, user, database } = embedded
    return { server: { host, user, database }, stop: () => embedded.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
