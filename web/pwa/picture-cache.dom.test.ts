import { expect, test, vi } from 'vitest'
import { startServer } from '../testing/scripted-server.ts'

const PATH = `/api/images/${'a'.repeat(64)}.webp`

/** A cache in memory, as jsdom has none. */
function stubCaches() {
  const stored = new Map<string, Response>()
  const cache = {
    match: async ({ url }: Request) => stored.get(url)?.clone(),
    put: async ({ url }: Request, response: Response) => void stored.set(url, response),
    keys: async () => [...stored.keys()].map(url => new Request(url)),
    delete: async ({ url }: Request) => stored.delete(url),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  return cache
}

async function openCache() {
  const server = await startServer()
  const cache = stubCaches()
  const { servePicture } = await import('./picture-cache.ts')
  const load = async () => (await servePicture(new Request(PATH), new AbortController().signal)).text()
  const replyOnce = async (body: string, type: string) =>
    (await server.next(`GET ${PATH}`)).reply(200, body, { 'content-type': type })
  return { server, cache, load, replyOnce }
}

test('a picture is fetched once; a page that something else in the network serves in its place is not stored', async () => {
  const { server, load, replyOnce } = await openCache()
  const page = load()
  await replyOnce('<html>', 'text/html')
  expect(await page).toBe('<html>')
  const picture = load()
  await replyOnce('webp', 'image/webp')
  expect([await picture, await load()]).toEqual(['webp', 'webp'])
  expect(server.untaken()).toEqual([])
})

test('a page that an earlier version has stored in place of a picture is replaced', async () => {
  const { cache, load, replyOnce } = await openCache()
  await cache.put(new Request(PATH), new Response('<html>', { headers: { 'content-type': 'text/html' } }))
  const picture = load()
  await replyOnce('webp', 'image/webp')
  expect([await picture, await load()]).toEqual(['webp', 'webp'])
})
