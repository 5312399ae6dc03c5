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

/** Creates a database from the template; returns its address and a function that drops it. */
export async function cloneDatabase(server: Address, template: string) {
  const name = `toptan_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    address: databaseAt(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Runs one statement on the server itself. */
export async function onServer(server: Address, statement: string) {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
