import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { kurus } from '#contract/money.ts'
import { StandingOrder } from '#contract/standing-orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { expireSession } from '../testing/expired-session.ts'
import { CUSTOMER, MARKETER } from '../testing/samples.ts'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { STANDING } from '../testing/standing-order.ts'
import type { NewStanding } from './standing-draft.ts'

const OPENED = z.decode(StandingOrder, STANDING)

const KASAR = '2b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12'
const lineOf = (product_id: string, product_name: string, quantity: number) => {
  const rest = { brand: '', unit: 'KG', new_unit: null, price: kurus(1000), vat_rate: 10 }
  return { product_id, product_name, quantity, ...rest }
}

/** Opens the form of a standing order as this user. */
async function openForm(edited: StandingOrder | NewStanding, user: typeof CUSTOMER | typeof MARKETER = CUSTOMER) {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(user)
  const { EditStandingOrder } = await import('./edit-standing-order.tsx')
  const { queryClient } = await import('../queries.ts')
  let closed = false
  const screen = await openScreen(
    <QueryClientProvider client={queryClient}>
      <EditStandingOrder edited={edited} open onClose={() => (closed = true)} />
    </QueryClientProvider>,
  )
  return { ...screen, server, isClosed: () => closed }
}

test('a change without a reply is repeated before the next one is saved over it', async () => {
  const { server, act, isClosed } = await openForm(OPENED)
  const save = async (name: string) => {
    await act(async () => typeIn(field('Ad'), name))
    await act(async () => button('Kaydet').click())
    return server.next(`PUT /api/standing-orders/${STANDING.id}`)
  }
  const lost = await save('Salı')
  lost.drop()
  ;(await server.next(`PUT /api/standing-orders/${STANDING.id}`)).drop()
  await shows(() => document.querySelector('[role=alert]') !== null)
  const again = await save('Salı sabahı')
  expect(again.body).toBe(lost.body)
  again.reply(200, { ...STANDING, name: 'Salı', version: 2 })
  const next = await server.next(`PUT /api/standing-orders/${STANDING.id}`)
  expect(JSON.parse(next.body)).toEqual({
    name: 'Salı sabahı',
    notes: null,
    closed_days: 'move',
    shortages: 'reduce',
    version: 2,
  })
  next.reply(200, { ...STANDING, name: 'Salı sabahı', version: 3 })
  await shows(isClosed)
})

test('changes made on another device since are kept when a change is saved', async () => {
  const { server, act, isClosed } = await openForm(OPENED)
  await act(async () => typeIn(field('Ad'), 'Salı sabahı'))
  await act(async () => button('Kaydet').click())
  const address = `/api/standing-orders/${STANDING.id}`
  ;(await server.next(`PUT ${address}`)).refuse(409, 'standing_order_changed')
  const theirs = { ...STANDING, notes: 'Arka kapı', weekdays: [2, 4], shortages: 'leave_out', version: 2 }
  ;(await server.next(`GET ${address}`)).reply(200, theirs)
  const { body, reply } = await server.next(`PUT ${address}`)
  expect(JSON.parse(body)).toEqual({
    name: 'Salı sabahı',
    notes: 'Arka kapı',
    closed_days: 'move',
    shortages: 'leave_out',
    version: 2,
  })
  reply(200, { ...theirs, name: 'Salı sabahı', version: 3 })
  await shows(isClosed)
})

test('a weekday that is ticked off and on again is no change, and keeps the days that another user has chosen', async () => {
  const { server, act, isClosed } = await openForm({ ...OPENED, weekdays: [1, 3] })
  for (let press = 0; press < 2; press += 1) await act(async () => field('Pazartesi').click())
  await act(async () => button('Kaydet').click())
  const address = `/api/standing-orders/${STANDING.id}`
  const first = await server.next(`PUT ${address}`)
  expect(JSON.parse(first.body)).not.toHaveProperty('weekdays')
  first.refuse(409, 'standing_order_changed')
  const theirs = { ...STANDING, weekdays: [2, 4], version: 2 }
  ;(await server.next(`GET ${address}`)).reply(200, theirs)
  const { body, reply } = await server.next(`PUT ${address}`)
  expect(JSON.parse(body)).not.toHaveProperty('weekdays')
  reply(200, { ...theirs, version: 3 })
  await shows(isClosed)
})

test.each([
  ['as deleted', CUSTOMER, 'Bu düzenli sipariş silinmiş; değişiklikleriniz kaydedilemez'],
  [
    'as another marketer’s or deleted',
    MARKETER,
    'Bu düzenli sipariş silinmiş veya müşterisi başka bir pazarlamacıya geçmiş; değişiklikleriniz kaydedilemez',
  ],
] as const)('a standing order that is not found when it is saved is reported %s', async (_, session, message) => {
  const { server, act } = await openForm(OPENED, session)
  await act(async () => typeIn(field('Ad'), 'Salı sabahı'))
  await act(async () => button('Kaydet').click())
  ;(await server.next(`PUT /api/standing-orders/${STANDING.id}`)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await shows(() => document.querySelector('[role=alert]') !== null)
  expect([document.querySelector('[role=alert]')?.textContent, field('Ad').value]).toEqual([message, 'Salı sabahı'])
})

test('a standing order is not saved without its first day', async () => {
  const { server, act } = await openForm(OPENED)
  await act(async () => typeIn(field('Başlangıç'), ''))
  await act(async () => button('Kaydet').click())
  expect(Array.from(document.querySelectorAll('[role=alert]'), one => one.textContent)).toEqual(['Bir gün seçin'])
  expect(server.untaken()).toEqual([])
  await act(async () => typeIn(field('Başlangıç'), '11.03.2026'))
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(`PUT /api/standing-orders/${STANDING.id}`)
  expect(JSON.parse(body).starts_on).toBe('2026-03-11')
})

test('only a standing order that exists has a first day in the past', async () => {
  const past = '01.01.2026'
  const existing = await openForm(OPENED)
  await existing.act(async () => typeIn(field('Başlangıç'), past))
  await existing.act(async () => button('Kaydet').click())
  const { body } = await existing.server.next(`PUT /api/standing-orders/${STANDING.id}`)
  expect(JSON.parse(body).starts_on).toBe('2026-01-01')
  const { server, act } = await openForm({ owner: null, lines: [lineOf(KASAR, 'Kaşar', 1)] })
  const start = () => field('Başlangıç (boşsa bugün)')
  await act(async () => start().focus())
  await act(async () => typeIn(start(), past))
  await act(async () => start().blur())
  await act(async () => button('Kaydet').click())
  const described = start().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('Başlangıç geçmiş bir gün olamaz')
  expect(server.untaken()).toEqual([])
})

test('an invalid quantity is not saved as the previous one', async () => {
  const { id: product_id, name: product_name, brand, unit } = CHEESE
  const lines = [{ product_id, product_name, brand, unit, new_unit: null, quantity: 7 }]
  const { server, act } = await openForm({ owner: null, lines })
  const quantity = document.querySelector<HTMLInputElement>(`[aria-label="${product_name} miktarı (${unit})"]`)!
  await act(async () => typeIn(field('Ad'), 'Haftalık'))
  await act(async () => field('Salı').click())
  await act(async () => typeIn(quantity, '12,5'))
  await act(async () => button('Kaydet').click())
  expect([server.untaken(), document.activeElement === quantity]).toEqual([[], true])
  await act(async () => typeIn(quantity, '12'))
  await act(async () => quantity.blur())
  await act(async () => button('Kaydet').click())
  const { body, refuse } = await server.next('POST /api/standing-orders')
  expect(JSON.parse(body).items).toEqual([{ product_id, quantity: 12, unit }])
  refuse(409, 'conflict', 'Çok fazla düzenli sipariş')
  await shows(() => document.body.textContent.includes('Çok fazla düzenli sipariş'))
})

test('a new unit is saved only once it is chosen', async () => {
  const { id: product_id, name: product_name, brand, unit, price, vat_rate } = CHEESE
  const line = { product_id, product_name, brand, unit, new_unit: 'PAKET', price, vat_rate, quantity: 24 }
  const { server, act, isClosed } = await openForm({ ...OPENED, items: [line] })
  const address = `PUT /api/standing-orders/${STANDING.id}`
  await act(async () => typeIn(field('Ad'), 'Salı sabahı'))
  await act(async () => button('Kaydet').click())
  const renamed = await server.next(address)
  expect(JSON.parse(renamed.body)).not.toHaveProperty('items')
  renamed.refuse(409, 'conflict', 'Şimdi olmaz')
  await shows(() => document.body.textContent.includes('Şimdi olmaz'))
  await act(async () => button('Birimi PAKET yap').click())
  await act(async () => button('Kaydet').click())
  ;(await server.next(address)).refuse(409, 'standing_order_changed')
  const theirs = { ...STANDING, items: [{ ...line, price: 10, quantity: 24 }], version: 2 }
  ;(await server.next(`GET /api/standing-orders/${STANDING.id}`)).reply(200, theirs)
  const { body, reply } = await server.next(address)
  expect(JSON.parse(body).items).toEqual([{ product_id, quantity: 24, unit: 'PAKET' }])
  reply(200, { ...theirs, version: 3 })
  await shows(isClosed)
})

test('a refusal is shown at its field, which gets the focus', async () => {
  const { id: product_id, name: product_name, brand, unit } = CHEESE
  const lines = [{ product_id, product_name, brand, unit, new_unit: null, quantity: 7 }]
  const { server, act } = await openForm({ owner: null, lines })
  await act(async () => typeIn(field('Ad'), 'Haftalık'))
  await act(async () => field('Salı').click())
  const refuse = async (name: string, message: string, place: Element | null) => {
    await act(async () => button('Kaydet').click())
    ;(await server.next('POST /api/standing-orders')).refuse(400, 'invalid_input', message, [{ field: name, message }])
    await shows(() => document.activeElement === place)
    expect(Array.from(document.querySelectorAll('[role=alert]'), one => one.textContent)).toEqual([message])
  }
  await refuse('items.0.product_id', 'Ürün yok', document.querySelector('[aria-label=Azalt]'))
  await refuse('weekdays', 'Gün yok', field('Pazartesi'))
  await refuse('name', 'Ad yok', field('Ad'))
})

test.each([
  ['counts as deleted', CUSTOMER, '“Haftalık” silindi'],
  ['may be another marketer’s or deleted', MARKETER, '“Haftalık” artık listenizde yok'],
] as const)('a standing order that is not found when its deletion is sent again %s', async (_, session, message) => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(session)
  const { toast } = await import('../ui/toaster.tsx')
  const toasts = (['success', 'info'] as const).map(kind => vi.spyOn(toast, kind))
  const { StandingCard } = await import('./standing-card.tsx')
  const { queryClient } = await import('../queries.ts')
  const standing = { ...z.decode(StandingOrder, STANDING), is_paused: true }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <StandingCard standing={standing} namesCustomer={false} orderPath={id => id} onEdit={() => undefined} />
    </QueryClientProvider>,
  )
  const menu = document.querySelector('[aria-label="İşlemler: Haftalık"]')
  await act(async () => menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const items = Array.from(document.querySelectorAll<HTMLElement>('[role=menuitem]'))
  await act(async () => items.find(({ textContent }) => textContent === 'Sil')?.click())
  await shows(() => document.querySelector('[role=alertdialog]') !== null)
  await act(async () => button('Düzenli siparişi sil').click())
  ;(await server.next(`DELETE /api/standing-orders/${STANDING.id}`)).drop()
  ;(await server.next(`DELETE /api/standing-orders/${STANDING.id}`)).refuse(404, 'not_found')
  await shows(() => document.querySelector('[role=alertdialog]') === null)
  expect(toasts.flatMap(({ mock }) => mock.calls)).toEqual([[message]])
})

test('changes that an expired session interrupts are merged into what another user has saved since', async () => {
  const lines = [lineOf(CHEESE.id, 'Lor', 4), lineOf(KASAR, 'Kaşar', 4)]
  const first = await openForm({ ...OPENED, items: lines })
  await first.act(async () => typeIn(field('Ad'), 'Salı sabahı'))
  await first.act(async () => document.querySelector<HTMLElement>('[aria-label=Artır]')?.click())
  await expireSession(first)
  const items = [lineOf(CHEESE.id, 'Lor', 4), lineOf(KASAR, 'Kaşar', 9)]
  const { server, act } = await openForm({ ...OPENED, items, notes: 'Arka kapı', weekdays: [2, 4], version: 2 })
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(`PUT /api/standing-orders/${STANDING.id}`)
  expect(JSON.parse(body)).toEqual({
    name: 'Salı sabahı',
    notes: 'Arka kapı',
    closed_days: 'move',
    shortages: 'reduce',
    items: [
      { product_id: CHEESE.id, quantity: 5, unit: 'KG' },
      { product_id: KASAR, quantity: 9, unit: 'KG' },
    ],
    version: 2,
  })
})

test('a new standing order that an expired session interrupts is kept for the order that it was begun from', async () => {
  const from = (id: string) => ({ owner: null, lines: [lineOf(id, 'Lor', 4)] })
  const first = await openForm(from(CHEESE.id))
  await first.act(async () => typeIn(field('Ad'), 'Haftalık'))
  await first.act(async () => field('Pazartesi').click())
  await expireSession(first)
  const other = await openForm(from(KASAR))
  expect([field('Ad').value, field('Pazartesi').checked]).toEqual(['', false])
  await other.unmount()
  await openForm(from(CHEESE.id))
  expect([field('Ad').value, field('Pazartesi').checked]).toEqual(['Haftalık', true])
})

test('a new standing order that may have been created is not kept when the session expires', async () => {
  const from = { owner: null, lines: [lineOf(CHEESE.id, 'Lor', 4)] }
  const first = await openForm(from)
  const { toast } = await import('../ui/toaster.tsx')
  const warning = vi.spyOn(toast, 'warning')
  await first.act(async () => typeIn(field('Ad'), 'Haftalık'))
  await first.act(async () => field('Pazartesi').click())
  await first.act(async () => button('Kaydet').click())
  for (const _ of ['sent', 'repeated']) (await first.server.next('POST /api/standing-orders')).drop()
  await shows(() => document.querySelector('[role=alert]') !== null)
  await first.act(async () => button('Kaydet').click())
  ;(await first.server.next('POST /api/standing-orders')).refuse(401, 'unauthorized', 'Oturumunuz sona erdi')
  await shows(() => warning.mock.calls.length > 0)
  expect(warning.mock.calls[0]?.[0]).toBe('Yeni düzenli sipariş: kaydedilip kaydedilmediği bilinmiyor')
  await first.unmount()
  await openForm(from)
  expect([field('Ad').value, field('Pazartesi').checked]).toEqual(['', false])
})

test('a new standing order that the server refuses for lack of a session is kept', async () => {
  const from = { owner: null, lines: [lineOf(CHEESE.id, 'Lor', 4)] }
  const first = await openForm(from)
  await first.act(async () => typeIn(field('Ad'), 'Haftalık'))
  await first.act(async () => field('Pazartesi').click())
  await first.act(async () => button('Kaydet').click())
  ;(await first.server.next('POST /api/standing-orders')).refuse(401, 'unauthorized', 'Oturumunuz sona erdi')
  const { session } = await import('../current-session.ts')
  await shows(() => !session())
  await first.unmount()
  await openForm(from)
  expect(field('Ad').value).toBe('Haftalık')
})
