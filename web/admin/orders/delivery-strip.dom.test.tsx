import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { DELIVERY_ROUTE as ROUTE, DELIVERY_SETTINGS as SETTINGS } from '../../testing/samples.ts'
import { button, shows } from '../../testing/screen.ts'

test("'Yarının rotası' is that of the day after the press, although the page has been open since the day before", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2028-02-28T18:00:00+03:00') })
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=orders', async () => {
    const { DeliveryStrip } = await import('./delivery-strip.tsx')
    const { useOrderFilter } = await import('./order-filters.tsx')
    function Strip() {
      return <DeliveryStrip filter={useOrderFilter()} />
    }
    return <Strip />
  })
  const rules = { settings: SETTINGS, routes: [ROUTE], exceptions: [] }
  server.respond('GET /api/admin/delivery', ({ reply }) => reply(200, rules))
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
