import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'

const CERTIFICATE = join(import.meta.dirname, '../testing/localhost-for-tests.cert.pem')
const KEY = join(import.meta.dirname, '../testing/localhost-for-tests.key.pem')

/** PostgreSQL's request for TLS, which the client sends first. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** A server that accepts or refuses TLS like PostgreSQL, stores what is sent after that, and closes the connection. */
async function databaseServer({ hasTls }: { hasTls: boolean }) {
  const received: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', first => {
      if (!first.equals(TLS_REQUEST)) return void received.push(first.toString('latin1'))
      socket.write(hasTls ? 'S' : 'N')
      if (!hasTls) return void socket.on('data', bytes => received.push(bytes.toString('latin1')))
      const secure = new TLSSocket(socket, { isServer: true, cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) })
      secure.on('error', () => undefined)
      secure.on('data', bytes => {
        received.push(bytes.toString('latin1'))
        secure.destroy()
      })
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `postgres://portal:gizli@localhost:${port}/toptan`, received }
}

async function query(connectionString: string) {
  const db = connect({ connectionString }, { connections: 1 })
  onTestFinished(() => db.destroy())
  await sql`select 'gizli'`.execute(db)
}

test('with sslmode=verify-full nothing is sent to a database with an untrusted certificate or without TLS', async () => {
  const untrusted = await databaseServer({ hasTls: true })
  await expect(query(`${untrusted.url}?sslmode=verify-full`)).rejects.toThrow('self-signed certificate')
  const plain = await databaseServer({ hasTls: false })
  await expect(query(`${plain.url}?sslmode=verify-full`)).rejects.toThrow('does not support SSL')
  expect([...untrusted.received, ...plain.received]).toEqual([])

  const trusted = await databaseServer({ hasTls: true })
  await expect(query(`${trusted.url}?sslmode=verify-full&sslrootcert=${CERTIFICATE}`)).rejects.toThrow()
  expect(trusted.received.join()).toContain('portal')
})
