import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { expireSession } from '../../testing/expired-session.ts'
import { DELIVERY_ROUTE } from '../../testing/samples.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const CALL = 'PUT /api/admin/delivery'
const SETTINGS = { closed_on_holidays: true, closed_on_half_days: false, minimum: 1500, fee: 75 }

async function openSettings(changed: Partial<typeof SETTINGS> = {}) {
  const opened = await openAdminScreen('/admin/dashboard?tab=customers&view=delivery', async () => {
    const { DeliveryView } = await import('./delivery-view.tsx')
    return <DeliveryView chooser={undefined} />
  })
  const state: { settings: object } = { settings: { ...SETTINGS, ...changed } }
  opened.server.respond('GET /api/admin/delivery', ({ reply }) =>
    reply(200, { settings: state.settings, routes: [], exceptions: [] }),
  )
  await opened.says('Genel ayarlar')
  return { ...opened, state }
}

const isBusy = (input: HTMLElement) => input.getAttribute('aria-disabled') === 'true'

test('a setting can be changed while another change is in flight', async () => {
  const { server, act, state } = await openSettings()
  const [holidays, halfDays] = [field('Resmî tatillerde teslimat yapılmaz'), field('28 Ekim) teslimat yapılmaz')]
  await act(async () => holidays.click())
  // The choice is shown before the reply, and cannot be changed; but the focus is not lost.
  expect([holidays.checked, isBusy(holidays), holidays.disabled]).toEqual([false, true, false])
  await act(async () => holidays.click())
  expect(holidays.checked).toBe(false)
  await act(async () => halfDays.click())
  await act(async () => typeIn(field('En az sipariş tutarı (₺)'), '900'))
  await act(async () => button('Tutarları kaydet').click())
  const sent = [await server.next(CALL), await server.next(CALL), await server.next(CALL)]
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { closed_on_holidays: false },
    { closed_on_half_days: true },
    // The fee was not edited: another admin may have changed it since.
    { minimum: 900 },
  ])
  state.settings = { closed_on_holidays: false, closed_on_half_days: true, minimum: 900, fee: 75 }
  for (const { reply } of sent) await act(async () => reply(200, state.settings))
  await shows(() => !isBusy(holidays) && !isBusy(halfDays) && !holidays.checked)
  expect([holidays.checked, halfDays.checked]).toEqual([false, true])
})

test('holidays that are closed are followed by a warning if they have orders', async () => {
  const { server, act, state } = await openSettings({ closed_on_holidays: false })
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  const dayOf = (date: string, holiday: string | null, is_half_day: boolean) => {
    const route = { route_id: DELIVERY_ROUTE.id, delivers: false, cutoff: null, capacity: null, orders: 4 }
    return { date, holiday, is_half_day, routes: [route] }
  }
  const calendar = [dayOf('2099-05-18', null, false), dayOf('2099-05-19', 'Bayram', false)]
  server.respond('GET /api/admin/delivery/calendar', ({ reply }) =>
    reply(200, [...calendar, dayOf('2099-10-28', 'Yarım gün', true)]),
  )
  state.settings = SETTINGS
  await act(async () => field('Resmî tatillerde teslimat yapılmaz').click())
  await act(async () => (await server.next(CALL)).reply(200, state.settings))
  await shows(() => warned.mock.calls.length > 0)
  const [title, options] = warned.mock.calls[0]!
  expect([title, options?.description]).toEqual(['Teslimat olmayan bu güne 4 sipariş var', '19.05.2099'])
})

test('an amount that is being typed is kept when another admin changes the settings', async () => {
  const first = await openSettings()
  const { act, state } = first
  await act(async () => typeIn(field('En az sipariş tutarı (₺)'), '777'))
  state.settings = { ...SETTINGS, minimum: 2000, fee: 55 }
  const { invalidate } = await import('../../queries.ts')
  await act(async () => invalidate(['delivery']))
  await shows(() => field('Teslimat ücreti (₺)').value === '55,00')
  expect(field('En az sipariş tutarı (₺)').value).toBe('777')
  await first.says('Bu arada değişti: ₺2.000,00')
  // Nor does it replace the other admin's amount after a login.
  await expireSession(first)
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  await openSettings({ minimum: 2000, fee: 55 })
  expect(warned.mock.calls.map(([message]) => message)).toEqual(['En az sipariş tutarı bu arada değişti: ₺2.000,00'])
  expect(field('En az sipariş tutarı (₺)').value).toBe('2.000,00')
})

test('of an amount that another admin has changed meanwhile, the user chooses the value', async () => {
  const { act, says, state } = await openSettings()
  const fee = () => field('Teslimat ücreti (₺)')
  const { invalidate } = await import('../../queries.ts')
  const isShown = () => document.body.textContent?.includes('Bu arada değişti')
  for (const [choice, chosen] of [
    ['Benimkini koru', '80'],
    ['Onunkini al', '60,00'],
  ]) {
    await act(async () => typeIn(fee(), '80'))
    state.settings = { ...SETTINGS, fee: choice === 'Onunkini al' ? 60 : 55 }
    await act(async () => invalidate(['delivery']))
    await says('Bu arada değişti: ₺')
    await act(async () => button(`${choice}: Teslimat ücreti`).click())
    expect([fee().value, document.activeElement === fee(), isShown()]).toEqual([chosen, true, false])
    await act(async () => typeIn(fee(), '85'))
    expect([fee().value, isShown()]).toEqual(['85', false])
  }
})

test('a fee of 0 is saved as no fee, not as a fee that is not set', async () => {
  const { server, act, state } = await openSettings()
  await act(async () => typeIn(field('Teslimat ücreti (₺)'), '0'))
  await act(async () => button('Tutarları kaydet').click())
  const { body, reply } = await server.next(CALL)
  expect(JSON.parse(body)).toEqual({ fee: 0 })
  state.settings = { ...SETTINGS, fee: 0 }
  await act(async () => reply(200, state.settings))
  await shows(() => !isBusy(field('Teslimat ücreti (₺)')))
  expect(field('Teslimat ücreti (₺)').value).toBe('0')
})

test('a setting whose reply was lost is sent again, and not reported as unsaved', async () => {
  const { server, act, state, alerts } = await openSettings()
  const holidays = field('Resmî tatillerde teslimat yapılmaz')
  await act(async () => holidays.click())
  state.settings = { ...SETTINGS, closed_on_holidays: false }
  ;(await server.next(CALL)).drop()
  ;(await server.next(CALL)).reply(200, state.settings)
  // The refetched settings are rendered one task after the field can be changed again.
  await shows(() => !isBusy(holidays) && !holidays.checked)
  expect(alerts).toEqual([])
})

test('an amount that an expired session interrupts is kept, and leaves the other one alone', async () => {
  const first = await openSettings()
  await first.act(async () => typeIn(field('Teslimat ücreti (₺)'), '0'))
  await expireSession(first)
  const { server, act } = await openSettings({ minimum: 2000 })
  await shows(() => field('Teslimat ücreti (₺)').value === '0,00')
  expect(field('En az sipariş tutarı (₺)').value).toBe('2.000,00')
  await act(async () => button('Tutarları kaydet').click())
  expect(JSON.parse((await server.next(CALL)).body)).toEqual({ fee: 0 })
})

test('an amount that an expired session has kept does not replace one that another admin has set since', async () => {
  const first = await openSettings()
  await first.act(async () => typeIn(field('En az sipariş tutarı (₺)'), '900'))
  await first.act(async () => typeIn(field('Teslimat ücreti (₺)'), '80'))
  await expireSession(first)
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  const { server, act } = await openSettings({ fee: 55 })
  await shows(() => field('En az sipariş tutarı (₺)').value === '900,00')
  expect(field('Teslimat ücreti (₺)').value).toBe('55,00')
  expect(warned.mock.calls).toEqual([
    ['Teslimat ücreti bu arada değişti: ₺55,00', { description: 'Yazdığınız geri getirilmedi: ₺80,00' }],
  ])
  await act(async () => button('Tutarları kaydet').click())
  expect(JSON.parse((await server.next(CALL)).body)).toEqual({ minimum: 900 })
})

test('an emptied amount that an expired session interrupts is still empty', async () => {
  const first = await openSettings()
  await first.act(async () => typeIn(field('Teslimat ücreti (₺)'), ''))
  await expireSession(first)
  const { server, act } = await openSettings()
  await shows(() => field('Teslimat ücreti (₺)').value === '')
  await act(async () => button('Tutarları kaydet').click())
  expect(JSON.parse((await server.next(CALL)).body)).toEqual({ fee: null })
})
