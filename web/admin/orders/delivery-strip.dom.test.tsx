import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button, shows } from '../../testing/screen.ts'

const ROUTE = {
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  name: 'Kadıköy',
  weekdays: [1, 2, 3, 4, 5],
  cutoff_time: '16:00',
  days_before: 1,
  capacity: null,
  minimum: null,
  fee: null,
  version: 1,
  customer_count: 0,
}
const SETTINGS = { closed_on_holidays: true, closed_on_half_days: false, minimum: null, fee: null }

test("'Yarının rotası' is that of the day after the press, although the page has been open since the day before", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2028-02-28T18:00:00+03:00') })
  const { portal, act } = await openAdminScreen('/admin/dashboard?tab=orders', async () => {
    const { DeliveryStrip } = await import('./delivery-strip.tsx')
    const { useOrderFilter } = await import('./order-filters.tsx')
    function Strip() {
      return <DeliveryStrip filter={useOrderFilter()} />
    }
    return <Strip />
  })
  const rules = { settings: SETTINGS, routes: [ROUTE], exceptions: [] }
  portal.respond('GET /api/admin/delivery', ({ reply }) => reply(200, rules))
  await shows(() => document.body.textContent.includes('Yarının rotası'))
  const tomorrow = () => button('Yarının rotası')
  await act(async () => tomorrow().click())
  expect(new URLSearchParams(location.search).get('delivery_date')).toBe('2028-02-29')
  vi.setSystemTime('2028-02-29T06:30:00+03:00')
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(tomorrow().ariaPressed).toBe('false')
  await act(async () => tomorrow().click())
  expect(new URLSearchParams(location.search).get('delivery_date')).toBe('2028-03-01')
})
