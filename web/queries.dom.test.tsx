import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countUnread, listNotifications } from '#contract/notifications.ts'
import { readOrderTotals } from '#contract/order-selection.ts'
import { ADMIN, CUSTOMER } from './testing/samples.ts'
import { button, openScreen, shows } from './testing/screen.ts'
import { type Exchange, startServer, until } from './testing/scripted-server.ts'

test('a change that is announced while the first response is in flight is shown', async () => {
  const server = await startServer()
  const { startSession } = await import('./current-session.ts')
  startSession(CUSTOMER)
  const { invalidate, queryClient, useCallQuery } = await import('./queries.ts')
  const Count = () => <p>{useCallQuery(countUnread, {}).data?.count}</p>
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <Count />
    </QueryClientProvider>,
  )
  const first = await server.next('GET /api/notifications/unread')
  const shown = invalidate(['notifications'])
  first.reply(200, { count: 1 })
  const second = await server.next('GET /api/notifications/unread')
  second.reply(200, { count: 2 })
  await shown
  await shows(() => document.querySelector('p')?.textContent === '2')
  expect(server.untaken()).toEqual([])
})

const NOTIFICATION = { created_at: '2026-03-10T07:00:00.000Z', kind: '', body: '', link: '/', read_at: null }

const idOf = (title: string) => `0000000${title.charAt(0)}-93c2-4f3c-8f5d-6f4d1f0f8a12`

/** Replies with the requested page, which is never the last one. The first letter of a row is its id. */
function replyWith({ query, reply }: Exchange, rows: string) {
  const next = Number(query.cursor ?? 1) + 1
  const items = rows.split(' ').map(title => ({ ...NOTIFICATION, id: idOf(title), title }))
  reply(200, items, { link: `</api/notifications?cursor=${next}>; rel="next"` })
}

/** Opens a list whose pages the test sends. */
async function openList() {
  const server = await startServer()
  const { startSession } = await import('./current-session.ts')
  startSession(CUSTOMER)
  const queries = await import('./queries.ts')
  const List = () => {
    const list = queries.useListQuery(listNotifications, {})
    return (
      <>
        <button type="button" onClick={() => void list.fetchNextPage()} aria-busy={list.isFetchingNextPage}>
          {list.items.map(({ title }) => title).join(' ')}
        </button>
        <button type="button" onClick={() => void list.refetch()}>
          Yenile
        </button>
      </>
    )
  }
  await openScreen(
    <QueryClientProvider client={queries.queryClient}>
      <List />
    </QueryClientProvider>,
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
  const next = () => server.next('GET /api/notifications')
  const text = () => document.querySelector('button')?.textContent ?? ''
  return {
    invalidate: () => queries.invalidate(['notifications']),
    announce: () => queries.invalidate(['notifications'], { isAnnounced: true }),
    /** Has the next page added. */
    extend: () => document.querySelector('button')?.click(),
    /** Whether a page is being added. */
    isExtending: () => document.querySelector('button')?.ariaBusy === 'true',
    /** Has the list fetched again. */
    refresh: () => button('Yenile').click(),
    next,
    /** Replies to the next requests, which must be for these pages. */
    send: async (pages: Record<number, string>) => {
      for (const [page, rows] of Object.entries(pages)) {
        const exchange = await next()
        expect(exchange.query.cursor ?? '1').toBe(page)
        replyWith(exchange, rows)
      }
    },
    text,
    shows: (rows: string) => until(() => text() === rows),
    untaken: server.untaken,
  }
}

test('a page that is being added to a list is not lost by an announced change, which is shown afterwards', async () => {
  const list = await openList()
  await list.send({ 1: 'A1 B1' })
  await list.shows('A1 B1')
  list.extend()
  const added = await list.next()
  const isShown = list.announce()
  replyWith(added, 'C1')
  await list.send({ 1: 'A2 B2', 2: 'C2' })
  await isShown
  await list.shows('A2 B2 C2')
  expect(list.untaken()).toEqual([])
})

test.each([
  ['the user’s own change', 'invalidate'],
  ['‘Yenile’', 'refresh'],
] as const)('%s is not delayed by a page that is being added, which is requested again afterwards', async (_, kind) => {
  const list = await openList()
  await list.send({ 1: 'A1 B1' })
  await list.shows('A1 B1')
  list.extend()
  await list.next()
  void list[kind]()
  await list.send({ 1: 'A2 B2' })
  await list.shows('A2 B2')
  await until(list.isExtending)
  await list.send({ 2: 'C2' })
  await list.shows('A2 B2 C2')
  await until(() => !list.isExtending())
  expect(list.untaken()).toEqual([])
})

test('a page that cannot be fetched is not requested again', async () => {
  const list = await openList()
  await list.send({ 1: 'A1' })
  await list.shows('A1')
  list.extend()
  ;(await list.next()).refuse(400, 'invalid')
  await until(() => !list.isExtending())
  expect([list.text(), list.untaken()]).toEqual(['A1', []])
})

test('the next page of a list is requested after a refetch in flight, and counts as being loaded until then', async () => {
  const list = await openList()
  await list.send({ 1: 'A1' })
  await list.shows('A1')
  void list.invalidate()
  const refetch = await list.next()
  list.extend()
  await until(list.isExtending)
  replyWith(refetch, 'A2')
  await list.send({ 2: 'B2' })
  await list.shows('A2 B2')
  await until(() => !list.isExtending())
  expect(list.untaken()).toEqual([])
})

test('changes that are announced in quick succession do not restart a refetch, but repeat it once', async () => {
  const list = await openList()
  await list.send({ 1: 'A1' })
  await list.shows('A1')
  list.extend()
  await list.send({ 2: 'B1' })
  await list.shows('A1 B1')
  void list.announce()
  const refetch = await list.next()
  const areShown = [list.announce(), list.announce()]
  replyWith(refetch, 'A2')
  await list.send({ 2: 'B2' })
  await list.shows('A2 B2')
  await list.send({ 1: 'A3', 2: 'B3' })
  await Promise.all(areShown)
  await list.shows('A3 B3')
  expect(list.untaken()).toEqual([])
})

test('between repeated refetches, a page that the user wants is added', async () => {
  const list = await openList()
  await list.send({ 1: 'A1' })
  await list.shows('A1')
  void list.announce()
  const refetch = await list.next()
  list.extend()
  void list.announce()
  replyWith(refetch, 'A2')
  await list.send({ 2: 'B2' })
  await list.shows('A2 B2')
  await list.send({ 1: 'A3', 2: 'B3' })
  await list.shows('A3 B3')
  expect(list.untaken()).toEqual([])
})

test('after the user’s own change, an older response is not shown', async () => {
  const list = await openList()
  await list.send({ 1: 'A1' })
  await list.shows('A1')
  void list.announce()
  const older = await list.next()
  const isShown = list.invalidate()
  replyWith(older, 'A1 B1')
  await list.send({ 1: 'A2' })
  await isShown
  await list.shows('A2')
})

test('a list of more than five pages is refetched after the user’s own change, not after an announced one', async () => {
  const list = await openList()
  await list.send({ 1: 'A1' })
  await list.shows('A1')
  for (const [place, row] of ['B1', 'C1', 'D1', 'E1', 'F1'].entries()) {
    list.extend()
    await list.send({ [place + 2]: row })
    await until(() => list.text().endsWith(row))
  }
  await list.announce()
  expect(list.untaken()).toEqual([])
  const isShown = list.invalidate()
  await list.send({ 1: 'A2', 2: 'B2', 3: 'C2', 4: 'D2', 5: 'E2', 6: 'F2' })
  await isShown
  await list.shows('A2 B2 C2 D2 E2 F2')
})

test('a row that moves from one page to the next between their requests is listed once, in its latest state', async () => {
  const list = await openList()
  await list.send({ 1: 'A1 B1' })
  await list.shows('A1 B1')
  list.extend()
  await list.send({ 2: 'A2 C1' })
  await list.shows('A2 B1 C1')
})

test('a polled query is refetched after the user’s own change, but not after one that the server announces', async () => {
  const server = await startServer()
  const { startSession } = await import('./current-session.ts')
  startSession(ADMIN)
  const { invalidate, queryClient, useCallQuery } = await import('./queries.ts')
  const Totals = () => <p>{useCallQuery(readOrderTotals, { query: {}, isPolled: true }).data?.orders}</p>
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <Totals />
    </QueryClientProvider>,
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
  const send = async (orders: number) => {
    const { reply } = await server.next('GET /api/admin/order-totals')
    reply(200, { orders, cancelled_orders: 0, amount: 0 })
    await until(() => document.body.textContent.includes(`${orders}`))
  }
  await send(11)
  await invalidate(['orders'], { isAnnounced: true })
  expect(server.untaken()).toEqual([])
  void invalidate(['orders'])
  await send(12)
})
