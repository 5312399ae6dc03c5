import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { DELIVERY_ROUTE as ROUTE, DELIVERY_SETTINGS as SETTINGS } from '../../testing/samples.ts'
import { shows } from '../../testing/screen.ts'

const UPCOMING = [{ route_id: ROUTE.id, route_name: ROUTE.name, orders: 3 }]

async function openView(routes: readonly object[], ofDay: object) {
  const opened = await openAdminScreen('/admin/dashboard?tab=customers&view=delivery', async () => {
    const { DeliveryView } = await import('./delivery-view.tsx')
    return <DeliveryView chooser={undefined} />
  })
  const rules = { settings: SETTINGS, routes, exceptions: [], upcoming_orders: UPCOMING }
  opened.server.respond('GET /api/admin/delivery', ({ reply }) => reply(200, rules))
  const day = { date: '2028-03-01', holiday: null, is_half_day: false }
  const entry = { ...day, routes: [{ route_id: ROUTE.id, capacity: null, orders: 3, ...ofDay }] }
  opened.server.respond('GET /api/admin/delivery/calendar', ({ reply }) => reply(200, [entry]))
  await opened.says('3 sipariş')
  return opened
}

test('the calendar leads to the orders of a deleted route, even if no other is left', async () => {
  await openView([], { delivers: false, cutoff: null })
  const link = document.querySelector('[aria-label="Teslimat takvimi"] a')
  expect([link?.textContent, link?.getAttribute('href'), link?.getAttribute('title')]).toEqual([
    'Avrupa (silinmiş) 3 sipariş',
    `/admin/dashboard?tab=orders&delivery_date=2028-03-01&route_id=${ROUTE.id}`,
    null,
  ])
  expect(document.body.textContent).toContain('Henüz rota yok')
})

test('before a route is deleted, its orders are counted', async () => {
  const questions: unknown[] = []
  vi.stubGlobal('confirm', (question: unknown) => questions.push(question) < 0)
  const { act } = await openView([ROUTE], { delivers: true, cutoff: '2028-02-29T13:00:00.000Z' })
  const menu = document.querySelector('[aria-label="İşlemler: Avrupa"]')
  await act(async () => menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const remove = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(one => one.textContent === 'Sil')
  await shows(() => remove() !== undefined)
  await act(async () => remove()?.click())
  expect(questions).toEqual([
    'Avrupa rotası silinsin mi?\n\nBugün ve sonrası için verilmiş 3 sipariş teslimat gününü korur; listeleri siparişlerde “Avrupa (silinmiş)” rotası seçilerek alınır.',
  ])
})
