import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { countUnread, type Notification } from '#contract/notifications.ts'
import { pushLink } from '#contract/push-links.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('the push of a recall opens the bell, which shows the recalled lots, once', async () => {
  const { server } = await openFromPush({ kind: 'recall', link: '/orders' })
  await shows(() => document.body.textContent.includes(RECALL.body))
  expect(location.pathname + location.search).toBe('/orders')
  expect(server.untaken()).not.toContain('POST /api/notifications/read')
})

test('a notification that was opened from its push is marked as read, and the rest of the address stays', async () => {
  const link = '/marketer/dashboard?tab=orders&order=7'
  const { server } = await openFromPush({ kind: 'order_status', link })
  const read = await server.next('POST /api/notifications/read')
  expect(JSON.parse(read.body)).toEqual({ ids: [RECALL.id] })
  read.reply(200, { count: 0 })
  expect(location.pathname + location.search).toBe(link)
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('a page that was not opened from a push neither opens the bell nor marks anything as read', async () => {
  const { server } = await openBell('/products?search=bildirim')
  await server.next('GET /api/events')
  const { followPush } = await import('./bell-list.tsx')
  const show = vi.fn()
  followPush(show)
  const { request } = await import('../api.ts')
  // A request that it sent would arrive before this one.
  await request(countUnread, {})
  expect(show).not.toHaveBeenCalled()
  expect(location.search).toBe('?search=bildirim')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(server.untaken()).not.toContain('POST /api/notifications/read')
})

const RECALL: Notification = {
  id: '93c24f3c-8f5d-4f4d-8f0f-0000000000a1',
  created_at: '2026-03-10T07:00:00.000Z',
  kind: 'recall',
  title: 'Geri çağırma: Ezine',
  body: 'L1 · SKT 01.05.2026 · Ezine: 2 KG',
  link: '/orders',
  read_at: null,
}

const openFromPush = (pushed: Pick<Notification, 'kind' | 'link'>) => openBell(pushLink({ id: RECALL.id, ...pushed }))

async function openBell(address: string) {
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const server = await startServer()
  history.replaceState(null, '', address)
  server.respond('GET /api/notifications', ({ reply }) => reply(200, [RECALL]))
  server.respond('GET /api/notifications/unread', ({ reply }) => reply(200, { count: 1 }))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { Bell } = await import('./bell.tsx')
  const { queryClient } = await import('../queries.ts')
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <Bell />
    </QueryClientProvider>,
  )
  return { server }
}
