import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { DELIVERY_ROUTE as ROUTE, DELIVERY_SETTINGS as SETTINGS } from '../../testing/samples.ts'
import { button, hasButton, shows } from '../../testing/screen.ts'

/** Opens the strip on 28 February 2028, at 18:00 in Istanbul. */
async function openStrip(rules: object) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2028-02-28T18:00:00+03:00') })
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=orders', async () => {
    const { DeliveryStrip } = await import('./delivery-strip.tsx')
    const { useOrderFilter } = await import('./order-filters.tsx')
    function Strip() {
      return <DeliveryStrip filter={useOrderFilter()} />
    }
    return <Strip />
  })
  server.respond('GET /api/admin/delivery', ({ reply }) =>
    reply(200, { settings: SETTINGS, routes: [ROUTE], exceptions: [], ...rules }),
  )
  await shows(() => document.body.textContent.includes('Yarının rotası'))
  const press = () => act(async () => button('Yarının rotası').click())
  const shown = (name: string) => new URLSearchParams(location.search).get(name)
  return { act, press, shown }
}

test("'Yarının rotası' is that of the day after the press, although the page has been open since the day before", async () => {
  const { act, press, shown } = await openStrip({})
  await press()
  expect(shown('delivery_date')).toBe('2028-02-29')
  vi.setSystemTime('2028-02-29T06:30:00+03:00')
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(button('Yarının rotası').ariaPressed).toBe('false')
  await press()
  expect(shown('delivery_date')).toBe('2028-03-01')
})

const DELETED = { route_id: '7a1d2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55', route_name: 'Anadolu', orders: 3 }

const offered = () => [...document.querySelectorAll('[aria-label=Rota] option')].map(({ textContent }) => textContent)

test('a deleted route that has orders is offered, also if it was the only one', async () => {
  const { press, shown } = await openStrip({ routes: [], upcoming_orders: [DELETED] })
  expect(offered()).toEqual(['Tüm rotalar', 'Anadolu (silinmiş)'])
  await press()
  expect(shown('route_id')).toBe(DELETED.route_id)
  expect(hasButton('Rota listesi')).toBe(true)
})

test("while a deleted route has orders, 'Yarının rotası' is not restricted to the only other one", async () => {
  const ofOther = { route_id: ROUTE.id, route_name: ROUTE.name, orders: 2 }
  const { press, shown } = await openStrip({ upcoming_orders: [DELETED, ofOther] })
  expect(offered()).toEqual(['Tüm rotalar', 'Avrupa', 'Anadolu (silinmiş)'])
  await press()
  expect([shown('delivery_date'), shown('route_id')]).toEqual(['2028-02-29', null])
})
