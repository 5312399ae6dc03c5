import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Address } from '../db/address.ts'

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

/** Creates a database from the template; returns its address and a function that drops it. */
export async function cloneDatabase(server: Address, template: string) {
  const name = `toptan_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    address: databaseAt(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

const servers = new Map<string, pg.Pool>()

/**
 * Runs one statement on the server itself. Its connections are reused, and do not keep the process alive: opening one
 * costs as much as copying a small database.
 */
export async function onServer(server: Address, statement: string) {
  const key = JSON.stringify(server)
  const pool = servers.get(key) ?? new pg.Pool({ ...server, max: 2, allowExitOnIdle: true })
  if (!servers.has(key)) {
    servers.set(key, pool)
    // The server ends before the process that started it.
    pool.on('error', () => undefined)
  }
  await pool.query(statement)
}
