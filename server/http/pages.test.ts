import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { pageRoutes } from './pages.ts'

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = async (files: Record<string, string>) => {
    for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
  }
  for (const name of ['web/assets', 'web/icons']) await mkdir(join(folder, name), { recursive: true })
  await write({
    'preloads.json': '{"/orders":"</assets/orders-1.js>"}',
    'web/index.html': 'first page',
    'web/sw.js': 'first worker',
    'web/assets/app-1.js': 'first',
    'web/icons/small.png': 'icon',
  })
  const app = Fastify()
  await pageRoutes(app, join(folder, 'web'))
  const get = (url: string) => app.inject({ url })
  return { app, write, get }
}

test('pages, assets and other files are served as they are on disk, with their headers', async () => {
  const { app, get } = await start()
  for (const page of ['/', '/orders', '/orders/7f3a?x=1.js']) {
    const { body, headers } = await get(page)
    expect([body, headers['cache-control'], headers['content-type']]).toEqual([
      'first page',
      'no-cache',
      'text/html; charset=utf-8',
    ])
    expect(headers.link).toBe(page === '/orders' ? '</assets/orders-1.js>' : undefined)
  }
  expect(await get('/assets/app-1.js')).toMatchObject({
    body: 'first',
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  })
  expect(await get('/sw.js?x')).toMatchObject({ body: 'first worker', headers: { 'cache-control': 'no-cache' } })
  expect((await get('/icons/small.png')).body).toBe('icon')
  expect(await app.inject({ method: 'HEAD', url: '/sw.js' })).toMatchObject({ statusCode: 200, body: '' })
  expect((await app.inject({ method: 'POST', url: '/sw.js' })).statusCode).toBe(404)
})

test('a process that started before a build serves the files of that build', async () => {
  const { write, get } = await start()
  expect((await get('/')).body).toBe('first page')
  await write({
    'web/assets/app-2.js': 'second',
    'web/index.html': 'second page',
    'preloads.json': '{"/orders":"</assets/orders-2.js>"}',
  })
  expect(await get('/orders')).toMatchObject({ body: 'second page', headers: { link: '</assets/orders-2.js>' } })
  expect((await get('/assets/app-2.js')).body).toBe('second')
  expect((await get('/assets/app-1.js')).body).toBe('first')
})

test.each(['/orders/abc.def', '/products.', '/a.b?x=1', '/icons/none.png'])(
  'the app is served for %s if it is opened as a page, and nothing to a script or picture',
  async url => {
    const { app, get } = await start()
    const opened = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([opened.statusCode, opened.body, opened.headers['cache-control']]).toEqual([200, 'first page', 'no-cache'])
    expect(String(opened.headers.vary).split(', ')).toContain('accept')
    for (const accept of ['*/*', 'image/avif,image/webp,*/*;q=0.8'])
      expect((await app.inject({ url, headers: { accept } })).statusCode).toBe(404)
    expect((await get(url)).statusCode).toBe(404)
  },
)

test('a file is served even if it is opened as a page, but missing assets and calls are not found', async () => {
  const { app } = await start()
  const open = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  expect((await open('/sw.js')).body).toBe('first worker')
  for (const url of ['/assets/none.js', '/api/none.json', '/metrics/none.txt', '/.env', '/x/.git'])
    expect((await open(url)).json().code).toBe('not_found')
})

test.each([
  '/assets',
  '/assets/',
  '/assets/none.js',
  '/assets/app-1.js/',
  '/api/none',
  '/preloads.json',
  '/../preloads.json',
  '/%2e%2e/preloads.json',
  '/assets/../../preloads.json',
  '/..%2fpreloads.json',
  '//sw.js',
  '/assets/%00.js',
])('%s is not found', async url => {
  const { get } = await start()
  const { statusCode, body } = await get(url)
  expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
})
