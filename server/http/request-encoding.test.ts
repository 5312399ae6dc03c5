import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'

test('a compressed body is read, however the name of its encoding is written', async () => {
  const world = await makeWorld()
  const login = '{"username":"kimse","password":"gizli"}'
  const replyTo = async (encoding: string, body: Buffer) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const { status, json } = await world.post('/auth/login', undefined, body, headers)
    return [encoding, status, json().code]
  }
  for (const [encoding, body] of [
    ['gzip', gzipSync(login)],
    ['GZIP', gzipSync(login)],
    ['x-gzip', gzipSync(login)],
    ['Br', brotliCompressSync(login)],
    ['Deflate', deflateSync(login)],
    ['Identity', Buffer.from(login)],
  ] as const) {
    expect(await replyTo(encoding, body)).toEqual([encoding, 401, 'wrong_login'])
  }
  expect(await replyTo('compress', gzipSync(login))).toEqual(['compress', 415, 'wrong_media_type'])
})

test('a compressed form is refused', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  for (const encoding of ['gzip', 'GZIP', 'x-gzip']) {
    const { status, json } = await world.post('/admin/products/import-excel', admin, gzipSync('--x--\r\n'), {
      'content-type': 'multipart/form-data; boundary=x',
      'content-encoding': encoding,
    })
    expect([encoding, status, json().code]).toEqual([encoding, 415, 'wrong_media_type'])
  }
})
