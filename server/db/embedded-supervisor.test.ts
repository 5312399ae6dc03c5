import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { supervise } from './embedded-supervisor.ts'

/** "Authenticated" and "ready for a query", in PostgreSQL's protocol. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** A supervised server that handles every connection with `reply`; returns what the supervisor logs. */
async function supervised(reply: (socket: Socket) => void, hasStartupProcess = async () => true) {
  const host = mkdtempSync(join(tmpdir(), 'toptan-'))
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => reply(socket))
  })
  server.listen(join(host, '.s.PGSQL.5432'))
  await once(server, 'listening')
  const ends: string[] = []
  const run = { pid: 0, ready: Promise.resolve(), ended: new Promise<string>(() => undefined) }
  const running = supervise(run, {
    launch: async () => run,
    end: async () => undefined,
    hasStartupProcess,
    address: { host, user: 'app', database: 'toptan' },
    log: what => void ends.push(what),
    checks: { interval: 10, timeout: 200 },
  })
  onTestFinished(async () => {
    void running.stop()
    server.close()
    rmSync(host, { recursive: true, force: true })
  })
  return ends
}

test('a server that does not respond is restarted', async () => {
  const ends = await supervised(() => undefined)
  await expect
    .poll(() => ends[0])
    .toBe('The embedded PostgreSQL is restarted, because it failed: it has been silent for too long')
})

/** The error with which PostgreSQL refuses connections while it recovers, in its protocol. */
function recovering() {
  const fields = 'SFATAL\0C57P03\0Mthe database system is not yet accepting connections\0\0'
  const message = Buffer.alloc(5 + fields.length)
  message.write('E')
  message.writeInt32BE(4 + fields.length, 1)
  message.write(fields, 5)
  return message
}

test('a server that recovers is not restarted, unless the process that recovers it has ended', async () => {
  let checks = 0
  let hasEnded = false
  const ends = await supervised(
    socket => {
      checks++
      socket.end(recovering())
    },
    async () => !hasEnded,
  )
  await expect.poll(() => checks).toBeGreaterThan(30)
  expect(ends).toEqual([])
  hasEnded = true
  await expect
    .poll(() => ends[0])
    .toBe(
      'The embedded PostgreSQL is restarted, because it failed: it has been recovering without a startup process for too long',
    )
})

test('a server that responds is not restarted while this process gets hardly any processor time', async () => {
  let replies = 0
  const ends = await supervised(socket => {
    replies++
    socket.write(WELCOME)
  })
  const until = performance.now() + 60_000
  // Longer than the timeout, between any two steps of the event loop.
  while (performance.now() < until && replies < 7) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
    await sleep(1)
  }
  expect([replies >= 7, ends]).toEqual([true, []])
})
