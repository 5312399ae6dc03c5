import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kurus } from '#contract/money.ts'
import { REQUEST_TIME } from '#contract/times.ts'
import type { Change } from './change-draft.ts'
import { Entry, type EntryEvent, newChange, newEntry, nextEntry } from './outbox-entry.ts'

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
const REVISED = {
  product_id: LINE.product_id,
  product_name: 'Ezine peyniri',
  brand: '',
  unit: 'KG',
  vat_rate: 10,
  quantity: 3,
  price: kurus(100),
}
const WISH = { product_name: 'Tulum', unit: 'KG', quantity: 1.5, price: kurus(0), notes: null }
const REFUSAL = { code: 'price_changed', sentence: 'Fiyatlar değişti', by_product: {} }

const replayed = (...events: EntryEvent[]) =>
  events.reduce<Entry | undefined>((entry, event) => entry && nextEntry(entry, event), fresh)
const sent: EntryEvent = { kind: 'sent', at: NOW.getTime() }
const absent = (later: number): EntryEvent => ({ kind: 'absent', at: NOW.getTime() + later })
const placed: EntryEvent = { kind: 'placed', order_id: ORDER }

test('an order is stored with the terms and the total that the user saw', () => {
  expect(fresh.body).toEqual({
    items: [{ product_id: LINE.product_id, quantity: 3, price: 289.5, vat_rate: 10, unit: 'KG' }],
    notes: 'Arka kapı',
    expected_total: 95_535,
  })
})

test.each<[string, EntryEvent[], string]>([
  ['waits until an event', [], 'waiting'],
  ['continues to wait after it was sent without a response', [sent, sent], 'waiting'],
  ['leaves when it is placed', [sent, placed], 'gone'],
  ['leaves when the server already has it', [sent, { kind: 'arrived_unidentified' }], 'gone'],
  ['is shown when it is refused', [sent, { kind: 'refused', refusal: REFUSAL }], 'refused'],
  ['cannot be placed once it is refused', [sent, { kind: 'refused', refusal: REFUSAL }, placed], 'refused'],
  [
    'leaves when its refusal is dismissed',
    [sent, { kind: 'refused', refusal: REFUSAL }, { kind: 'dismissed' }],
    'gone',
  ],
  ['is not dismissed while it waits', [sent, { kind: 'dismissed' }], 'waiting'],
  ['is shown when this app could not send it', [sent, { kind: 'not_sent', refusal: REFUSAL }], 'refused'],
  [
    'continues to wait when an earlier attempt may have arrived',
    [sent, sent, { kind: 'not_sent', refusal: REFUSAL }],
    'waiting',
  ],
  ['leaves when it is withdrawn before it was sent', [{ kind: 'withdrawn' }], 'gone'],
  ['is looked up when it was sent before it was withdrawn', [sent, { kind: 'withdrawn' }], 'withdrawn'],
  ['is not sent once it is withdrawn', [sent, { kind: 'withdrawn' }, sent], 'withdrawn'],
  [
    'is looked up as long as a request may be in flight',
    [sent, { kind: 'withdrawn' }, absent(REQUEST_TIME)],
    'withdrawn',
  ],
  ['leaves when it can no longer arrive', [sent, { kind: 'withdrawn' }, absent(REQUEST_TIME + 1)], 'gone'],
  [
    'is still looked up when the clock was set back',
    [sent, { kind: 'withdrawn' }, absent(-60 * REQUEST_TIME)],
    'withdrawn',
  ],
  [
    'leaves eventually even if the clock was set back',
    [sent, { kind: 'withdrawn' }, absent(-60 * REQUEST_TIME), absent(-58 * REQUEST_TIME)],
    'gone',
  ],
  ['is to be cancelled when it had arrived', [sent, { kind: 'withdrawn' }, placed], 'withdrawn'],
  ['leaves when it is cancelled', [sent, { kind: 'withdrawn' }, placed, { kind: 'cancelled' }], 'gone'],
  ['is shown when it is too late to cancel', [sent, { kind: 'withdrawn' }, placed, { kind: 'too_late' }], 'too_late'],
  [
    'leaves when a late refusal shows that it was not placed',
    [sent, { kind: 'withdrawn' }, { kind: 'refused', refusal: REFUSAL }],
    'gone',
  ],
])('an order in the outbox %s', (_, events, standing) => {
  expect(replayed(...events)?.standing.is ?? 'gone').toBe(standing)
})

test('an entry counts its attempts, and stores which order is to be cancelled', () => {
  expect(replayed(sent, { kind: 'sent', at: 5 })).toMatchObject({ tries: 2, last_try: 5 })
  expect(replayed(sent, { kind: 'withdrawn' }, placed)?.standing).toEqual({ is: 'withdrawn', order_id: ORDER })
})

test('an attempt that never left this app does not count', () => {
  expect(replayed(sent, { kind: 'not_sent', refusal: REFUSAL })).toMatchObject({ tries: 0 })
  expect(replayed(sent, sent, { kind: 'not_sent', refusal: REFUSAL })).toMatchObject({ tries: 1 })
})

test('an order for a customer stores that customer; an order stored before marketers could order has none', () => {
  const customer = { id: ORDER, company_name: 'Lezzet Market', is_active: true }
  const made = newEntry(CUSTOMER, { lines: [LINE], notes: '', customer }, { key: fresh.key, now: NOW })
  expect(Entry.parse(JSON.parse(JSON.stringify(z.encode(Entry, made))))).toEqual(made)
  expect(nextEntry(made, sent)).toMatchObject({ customer, tries: 1 })
  const older = { ...z.encode(Entry, fresh), customer: undefined, kind: undefined }
  expect(Entry.parse(older)).toEqual(fresh)
})

test('a stored order is parsed unchanged; anything else is rejected', () => {
  expect(Entry.parse(JSON.parse(JSON.stringify(z.encode(Entry, fresh))))).toEqual(fresh)
  expect(Entry.safeParse({ ...z.encode(Entry, fresh), key: undefined }).success).toBe(false)
})

test('an order stores the rules that an admin overrides; one that an earlier version has stored overrides all', () => {
  const delivery = { date: '2026-11-26', fee: kurus(0), overrides: ['delivery_day_full'] } as const
  const made = newEntry(CUSTOMER, { lines: [LINE], notes: '', customer: null, delivery }, { key: fresh.key, now: NOW })
  expect(made.overrides_delivery).toEqual(['delivery_day_full'])
  const stored: object = JSON.parse(JSON.stringify(z.encode(Entry, made)))
  expect(Entry.parse(stored)).toEqual(made)
  for (const overrides_delivery of [true, false])
    expect(Entry.parse({ ...stored, overrides_delivery })).toMatchObject({ overrides_delivery })
  expect(Entry.safeParse({ ...stored, overrides_delivery: ['other'] }).success).toBe(false)
})

test.each<Change>([
  {
    is: 'revision',
    order_id: ORDER,
    company_name: 'Lezzet',
    revision_count: 2,
    before: { lines: [REVISED], notes: '' },
    after: { lines: [{ ...REVISED, price: kurus(90) }], notes: 'Arka kapı' },
    overrides_delivery: ['cutoff_passed'],
  },
  { is: 'quote', customer: null, body: { items: [WISH], notes: null } },
  {
    is: 'customer',
    customer: { id: CUSTOMER, company_name: 'Lezzet' },
    change: { phone: '0532', is_active: false },
    seen: { phone: '', is_active: true },
  },
])('a stored change ($is) is parsed unchanged, and anything else is rejected', change => {
  const made = newChange(CUSTOMER, change, { key: fresh.key, now: NOW })
  const stored: unknown = JSON.parse(JSON.stringify(z.encode(Entry, made)))
  expect(Entry.parse(stored)).toEqual(made)
  for (const broken of [{ ...change, is: 'other' }, { is: change.is }, null])
    expect(Entry.safeParse({ ...made, change: broken }).success).toBe(false)
})

test('a refused order can be moved to another day; one that waits or is withdrawn cannot', () => {
  const rescheduled: EntryEvent = { kind: 'rescheduled', delivery_date: '2026-11-27', overrides: [] }
  const refused: EntryEvent = { kind: 'refused', refusal: REFUSAL }
  expect(replayed(sent, refused, rescheduled)).toMatchObject({
    key: fresh.key,
    tries: 0,
    standing: { is: 'waiting' },
    body: { ...fresh.body, delivery_date: '2026-11-27' },
  })
  expect(replayed(rescheduled)).toEqual(fresh)
  expect(replayed(sent, { kind: 'withdrawn' }, rescheduled)?.standing.is).toBe('withdrawn')
})
