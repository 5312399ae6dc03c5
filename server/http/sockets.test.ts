import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'

async function listening(world: World) {
  return Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
}

test('a refused upload is read to its end, and its connection serves the next request', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const port = await listening(world)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const send = async (method: string, path: string, type?: string, body?: Buffer) => {
    const headers = { authorization: `Bearer ${admin.token}`, ...(type && { 'content-type': type }) }
    const sent = request({ port, host: '127.0.0.1', agent, method, path: `/api${path}`, headers })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode, isSame: sent.reusedSocket, json: JSON.parse(await text(response)) }
  }
  const head = '--x\r\nContent-Disposition: form-data; name="dosya"; filename="liste.xlsx"\r\n\r\n'
  const form = Buffer.concat([Buffer.from(head), Buffer.alloc(3 * 1024 * 1024, 'a'), Buffer.from('\r\n--x--\r\n')])
  for (const isSame of [false, true]) {
    const refused = await send('POST', '/admin/products/import-excel', 'multipart/form-data; boundary=x', form)
    expect([refused.status, refused.json.detail]).toEqual([400, 'Lütfen bir Excel dosyası seçin'])
    expect(refused.isSame).toBe(isSame)
  }
  const next = await send('GET', '/admin/products')
  expect([next.status, next.isSame, next.json]).toEqual([200, true, []])
})

test.each([
  ['no HTTP at all', 'MERHABA\r\n\r\n'],
  ['a head without end', `GET /api/settings HTTP/1.1\r\nHost: toptan\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
])('%s gets the same error reply as any malformed request', async (_, bytes) => {
  const world = await makeWorld()
  const socket = await connected(await listening(world))
  socket.write(bytes)
  const { status, body } = split(await text(socket))
  expect([status, JSON.parse(body)]).toEqual([
    'HTTP/1.1 400 Bad Request',
    { detail: 'Gönderilen veri okunamadı', code: 'malformed_body' },
  ])
})

test('while the portal stops, a request on an open connection gets 503 not_ready', async () => {
  const world = await makeWorld()
  const port = await listening(world)
  const accepted = once(world.app.server, 'connection') as Promise<[Socket]>
  const socket = await connected(port)
  const [theirs] = await accepted
  socket.write('GET /api/settings HTTP/1.1\r\nHost: toptan\r\n\r\n')
  const [first] = await once(socket, 'data')
  expect(split(String(first)).status).toBe('HTTP/1.1 200 OK')

  // The next request begins before the app stops and is complete only afterwards.
  socket.write('GET /api/settings HTTP/1.1\r\n')
  await expect.poll(() => theirs.bytesRead).toBe(socket.bytesWritten)
  const closed = world.app.close()
  await expect.poll(() => world.app.server.listening).toBe(false)
  socket.write('Host: toptan\r\n\r\n')
  const response = await text(socket)
  expect(response).toContain('\r\nx-content-type-options: nosniff\r\n')
  const { status, body } = split(response)
  expect([status, JSON.parse(body)]).toEqual([
    'HTTP/1.1 503 Service Unavailable',
    { detail: 'Sistem şu anda hazır değil, lütfen biraz sonra yeniden deneyin', code: 'not_ready' },
  ])
  await closed
})

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

function split(response: string) {
  const [head = '', body = ''] = response.split('\r\n\r\n')
  return { status: head.split('\r\n')[0], body }
}
