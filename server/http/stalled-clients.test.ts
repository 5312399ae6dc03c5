import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'

const STALL = { interval: 50, patience: 300 }

async function asking(path: string, token?: string) {
  const world = await makeWorld({ stall: STALL })
  // More than the buffers of two sockets hold.
  world.app.get('/large', async () => Buffer.alloc(32 * 1024 * 1024, 'a'))
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      world.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  socket.write(`GET ${path} HTTP/1.1\r\nHost: toptan\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`)
  return { world, socket, connections }
}

test('a client that does not read its reply is disconnected, and others are served meanwhile', async () => {
  const { world, socket, connections } = await asking('/large')
  socket.pause()
  await once(socket, 'readable')
  expect(await connections()).toBe(1)
  expect((await world.get('/settings')).status).toBe(200)
  await expect.poll(connections).toBe(0)
})

test('a client that reads slowly gets its whole reply, and its connection is kept', async () => {
  const { socket } = await asking('/large')
  let received = 0
  let sincePause = 0
  // Takes longer than the patience in all, but is never without reading anything for so long.
  socket.on('data', piece => {
    received += piece.length
    sincePause += piece.length
    if (sincePause < 1024 * 1024) return
    sincePause = 0
    socket.pause()
    setTimeout(() => socket.resume(), STALL.patience / 8)
  })
  await expect.poll(() => received).toBeGreaterThan(32 * 1024 * 1024)
  socket.write('GET /api/settings HTTP/1.1\r\nHost: toptan\r\n\r\n')
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toContain('200 OK')
})

test('headers that do not end and bodies that do not arrive have a limit', async () => {
  const { server } = (await makeWorld()).app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([60_000, 120_000])
})
