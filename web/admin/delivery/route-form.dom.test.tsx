import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { expireSession } from '../../testing/expired-session.ts'
import { DELIVERY_ROUTE as ROUTE, DELIVERY_SETTINGS as SETTINGS } from '../../testing/samples.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

type RouteChange = Partial<Omit<typeof ROUTE, 'capacity'>> & { capacity?: number | null }

/** Opens the dialog of the route; `changeElsewhere` changes the route as another admin does. */
async function openRoute(changed: RouteChange = {}) {
  const opened = await openAdminScreen('/admin/dashboard?tab=customers&view=delivery', async () => {
    const { DeliveryView } = await import('./delivery-view.tsx')
    return <DeliveryView chooser={undefined} />
  })
  const { server, act, says } = opened
  const state: { route: object; calendar: object[] } = { route: { ...ROUTE, ...changed }, calendar: [] }
  server.respond('GET /api/admin/delivery', ({ reply }) =>
    reply(200, { settings: SETTINGS, routes: [state.route], exceptions: [] }),
  )
  server.respond('GET /api/admin/delivery/calendar', ({ reply }) => reply(200, state.calendar))
  await says('Avrupa')
  await act(async () => document.querySelector<HTMLElement>('[aria-label^="Düzenle: Avrupa"]')!.click())
  const changeElsewhere = async (change: Partial<typeof ROUTE>) => {
    state.route = { ...ROUTE, ...change }
    const { invalidate } = await import('../../queries.ts')
    await act(async () => invalidate(['delivery']))
  }
  return { ...opened, state, changeElsewhere }
}

const OTHER_ID = ROUTE.id.replace(/.$/, '9')

const day = (name: string) => document.querySelector<HTMLElement>(`[role=dialog] [aria-label=${name}]`)!

test('an open form does not revert another admin’s change of the route', async () => {
  const { server, act, changeElsewhere } = await openRoute()
  await act(async () => day('Cuma').click())
  await act(async () => typeIn(field('Son sipariş saati'), '14:00'))
  await changeElsewhere({ weekdays: [3, 7], cutoff_time: '15:00', name: 'Avrupa Yakası' })
  await shows(() => field('Rota adı').value === 'Avrupa Yakası')
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(`PUT /api/admin/delivery/routes/${ROUTE.id}`)
  expect(JSON.parse(body)).toEqual({ weekdays: [3, 5, 7], cutoff_time: '14:00' })
})

test('of a field that another admin has changed meanwhile, the user chooses the value', async () => {
  const { act, says, changeElsewhere } = await openRoute()
  const cutoff = () => field('Son sipariş saati')
  const isShown = () => document.body.textContent?.includes('Bu arada değişti')
  await act(async () => typeIn(cutoff(), '14:00'))
  await changeElsewhere({ cutoff_time: '15:00' })
  await says('Bu arada değişti: 15:00')
  await act(async () => button('Benimkini koru: Son sipariş saati').click())
  expect([cutoff().value, document.activeElement === cutoff(), isShown()]).toEqual(['14:00', true, false])
  await changeElsewhere({ cutoff_time: '15:30' })
  await says('Bu arada değişti: 15:30')
  await act(async () => button('Onunkini al: Son sipariş saati').click())
  expect([cutoff().value, document.activeElement === cutoff(), isShown()]).toEqual(['15:30', true, false])
  // The value that was taken is the one over which the user types now.
  await act(async () => typeIn(cutoff(), '15:45'))
  expect([cutoff().value, isShown()]).toEqual(['15:45', false])
})

test('a weekday that is taken from a route is followed by a warning if it has orders, which leads to them', async () => {
  const { server, act, state } = await openRoute()
  const dayOf = (date: string, orders: number) => {
    const route = { route_id: ROUTE.id, delivers: false, cutoff: null, capacity: null, orders }
    return { date, holiday: null, is_half_day: false, routes: [route, { ...route, route_id: OTHER_ID }] }
  }
  // A Monday, which the route keeps but on which an exception closes it, and two Wednesdays.
  state.calendar = [dayOf('2099-03-09', 9), dayOf('2099-03-11', 2), dayOf('2099-03-18', 3)]
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  await act(async () => day('Çarşamba').click())
  await act(async () => button('Kaydet').click())
  const { reply } = await server.next(`PUT /api/admin/delivery/routes/${ROUTE.id}`)
  await act(async () => reply(200, { ...ROUTE, weekdays: [1] }))
  await shows(() => warned.mock.calls.length > 0)
  const [title, options] = warned.mock.calls[0]!
  expect([title, options?.description]).toEqual(['Teslimat olmayan 2 güne 5 sipariş var', '11.03.2099, 18.03.2099'])
  await act(async () => options?.action?.onClick())
  expect(location.search).toBe(`?tab=orders&delivery_date=2099-03-11&route_id=${ROUTE.id}`)
})

test('a route whose reply was lost is sent again, and its form closes', async () => {
  const { server, act, alerts } = await openRoute()
  await act(async () => typeIn(field('Rota adı'), 'Kadıköy'))
  await act(async () => button('Kaydet').click())
  ;(await server.next(`PUT /api/admin/delivery/routes/${ROUTE.id}`)).drop()
  ;(await server.next(`PUT /api/admin/delivery/routes/${ROUTE.id}`)).reply(200, { ...ROUTE, name: 'Kadıköy' })
  await shows(() => document.querySelector('[role=dialog]') === null)
  expect(alerts).toEqual([])
})

test('saving a route that another admin has deleted reports the deletion and keeps the input', async () => {
  const { server, act, alerts } = await openRoute()
  await act(async () => typeIn(field('Rota adı'), 'Kadıköy'))
  await act(async () => button('Kaydet').click())
  ;(await server.next(`PUT /api/admin/delivery/routes/${ROUTE.id}`)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await shows(() => alerts.length > 0)
  expect([alerts, field('Rota adı').value]).toEqual([['Bu rota silinmiş; değişiklikleriniz kaydedilemez'], 'Kadıköy'])
})

test('a route that an expired session interrupts is merged into what another admin has saved since', async () => {
  const first = await openRoute({ capacity: 5 })
  await first.act(async () => day('Cuma').click())
  await first.act(async () => typeIn(field('Son sipariş saati'), '14:00'))
  await first.act(async () => typeIn(field('Günlük kapasite'), 'on'))
  await expireSession(first)
  const { server, act, says } = await openRoute({ weekdays: [3, 7], name: 'Avrupa Yakası', capacity: 10 })
  const save = () => act(async () => button('Kaydet').click())
  expect([field('Rota adı').value, field('Günlük kapasite').value]).toEqual(['Avrupa Yakası', ''])
  await says('Bu arada değişti: 10')
  await save()
  // A text that was no number does not become an empty field, which would remove the limit.
  expect(field('Günlük kapasite').getAttribute('aria-invalid')).toBe('true')
  await act(async () => typeIn(field('Günlük kapasite'), '12'))
  await save()
  const { body } = await server.next(`PUT /api/admin/delivery/routes/${ROUTE.id}`)
  expect(JSON.parse(body)).toEqual({ weekdays: [3, 5, 7], cutoff_time: '14:00', capacity: 12 })
})

test('a limit that was removed when the session expired is removed once the form is saved', async () => {
  const first = await openRoute({ capacity: 5 })
  await first.act(async () => typeIn(field('Günlük kapasite'), ''))
  await expireSession(first)
  const { server, act } = await openRoute({ capacity: 5 })
  expect(field('Günlük kapasite').value).toBe('')
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(`PUT /api/admin/delivery/routes/${ROUTE.id}`)
  expect(JSON.parse(body)).toEqual({ capacity: null })
})
