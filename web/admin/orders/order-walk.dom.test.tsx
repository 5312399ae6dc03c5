import { expect, test, vi } from 'vitest'
import { readAnyOrder } from '#contract/any-order.ts'
import { readOrderNeighbours } from '#contract/order-neighbours.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { WIRE_ORDER } from '../../testing/samples.ts'
import { button, shows } from '../../testing/screen.ts'
import type { Exchange } from '../../testing/scripted-server.ts'

const IDS = Array.from({ length: 5 }, (_, i) => `${i}a2b3c4d-93c2-4f3c-8f5d-6f4d1f0f8a12`)
const LIST = `/admin/dashboard?tab=orders&status=${ORDER_STATUSES[0]}`
const pathOf = (place: number) => `/admin/orders/${IDS[place]}`

/** Opens the list of orders and the pages of single orders, within the app's layout. */
async function openDesk(address: string, options = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  const { server, act, says, alerts } = await openAdminScreen(
    address,
    async () => {
      const { OrdersTab } = await import('./orders-tab.tsx')
      const { AdminOrder } = await import('./order.tsx')
      const { Frame } = await import('../../shell/frame.tsx')
      const { Switch } = await import('../../ui/router.tsx')
      const { Toaster } = await import('../../ui/toaster.tsx')
      const routes = [
        { path: '/admin/dashboard', element: <OrdersTab /> },
        { path: '/admin/orders/:orderId', element: <AdminOrder /> },
      ]
      return (
        <>
          <Frame header={null}>
            <Switch routes={routes} fallback={null} />
          </Frame>
          <Toaster />
        </>
      )
    },
    options,
  )
  server.respond('GET /api/admin/orders', ({ reply }) =>
    reply(
      200,
      IDS.map(id => ({ ...WIRE_ORDER, id })),
    ),
  )
  server.respond('GET /api/admin/order-totals', ({ reply }) =>
    reply(200, { orders: IDS.length, cancelled_orders: 0, amount: 0 }),
  )
  for (const [place, id] of IDS.entries()) {
    server.respond(`GET /api/admin/orders/${id}`, ({ reply }) => reply(200, { ...WIRE_ORDER, id }))
    server.respond(`GET /api/admin/orders/${id}/neighbours`, ({ reply }) =>
      reply(200, { previous: IDS[place - 1] ?? null, next: IDS[place + 1] ?? null }),
    )
  }
  const press = (key: string) =>
    act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  const row = (place: number) => document.querySelector<HTMLElement>(`tr[data-index="${place}"]`)
  const tick = (place: number) => act(async () => row(place)?.querySelector('input')?.click())
  const open = async (place: number) => {
    await act(async () => row(place)?.focus())
    await press('Enter')
    await says(`Sipariş ${IDS[place]?.slice(0, 8)}`)
  }
  /** Chooses a status for the ticked orders. */
  const setStatus = async (status: string | undefined) => {
    await says('Durumu değiştir')
    await act(async () => button('Durumu değiştir').focus())
    await press('Enter')
    const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    await shows(() => items().length > 1)
    await act(async () => items()[ORDER_STATUSES.findIndex(one => one === status)]?.click())
  }
  /** Ticks all orders and sets them to this status; `sent` are the requests without a reply. */
  const setAll = async (status: string | undefined) => {
    vi.stubGlobal('confirm', () => true)
    const sent: Exchange[] = []
    for (const id of IDS) server.respond(`PUT /api/admin/orders/${id}/status`, exchange => void sent.push(exchange))
    await shows(() => row(4) !== null)
    for (const place of IDS.keys()) await tick(place)
    await says('5 satır seçildi')
    await setStatus(status)
    await shows(() => sent.length === 4)
    return sent
  }
  return { server, act, says, alerts, press, row, tick, open, setStatus, setAll }
}

const confirmSaved = ({ endpoint, body, reply }: Exchange) => {
  const { status } = JSON.parse(body)
  const order = { ...WIRE_ORDER, id: endpoint.split('/')[4], status, updated_at: '2026-03-10T08:00:00.000Z' }
  reply(200, { message: 'Sipariş durumu güncellendi', order })
}

test('each press of the key leads to the next order, however fast, until the end of the list', async () => {
  const { says, press } = await openDesk(pathOf(0))
  await says('Sipariş 0a2b3c4d')
  for (const key of ['n', 'n', 'n']) await press(key)
  await says('Sipariş 3a2b3c4d')
  await press('p')
  await says('Sipariş 2a2b3c4d')
  for (const key of ['n', 'n', 'n', 'n']) await press(key)
  await says('Sipariş 4a2b3c4d')
})

test('in a list sorted by the status, the key leads on from where the order was before its status was changed', async () => {
  const { server, act, says, press, row, open } = await openDesk(`${LIST}&sort=status`)
  const { invalidate, queryClient, queryKeyOf } = await import('../../queries.ts')
  const [before, id, moved, next] = IDS
  let status = 'beklemede'
  const reads: unknown[] = []
  server.respond(`GET /api/admin/orders/${id}`, ({ reply }) => reply(200, { ...WIRE_ORDER, id, status }))
  server.respond(`GET /api/admin/orders/${id}/neighbours`, ({ query, reply }) => {
    reads.push(query['sort'])
    // With its new status the order is the last one of the list.
    if (status !== 'beklemede') return reply(200, { previous: IDS[4], next: null })
    return reply(200, { previous: before, next: reads.length === 1 ? moved : next })
  })
  await shows(() => row(4) !== null)
  await open(1)
  await shows(() => document.querySelector('[aria-keyshortcuts=n]:enabled') !== null)
  // Another admin has changed the next order.
  await act(async () => void invalidate(['orders']))
  const isFetching = () =>
    [readAnyOrder, readOrderNeighbours].some(call => queryClient.isFetching({ queryKey: queryKeyOf(call) }))
  await shows(() => reads.length === 2 && !isFetching())
  await act(async () => new Promise(resolve => setTimeout(resolve)))
  await press('d')
  const saving = await server.next(`PUT /api/admin/orders/${id}/status`)
  status = 'hazirlaniyor'
  confirmSaved(saving)
  await says('Geri al')
  await shows(() => reads.length === 3)
  expect(reads).toEqual(['status', 'status', 'status'])
  await press('n')
  await says(`Sipariş ${next?.slice(0, 8)}`)
})

test('going back from an order restores the selection, and the focus on its row', async () => {
  const { act, says, press, row, tick } = await openDesk(LIST)
  await shows(() => row(4) !== null)
  for (const place of [0, 2, 3]) await tick(place)
  await says('3 satır seçildi')
  await act(async () => row(2)?.focus())
  await press('Enter')
  await says('Sipariş 2a2b3c4d')
  await act(async () => history.back())
  await shows(() => document.activeElement === row(2) && row(2) !== null)
  await says('3 satır seçildi')
  await press('ArrowDown')
  expect(document.activeElement).toBe(row(3))

  // The link leads to the row of the order that was viewed last.
  await press('Enter')
  await says('Sipariş 3a2b3c4d')
  await press('n')
  await says('Sipariş 4a2b3c4d')
  await act(async () => document.querySelector<HTMLElement>('a[href^="/admin/dashboard"]')?.click())
  await shows(() => row(4) !== null && document.activeElement === row(4))
  await says('3 satır seçildi')
})

test('a selected order counts with the status that its page has shown', async () => {
  const { server, act, says, row, tick, open, setStatus } = await openDesk(LIST)
  const [id] = IDS
  const [, preparing, completed] = ORDER_STATUSES
  vi.stubGlobal('confirm', () => true)
  await shows(() => row(4) !== null)
  await tick(0)
  await says('1 satır seçildi')
  server.respond(`GET /api/admin/orders/${id}`, ({ reply }) => reply(200, { ...WIRE_ORDER, id, status: preparing }))
  await open(0)
  await says('Hazırlanıyor')
  await act(async () => history.back())
  await setStatus(completed)
  const { body } = await server.next(`PUT /api/admin/orders/${id}/status`)
  expect(JSON.parse(body)).toEqual({ status: completed, expected_status: preparing })
})

test('a bulk change goes on after its list is left, and can be stopped on the list', async () => {
  const { act, says, alerts, open, setAll } = await openDesk(LIST)
  const [, preparing] = ORDER_STATUSES
  const sent = await setAll(preparing)
  await open(0)
  await says('Durum değişikliği arka planda sürüyor')
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  await act(async () => history.back())
  await says('0 / 5')
  expect(document.body.textContent).not.toContain('Durumu değiştir')
  // The first one is the list's, the second one the toast's.
  await act(async () => button('Durdur').click())
  for (const exchange of sent) confirmSaved(exchange)
  await shows(() => alerts.length === 1)
  expect([alerts, sent.length]).toEqual([[expect.stringContaining('1 siparişe sıra gelmedi')], 4])
  await says('1 satır seçildi')
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})

test('the orders that a bulk change did not reach stay selected although the list was not left for an order', async () => {
  const { act, says, alerts, setAll } = await openDesk(LIST)
  const sent = await setAll(ORDER_STATUSES[1])
  await act(async () => history.pushState(null, '', pathOf(0)))
  await says('Durum değişikliği arka planda sürüyor')
  await act(async () => history.pushState(null, '', LIST))
  await says('0 / 5')
  await act(async () => button('Durdur').click())
  for (const exchange of sent) confirmSaved(exchange)
  await shows(() => alerts.length === 1)
  await says('1 satır seçildi')
})

test('a bulk change that has ended while another screen was open leaves only the refused orders selected', async () => {
  const { server, act, says, alerts, row, open, setStatus, setAll } = await openDesk(LIST)
  const [, preparing, completed, cancelled] = ORDER_STATUSES
  const [id] = IDS
  const sent = await setAll(preparing)
  await open(1)
  const [first, ...others] = sent.splice(0)
  server.respond(`GET /api/admin/orders/${id}`, ({ reply }) => reply(200, { ...WIRE_ORDER, id, status: cancelled }))
  first?.refuse(409, 'order_status_changed', 'Siparişin durumu bu arada değişti: İptal')
  for (const exchange of others) confirmSaved(exchange)
  await shows(() => sent.length === 1)
  for (const exchange of sent.splice(0)) confirmSaved(exchange)
  await shows(() => alerts.length === 1)
  expect(alerts[0]).toContain('0a2b3c4d: Siparişin durumu bu arada değişti: İptal')
  // Another admin has completed one of the saved orders by the time at which the user returns.
  server.respond('GET /api/admin/orders', ({ reply }) =>
    reply(
      200,
      IDS.map((one, place) => {
        const [status, hour] = place === 4 ? [completed, 9] : [place ? preparing : cancelled, 8]
        return { ...WIRE_ORDER, id: one, status, updated_at: `2026-03-10T0${hour}:00:00.000Z` }
      }),
    ),
  )
  await act(async () => history.back())
  await says('1 satır seçildi')
  expect([0, 4].map(place => row(place)?.querySelector('input')?.checked)).toEqual([true, false])
  await shows(() => row(4)?.textContent.includes('Tamamlandı') === true)
  await setStatus(preparing)
  await shows(() => sent.length === 1)
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ status: preparing, expected_status: cancelled })
})

test('a bulk change ends with the session, so that it never goes on in the name of another user', async () => {
  const { act, alerts, setAll } = await openDesk(LIST)
  const sent = await setAll(ORDER_STATUSES[1])
  const { endSession } = await import('../../current-session.ts')
  await act(async () => endSession('left'))
  for (const exchange of sent) confirmSaved(exchange)
  await shows(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect([alerts, sent.length]).toEqual([[], 4])
})

test('going back to the list on a phone restores the focus on the link of the order', async () => {
  const { act, says } = await openDesk(LIST, { isPhone: true })
  await import('../../ui/focus-memory.ts')
  const link = () => document.querySelector<HTMLElement>('li[data-index="3"] a')
  await shows(() => link() !== null)
  await act(async () => {
    link()?.focus()
    link()?.click()
  })
  await says('Sipariş 3a2b3c4d')
  await act(async () => history.back())
  await shows(() => link() !== null && document.activeElement === link())
})

test('an order that cannot be fetched again is shown with the time of its data', async () => {
  const [id] = IDS
  const { server, act, says } = await openDesk(pathOf(0))
  await says('Sipariş 0a2b3c4d')
  const { queryClient } = await import('../../queries.ts')
  // A proxy before the portal responds with its own page for 404.
  server.respond(`GET /api/admin/orders/${id}`, ({ reply }) =>
    reply(404, '<h1>Not Found</h1>', { 'content-type': 'text/html' }),
  )
  await act(async () => void queryClient.invalidateQueries())
  await says('Siparis yuklenirken hata olustu')
  await shows(() => /Bilgiler yenilenemedi\..*tarihli hâli gösteriliyor/.test(document.body.textContent))
  await says('Sipariş 0a2b3c4d')
  const [, status] = ORDER_STATUSES
  server.respond(`GET /api/admin/orders/${id}`, ({ reply }) => reply(200, { ...WIRE_ORDER, id, status }))
  await act(async () => button('Tekrar dene').click())
  await shows(() => !document.body.textContent.includes('Bilgiler yenilenemedi'))
  await says('Hazırlanıyor')
})
