import { expect, test } from 'vitest'
import { CUSTOMER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { startServer } from '../testing/scripted-server.ts'

test('a catalogue that arrives after the logout, which has deleted the user’s data, is not stored', async () => {
  const server = await startServer()
  const { endSession, startSession } = await import('../current-session.ts')
  const { readStored } = await import('../pwa/database.ts')
  const { refreshOfflineCatalogue } = await import('./offline-catalogue.ts')
  const refreshed = async (isLoggedOut: boolean) => {
    startSession(CUSTOMER)
    const refresh = refreshOfflineCatalogue()
    const request = await server.next('GET /api/products')
    if (isLoggedOut) endSession('left')
    request.reply(200, [])
    await refresh
    return readStored('catalogue', 'products')
  }
  expect(await refreshed(true)).toBeUndefined()
  expect(await refreshed(false)).toMatchObject({ text: '[]' })
})

test('a page that something else in the network serves does not replace the stored catalogue', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { readStored, updateStored } = await import('../pwa/database.ts')
  const { refreshOfflineCatalogue } = await import('./offline-catalogue.ts')
  startSession(CUSTOMER)
  const stored = { at: new Date(Date.now() - 11 * 60_000).toISOString(), text: '[]' }
  await updateStored('catalogue', 'products', () => stored)
  const refresh = refreshOfflineCatalogue()
  ;(await server.next('GET /api/products')).reply(200, '<html>')
  await refresh
  expect(await readStored('catalogue', 'products')).toEqual(stored)
})

test('the refresh of a session that has ended does not replace that of the next one', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { readOfflineCatalogue, refreshOfflineCatalogue } = await import('./offline-catalogue.ts')
  startSession(CUSTOMER)
  void refreshOfflineCatalogue()
  const former = await server.next('GET /api/products')
  startSession(OTHER_CUSTOMER)
  const refreshed = refreshOfflineCatalogue()
  former.reply(200, [])
  ;(await server.next('GET /api/products')).reply(200, [])
  expect(await refreshed).toBe(true)
  expect(await readOfflineCatalogue()).toBeDefined()
})

test('concurrent refreshes of the stored catalogue make one request', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { refreshOfflineCatalogue } = await import('./offline-catalogue.ts')
  startSession(CUSTOMER)
  const refreshes = Promise.all([refreshOfflineCatalogue(), refreshOfflineCatalogue()])
  ;(await server.next('GET /api/products')).reply(200, [])
  expect([await refreshes, server.untaken()]).toEqual([[true, true], []])
})
