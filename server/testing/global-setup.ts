import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Address } from '../db/address.ts'
import { connect } from '../db/connect.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { databaseAt, onServer } from './databases.ts'

/** One PostgreSQL for the whole run (DATABASE_URL's, else the embedded one) and a migrated template on it. */
export default async function setup(project: TestProject) {
  const { server, stop } = await testServer()
  const template = `toptan_template_${randomUUID().slice(0, 8)}`
  await onServer(server, `create database ${template}`)
  const db = connect(databaseAt(server, template))
  await migrate(db)
  await db.destroy()
  project.provide('database', server)
  project.provide('template', template)
  return async () => {
    await onServer(server, `drop database if exists ${template} with (force)`)
    await stop()
  }
}

async function testServer(): Promise<{ server: Address; stop: () => Promise<void> }> {
  const url = process.env.DATABASE_URL
  if (url) return { server: { connectionString: url }, stop: async () => {} }
  const dir = await mkdtemp(join(tmpdir(), 'toptan-test-'))
  // As root the server runs as another account, which needs access.
  await chmod(dir, 0o755)
  const off = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap(name => ['-c', `${name}=off`])
  const embedded = await startEmbedded(dir, { flags: [...off, '-c', 'max_connections=300'] })
  const { host, user, database } = embedded
  return {
    server: { host, user, database },
    stop: async () => {
      await embedded.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
