import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Address } from '../db/address.ts'
import { asRuntimeRole } from '../db/roles.ts'

/** The address of another database on the same server. */
export function databaseAt(server: Address, name: string): Address {
  if (!('connectionString' in server)) return { ...server, database: name }
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}

/** The address as a URL, for DATABASE_URL. */
export function urlOf(address: Address): string {
  if ('connectionString' in address) return address.connectionString
  // The directory of a Unix socket cannot be the host of a URL.
  return `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}`
}

/** A database of one test, for the role that a portal runs as and for its owner. */
export type TestDatabase = {
  address: Address
  owner: Address
  /** Drops it in the background: PostgreSQL often waits 100 ms until its last connection has ended. */
  discard: () => void
}

/** The next database from a template, made while the one before it is in use. */
const ready = new Map<string, Promise<TestDatabase>>()

/** A database from the template. Databases that still exist when the tests' server stops are dropped then. */
export async function cloneDatabase(server: Address, template: string): Promise<TestDatabase> {
  const clone = ready.get(template) ?? createClone(server, template)
  const next = createClone(server, template)
  ready.set(template, next)
  // Reported to the test that uses it.
  next.catch(() => undefined)
  return clone
}

async function createClone(server: Address, template: string): Promise<TestDatabase> {
  const name = `${template}_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  const owner = databaseAt(server, name)
  return {
    // On the server of DATABASE_URL the tests have one role.
    address: 'connectionString' in owner ? owner : asRuntimeRole(owner),
    owner,
    discard: () => void onServer(server, dropping(name)).catch(() => undefined),
  }
}

/** Drops a template and every database that was made from it. */
export async function dropAll(server: Address, template: string) {
  const { rows } = await onServer<{ datname: string }>(
    server,
    `select datname from pg_database where datname like '${template}%'`,
  )
  for (const { datname } of rows) await onServer(server, dropping(datname))
}

const dropping = (name: string) => `drop database if exists ${name} with (force)`

const servers = new Map<string, pg.Pool>()

/**
 * Runs one statement on the server itself. Its connections are reused, and do not keep the process alive: opening one
 * costs as much as copying a small database.
 */
export async function onServer<Row extends object>(server: Address, statement: string) {
  const key = JSON.stringify(server)
  const pool = servers.get(key) ?? new pg.Pool({ ...server, max: 4, allowExitOnIdle: true })
  if (!servers.has(key)) {
    servers.set(key, pool)
    // The server ends before the process that started it.
    pool.on('error', () => undefined)
  }
  return pool.query<Row>(statement)
}
