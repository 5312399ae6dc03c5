import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { announced, button, hasButton, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('notifications whose marking as read got no reply are marked once more', async () => {
  const { server, act, error } = await openBell([])
  await act(async () => button('Tümünü okundu say').click())
  ;(await server.next('POST /api/notifications/read')).drop()
  ;(await server.next('POST /api/notifications/read')).reply(200, { count: 0 })
  await shows(() => button('Tümünü okundu say').getAttribute('aria-busy') !== 'true')
  expect(error).not.toHaveBeenCalled()
})

test('a notification that waits above the list is not marked as read with all others', async () => {
  const { server, act } = await openBell([SEEN])
  await shows(() => document.body.textContent.includes(SEEN.title))
  server.respond('GET /api/notifications', ({ reply }) => reply(200, [WAITING, SEEN]))
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['notifications']))
  await shows(() => document.body.textContent.includes('1 yeni bildirim'))
  await act(async () => button('Tümünü okundu say').click())
  expect(JSON.parse((await server.next('POST /api/notifications/read')).body)).toEqual({ ids: [SEEN.id] })
})

test('the button that marks all as read is not there while it would mark none', async () => {
  const read = { ...SEEN, read_at: SEEN.created_at }
  const { server, act } = await openBell([read])
  await shows(() => document.body.textContent.includes(SEEN.title))
  server.respond('GET /api/notifications', ({ reply }) => reply(200, [WAITING, read]))
  const { invalidate } = await import('../queries.ts')
  await act(async () => void invalidate(['notifications']))
  await shows(() => document.body.textContent.includes('1 yeni bildirim'))
  expect(hasButton('Tümünü okundu say')).toBe(false)
  await act(async () => button('1 yeni bildirim').click())
  await shows(() => document.body.textContent.includes(WAITING.title))
  expect(hasButton('Tümünü okundu say')).toBe(true)
})

test('notifications further down are marked as read by their time', async () => {
  const older = { ...SEEN, id: '93c24f3c-8f5d-4f4d-8f0f-0000000000a0', created_at: '2026-03-10T06:00:00.000Z' }
  const { server, act } = await openBell([SEEN, { ...older, read_at: SEEN.created_at }], {
    link: '</api/notifications?cursor=2>; rel="next"',
  })
  await shows(() => document.body.textContent.includes(SEEN.title))
  await act(async () => button('Tümünü okundu say').click())
  const { body } = await server.next('POST /api/notifications/read')
  expect(JSON.parse(body)).toEqual({ ids: [SEEN.id], until: older.created_at })
})

test('the list has the focus, and it is said, once its notifications are marked as read', async () => {
  const { server, act, show } = await openBell([])
  button('Tümünü okundu say').focus()
  await act(async () => button('Tümünü okundu say').click())
  ;(await server.next('POST /api/notifications/read')).reply(200, { count: 0 })
  await shows(() => button('Tümünü okundu say').getAttribute('aria-busy') !== 'true')
  await show(0)
  expect(document.activeElement?.getAttribute('role')).toBe('dialog')
  expect(await announced()).toBe('Bildirimler okundu sayıldı')
})

test('the text of a recall is shown whole, as its lots are on no other screen', async () => {
  const recall: Notification = {
    ...WAITING,
    kind: 'recall',
    title: 'Geri çağırma: Ezine',
    body: 'L1 · Ezine\nKullanmayın',
  }
  await openBell([recall, { ...SEEN, body: 'Yarın teslim edilir' }])
  const isCut = (text: string) =>
    [...document.querySelectorAll('span')].find(one => one.textContent === text)?.className.includes('line-clamp')
  await shows(() => isCut(recall.body) !== undefined)
  expect([isCut(recall.body), isCut('Yarın teslim edilir')]).toEqual([false, true])
})

const SEEN: Notification = {
  id: '93c24f3c-8f5d-4f4d-8f0f-0000000000a1',
  created_at: '2026-03-10T07:00:00.000Z',
  kind: 'order_status',
  title: 'Siparişiniz hazırlanıyor',
  body: '',
  link: '/my-orders',
  read_at: null,
}
const WAITING: Notification = {
  ...SEEN,
  id: '93c24f3c-8f5d-4f4d-8f0f-0000000000a2',
  title: 'Siparişiniz teslim edildi',
}

async function openBell(notifications: Notification[], headers?: Record<string, string>) {
  const server = await startServer()
  server.respond('GET /api/notifications', ({ reply }) => reply(200, notifications, headers))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { toast } = await import('../ui/toaster.tsx')
  const error = vi.spyOn(toast, 'error')
  const { BellList } = await import('./bell-list.tsx')
  const { queryClient } = await import('../queries.ts')
  const list = (unread: number) => (
    <QueryClientProvider client={queryClient}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands for the popover, a div with this role */}
      <div role="dialog" tabIndex={-1}>
        <BellList unread={unread} onLeave={() => undefined} />
      </div>
    </QueryClientProvider>
  )
  const { act, show } = await openScreen(list(2))
  return { server, act, error, show: (unread: number) => show(list(unread)) }
}
