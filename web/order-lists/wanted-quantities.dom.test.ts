import { beforeEach, expect, test, vi } from 'vitest'
import { CHEESE } from '../catalogue/sample-product.ts'
import type { Session } from '../current-session.ts'
import { CUSTOMER, MARKETER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { startServer, TIMERS } from '../testing/scripted-server.ts'

beforeEach(async () => {
  await startServer()
})

const OIL = '00000000-0000-4000-8000-000000000001'
const HOUR = 60 * 60 * 1000
const SALT = '00000000-0000-4000-8000-000000000002'
const COUNT = { list_id: '00000000-0000-4000-8000-000000000003', onShelf: 2, at: Date.now() }

async function logIn(as: Session = CUSTOMER) {
  const { startSession } = await import('../current-session.ts')
  startSession(as)
  return import('./wanted-quantities.ts')
}

test('wanted quantities are kept for a day, also after the page was closed in the background', async () => {
  const { setWanted } = await logIn()
  setWanted(
    new Map([
      [OIL, { quantity: 3 }],
      [SALT, { quantity: 0, counts: [COUNT], unit: 'ADET' }],
    ]),
  )
  vi.resetModules()
  const { wantedOf } = await import('./wanted-quantities.ts')
  expect([wantedOf(OIL), wantedOf(SALT)]).toEqual([{ quantity: 3 }, { quantity: 0, counts: [COUNT], unit: 'ADET' }])
  setWanted(new Map([[SALT, { quantity: 0 }]]))
  vi.useFakeTimers({ toFake: [...TIMERS], now: Date.now() + 25 * HOUR })
  vi.resetModules()
  const later = await import('./wanted-quantities.ts')
  expect(later.wantedOf(OIL)).toEqual({ quantity: 0 })
})

test('a wanted quantity expires a day after it was entered, also in an open app and after later entries', async () => {
  const start = Date.now()
  vi.useFakeTimers({ toFake: [...TIMERS], now: start })
  const { setWanted, wantedOf } = await logIn()
  setWanted(new Map([[OIL, { quantity: 3 }]]))
  vi.setSystemTime(start + 20 * HOUR)
  setWanted(new Map([[SALT, { quantity: 2 }]]))
  const salt = wantedOf(SALT)
  expect([wantedOf(OIL), salt]).toEqual([{ quantity: 3 }, { quantity: 2 }])
  vi.setSystemTime(start + 23 * HOUR)
  expect(wantedOf(SALT)).toBe(salt)
  vi.setSystemTime(start + 25 * HOUR)
  expect([wantedOf(OIL), wantedOf(SALT)]).toEqual([{ quantity: 0 }, { quantity: 2 }])
  // The snapshot stays the same object when it is read again.
  expect(wantedOf(SALT)).toBe(wantedOf(SALT))
  vi.setSystemTime(start + 45 * HOUR)
  expect(wantedOf(SALT)).toEqual({ quantity: 0 })
})

test('a count expires a day after it was entered, also if another list was counted later', async () => {
  const start = Date.now()
  vi.useFakeTimers({ toFake: [...TIMERS], now: start })
  const { setWanted, wantedOf } = await logIn()
  const { withCount } = await import('./shelf-counts.ts')
  const count = (list_id: string, onShelf: number) =>
    setWanted(new Map([[OIL, withCount(wantedOf(OIL), { id: list_id, name: '' }, onShelf)]]))
  const present = () => wantedOf(OIL).counts?.map(({ list_id, onShelf }) => [list_id, onShelf])
  count('kitchen', 4)
  vi.setSystemTime(start + 20 * HOUR)
  count('bar', 2)
  expect(present()).toEqual([
    ['kitchen', 4],
    ['bar', 2],
  ])
  vi.setSystemTime(start + 25 * HOUR)
  expect(present()).toEqual([['bar', 2]])
  vi.setSystemTime(start + 45 * HOUR)
  expect(wantedOf(OIL)).toEqual({ quantity: 0 })
})

test('quantities stored by an earlier version expire together', async () => {
  const { setWanted, wantedOf } = await logIn()
  setWanted(new Map([[OIL, { quantity: 3 }]]))
  const key = `wanted:${CUSTOMER.user.id}`
  const [[entry]] = JSON.parse(localStorage.getItem(key) ?? '').entries
  const stored = (at: unknown) => localStorage.setItem(key, JSON.stringify({ at, entries: [[entry, { quantity: 4 }]] }))
  stored(Date.now() - 23 * HOUR)
  expect(wantedOf(OIL)).toEqual({ quantity: 4 })
  stored(Date.now() - 25 * HOUR)
  expect(wantedOf(OIL)).toEqual({ quantity: 0 })
  stored('never')
  expect(wantedOf(OIL)).toEqual({ quantity: 0 })
})

test('wanted quantities are separate for each user and each customer', async () => {
  const { setWanted, wantedOf } = await logIn()
  setWanted(new Map([[OIL, { quantity: 3 }]]))
  await logIn(OTHER_CUSTOMER)
  expect(wantedOf(OIL)).toEqual({ quantity: 0 })
  await logIn(MARKETER)
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  chooseCustomer({ id: CUSTOMER.user.id, company_name: 'A', is_active: true })
  setWanted(new Map([[OIL, { quantity: 4 }]]))
  chooseCustomer({ id: OTHER_CUSTOMER.user.id, company_name: 'B', is_active: true })
  expect(wantedOf(OIL)).toEqual({ quantity: 0 })
  chooseCustomer({ id: CUSTOMER.user.id, company_name: 'A', is_active: true })
  expect(wantedOf(OIL)).toEqual({ quantity: 4 })
})

test('usual quantities are proposed for lines without an entry and without a target', async () => {
  const { setWanted } = await logIn()
  const { usualAmounts } = await import('./usual-amounts.ts')
  const line = (product_id: string, target: number | null = null) => ({
    product_id,
    product_name: '',
    unit: CHEESE.unit,
    target,
  })
  const bought = (product_id: string) => ({ product_id, usual_quantity: 7 })
  setWanted(new Map([[OIL, { quantity: 3 }]]))
  const known = new Map([OIL, SALT, 'rice', 'tea'].map(id => [id, { ...BOUGHT, ...bought(id) }]))
  const products = new Map([OIL, SALT, 'rice', 'tea', 'new'].map(id => [id, { ...CHEESE, id }]))
  const lines = [line(OIL), line(SALT), line('rice', 10), line('new')]
  const proposed = usualAmounts(lines, { bought: known, products, shelves: new Map() })
  expect([...proposed]).toEqual([[SALT, { quantity: 7, unit: 'KG' }]])
})

test('the usual quantity is proposed beside an entry in a former unit of the product', async () => {
  const { setWanted } = await logIn()
  const { usualAmounts } = await import('./usual-amounts.ts')
  const line = { product_id: OIL, product_name: '', unit: 'ADET', target: null }
  const bought = new Map([[OIL, { ...BOUGHT, product_id: OIL, usual_quantity: 7 }]])
  setWanted(new Map([[OIL, { quantity: 3, unit: 'ADET' }]]))
  const products = new Map([[OIL, { ...CHEESE, id: OIL }]])
  const proposed = usualAmounts([line], { bought, products, shelves: new Map() })
  expect([...proposed]).toEqual([[OIL, { quantity: 7, unit: 'KG' }]])
})

const BOUGHT = {
  product_name: '',
  brand: '',
  unit: 'KG',
  quantity: 1,
  price: (await import('#contract/money.ts')).kurus(100),
  vat_rate: 10,
  expected_stock_date: null,
  ordered_at: '2026-03-10T07:00:00.000Z',
  orders: 1,
}
