import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kurus } from '#contract/money.ts'
import { after, Entry, type Happening, newEntry, UNDER_WAY } from './outbox-entry.ts'

const LINE = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  price: kurus(28_950),
  unit: 'KG',
  vat_rate: 10,
  quantity: 3,
  total_price: kurus(86_850),
  image_url: null,
  category: 'Peynir',
  promised_for: null,
}
const CUSTOMER = '0b7f7a55-93c2-4f3c-8f5d-6f4d1f0f8a11'
const ORDER = '1a2b3c4d-93c2-4f3c-8f5d-6f4d1f0f8a12'
const NOW = new Date('2026-11-24T06:30:00Z')
const fresh = newEntry(
  CUSTOMER,
  { lines: [LINE], notes: '  Arka kapı ', customer: null },
  { key: '7d3f5f0e-31f2-4b57-9c55-0c1f6a4f7e21', now: NOW },
)
const REFUSAL = { code: 'price_changed', sentence: 'Fiyatlar değişti', by_product: {} }

const lived = (...happenings: Happening[]) =>
  happenings.reduce<Entry | undefined>((entry, happening) => entry && after(entry, happening), fresh)
const sent: Happening = { is: 'sent', at: NOW.getTime() }
const query = (later: number): Happening => ({ is: 'absent', at: NOW.getTime() + later })
const placed: Happening = { is: 'placed', order_id: ORDER }

test('an order is kept as it is sent: with what the person saw and the total that was agreed to', () => {
  expect(fresh.body).toEqual({
    items: [{ product_id: LINE.product_id, quantity: 3, price: 289.5, vat_rate: 10 }],
    notes: 'Arka kapı',
    expected_total: 95_535,
  })
})

test.each<[string, Happening[], string]>([
  ['waits until something happens', [], 'waiting'],
  ['waits on when it was sent without an answer', [sent, sent], 'waiting'],
  ['leaves when it is placed', [sent, placed], 'gone'],
  ['leaves when the server has it already', [sent, { is: 'known' }], 'gone'],
  ['is shown when it is refused', [sent, { is: 'refused', refusal: REFUSAL }], 'refused'],
  ['is not placed once it is refused', [sent, { is: 'refused', refusal: REFUSAL }, placed], 'refused'],
  ['leaves when a refusal was decided on', [sent, { is: 'refused', refusal: REFUSAL }, { is: 'dismissed' }], 'gone'],
  ['is not dismissed while it waits', [sent, { is: 'dismissed' }], 'waiting'],
  ['is shown when this app could not send it', [sent, { is: 'not_sent', refusal: REFUSAL }], 'refused'],
  ['waits on when an earlier try may have arrived', [sent, sent, { is: 'not_sent', refusal: REFUSAL }], 'waiting'],
  ['is taken back for good before it was sent', [{ is: 'withdrawn' }], 'gone'],
  ['is looked for when it was sent before it was taken back', [sent, { is: 'withdrawn' }], 'withdrawn'],
  ['is not sent once it is taken back', [sent, { is: 'withdrawn' }, sent], 'withdrawn'],
  ['is looked for as long as it may be under way', [sent, { is: 'withdrawn' }, query(UNDER_WAY)], 'withdrawn'],
  ['leaves when it cannot arrive any more', [sent, { is: 'withdrawn' }, query(UNDER_WAY + 1)], 'gone'],
  ['is looked for on when the clock was set back', [sent, { is: 'withdrawn' }, query(-60 * UNDER_WAY)], 'withdrawn'],
  [
    'leaves at last also where the clock was set back',
    [sent, { is: 'withdrawn' }, query(-60 * UNDER_WAY), query(-58 * UNDER_WAY)],
    'gone',
  ],
  ['is to be cancelled when it had arrived', [sent, { is: 'withdrawn' }, placed], 'withdrawn'],
  ['leaves when it is cancelled', [sent, { is: 'withdrawn' }, placed, { is: 'cancelled' }], 'gone'],
  ['is shown when it is too late to cancel', [sent, { is: 'withdrawn' }, placed, { is: 'too_late' }], 'too_late'],
  [
    'leaves when a late refusal says that nothing came of it',
    [sent, { is: 'withdrawn' }, { is: 'refused', refusal: REFUSAL }],
    'gone',
  ],
])('an order in the outbox %s', (_, happenings, standing) => {
  expect(lived(...happenings)?.standing.is ?? 'gone').toBe(standing)
})

test('an order counts how often it was sent, and remembers which order is to be cancelled', () => {
  expect(lived(sent, { is: 'sent', at: 5 })).toMatchObject({ tries: 2, last_try: 5 })
  expect(lived(sent, { is: 'withdrawn' }, placed)?.standing).toEqual({ is: 'withdrawn', order_id: ORDER })
})

test('a try that never left this app does not count as one', () => {
  expect(lived(sent, { is: 'not_sent', refusal: REFUSAL })).toMatchObject({ tries: 0 })
  expect(lived(sent, sent, { is: 'not_sent', refusal: REFUSAL })).toMatchObject({ tries: 1 })
})

test('an order for a customer keeps for whom it is; one of before there were such is its own', () => {
  const customer = { id: ORDER, company_name: 'Lezzet Market', is_active: true }
  const made = newEntry(CUSTOMER, { lines: [LINE], notes: '', customer }, { key: fresh.key, now: NOW })
  expect(Entry.parse(JSON.parse(JSON.stringify(z.encode(Entry, made))))).toEqual(made)
  expect(after(made, sent)).toMatchObject({ customer, tries: 1 })
  const { customer: _, ...older } = z.encode(Entry, fresh)
  expect(Entry.parse(older)).toEqual(fresh)
})

test('what was kept is read back as it was; what is no order is not', () => {
  expect(Entry.parse(JSON.parse(JSON.stringify(z.encode(Entry, fresh))))).toEqual(fresh)
  expect(Entry.safeParse({ ...z.encode(Entry, fresh), key: undefined }).success).toBe(false)
})
