import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { followEvents } from '#contract/notifications.ts'
import { makeWorld } from '../testing/world.ts'
import { serveEvents } from './events.ts'

test('a stream that its client does not read is closed, and that of another client of the account goes on', async () => {
  const world = await makeWorld()
  const { actor } = await world.admin()
  const streams: { emit: (event: string) => void; isOpen: boolean }[] = []
  await world.app.register(
    async scope => {
      scope.addHook('onRequest', async request => {
        request.actor = actor
      })
      serveEvents(scope, followEvents, {
        heartbeatInterval: 60_000,
        subscribe: async (_, emit) => {
          const stream = { emit, isOpen: true }
          streams.push(stream)
          return () => void (stream.isOpen = false)
        },
      })
    },
    { prefix: '/test' },
  )
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  const follow = async () => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.write('GET /test/events HTTP/1.1\r\nHost: toptan\r\n\r\n')
    await once(socket, 'readable')
    return socket
  }
  const silent = await follow()
  const reader = await follow()
  let received = 0
  reader.on('data', piece => (received += piece.length))
  // First the buffers of the sockets fill up, which hold a few megabytes.
  const event = 'x'.repeat(30_000)
  let sent = 0
  while (streams[0]?.isOpen && sent < 1000) {
    sent++
    for (const { emit } of streams) emit(event)
    const both = 2 * event.length * sent
    while (received < both) await turn()
  }
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, true])
  silent.resume()
  await once(silent, 'close')
  streams[1]?.emit('orders')
  await expect.poll(() => received).toBeGreaterThan(2 * event.length * sent + 10)
})
