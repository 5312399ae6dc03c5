import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'

const STALL = { interval: 50, readTimeout: 300, headers: 300, request: 600 }

async function connected(readTimeout = STALL.readTimeout) {
  const world = await makeWorld({ stall: { ...STALL, readTimeout } })
  // More than the buffers of two sockets hold.
  world.app.get('/large', async () => Buffer.alloc(32 * 1024 * 1024, 'a'))
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return { world, socket }
}

async function clientRequesting(path: string, readTimeout?: number) {
  const { world, socket } = await connected(readTimeout)
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      world.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  socket.write(`GET ${path} HTTP/1.1\r\nHost: toptan\r\n\r\n`)
  return { world, socket, connections }
}

test('a client that does not read its reply is disconnected, and others are served meanwhile', async () => {
  const { world, socket, connections } = await clientRequesting('/large')
  socket.pause()
  await once(socket, 'readable')
  expect(await connections()).toBe(1)
  expect((await world.get('/settings')).status).toBe(200)
  await expect.poll(connections).toBe(0)
})

test('a client that reads slowly gets its whole reply, and its connection is kept', async () => {
  // Long enough for a busy machine, on which the test itself may read nothing for a while.
  const readTimeout = 2000
  const { socket } = await clientRequesting('/large', readTimeout)
  let received = 0
  let sincePause = 0
  // The whole reply takes longer than the timeout, but no pause does.
  socket.on('data', piece => {
    received += piece.length
    sincePause += piece.length
    if (sincePause < 1024 * 1024) return
    sincePause = 0
    socket.pause()
    setTimeout(() => socket.resume(), readTimeout / 25)
  })
  await expect.poll(() => received).toBeGreaterThan(32 * 1024 * 1024)
  socket.write('GET /api/settings HTTP/1.1\r\nHost: toptan\r\n\r\n')
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toContain('200 OK')
})

test.each([
  ['headers that do not end', 'GET /api/settings HTTP/1.1\r\nHost: toptan\r\n', 'X: a\r\n'],
  [
    'a body that does not arrive',
    'POST /api/auth/login HTTP/1.1\r\nHost: toptan\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{',
    ' ',
  ],
])('%s: the connection is closed in time with not_ready, and other clients are served', async (_, start, more) => {
  const { world, socket } = await connected()
  socket.write(start)
  // Bytes that trickle in do not extend the time.
  const trickle = setInterval(() => socket.write(more), 20)
  onTestFinished(() => clearInterval(trickle))
  const reply = text(socket)
  expect((await world.get('/settings')).status).toBe(200)
  expect(await reply).toMatch(/^HTTP\/1.1 503 [^]*\r\nretry-after: 2\r\n[^]*"code":"not_ready"}$/)
})

test('headers may take a minute to arrive, and a whole request two', async () => {
  const { server } = (await makeWorld()).app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([60_000, 120_000])
})
