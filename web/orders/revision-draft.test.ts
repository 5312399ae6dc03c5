import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { OrderItem } from '#contract/orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { revisionBody } from '../pwa/change-draft.ts'
import {
  addedLine,
  type Draft,
  doubtfulPrices,
  draftOf,
  isChanged,
  priceError,
  type Revisable,
  rebaseDraft,
  remainingLines,
  revisionOf,
  untakenByProduct,
} from './revision-draft.ts'

const item = (product_name: string, quantity: number, lira: number): OrderItem => ({
  product_id: product_name,
  product_name,
  brand: 'Yayla',
  quantity,
  unit: 'KG',
  price: kurus(lira * 100),
  vat_rate: 10,
  total_price: kurus(quantity * lira * 100),
  expected_stock_date: null,
})
const order = (items: OrderItem[], revision_count: number, notes: string) => ({
  id: 'order',
  user_company: 'Lezzet',
  items,
  notes,
  delivery_date: '2026-03-11',
  revision_count,
})

const BASE = order([item('Ezine', 2, 100), item('Lor', 3, 40)], 0, 'Sabah')

const typed = (change: (draft: Draft) => Draft, base = BASE) => change(draftOf(base))
const withLine = (name: string, change: object) => (draft: Draft) => ({
  ...draft,
  lines: draft.lines.map(line => (line.product_id === name ? { ...line, ...change } : line)),
})
const without = (name: string) => (draft: Draft) => ({
  ...draft,
  lines: draft.lines.map(line => (line.product_id === name ? { ...line, isRemoved: true as const } : line)),
})
const bodyOf = (draft: Draft) => {
  const revision = revisionOf(draft, BASE)
  return revision && revisionBody(revision)
}
const shown = (draft: Draft) => [
  ...remainingLines(draft).map(({ product_name, quantity, price }) => `${product_name} ${quantity} × ${price}`),
  draft.notes,
]

test('an unchanged order has nothing to save', () => {
  expect(isChanged(draftOf(BASE), BASE)).toBe(false)
})

test.each<[string, (draft: Draft) => Draft]>([
  ['another quantity', withLine('Ezine', { quantity: 5 })],
  ['another price', withLine('Ezine', { price: 95.5 })],
  ['a price that is no number', withLine('Ezine', { price: Number.NaN })],
  ['a line taken out', without('Lor')],
  ['other notes', draft => ({ ...draft, notes: '' })],
  ['another delivery day', draft => ({ ...draft, day: '2026-03-12' })],
])('%s is a change to save', (_, change) => {
  expect(isChanged(typed(change), BASE)).toBe(true)
})

test('the request has prices in kuruş and the revision it is based on, and omits unchanged notes and day', () => {
  const draft = typed(withLine('Ezine', { quantity: 5, price: 95.55 }))
  expect(bodyOf(draft)).toEqual({
    items: [
      { product_id: 'Ezine', quantity: 5, price: 9555, unit: 'KG' },
      { product_id: 'Lor', quantity: 3, price: 4000, unit: 'KG' },
    ],
    revision_count: 0,
  })
  expect(bodyOf({ ...draft, notes: ' Akşam ' })?.notes).toBe('Akşam')
  expect(bodyOf({ ...draft, notes: '' })?.notes).toBe('')
  expect(bodyOf({ ...draft, day: '2026-03-12' })?.delivery_date).toBe('2026-03-12')
})

test.each([
  [undefined, 'Fiyat bir sayı olmalıdır'],
  [Number.NaN, 'Fiyat bir sayı olmalıdır'],
  [-0.01, 'Fiyat 0 veya daha büyük olmalıdır'],
  [1.005, 'Fiyat en fazla iki ondalık basamaklı olabilir'],
  [0, undefined],
  [1234.5, undefined],
])('a price of %s: %s', (price, sentence) => {
  const draft = typed(withLine('Lor', { price }))
  expect(priceError(draft.lines[1]!)).toBe(sentence)
  expect(revisionOf(draft, BASE) === undefined).toBe(sentence !== undefined)
})

test('a product is added with quantity 1 at the current price', () => {
  const product = { ...CHEESE, id: 'Tulum', name: 'Tulum', brand: 'Yayla', price: kurus(700), vat_rate: 5 }
  expect(addedLine(product)).toEqual({
    product_id: 'Tulum',
    product_name: 'Tulum',
    brand: 'Yayla',
    unit: 'KG',
    vat_rate: 5,
    quantity: 1,
    price: 7,
  })
})

test.each<[string, (draft: Draft) => Draft, Revisable, string[]]>([
  [
    'fields changed only by the other marketer follow the order, fields changed by both keep the typed value',
    withLine('Ezine', { quantity: 9 }),
    order([item('Ezine', 4, 90), item('Lor', 8, 35)], 1, 'Sabah'),
    ['Ezine 9 × 90', 'Lor 8 × 35', 'Sabah'],
  ],
  [
    'a line added by the other marketer is added, an unchanged line that the other removed is removed',
    withLine('Ezine', { price: 80 }),
    order([item('Ezine', 2, 100), item('Tulum', 1, 7)], 1, 'Sabah'),
    ['Ezine 2 × 80', 'Tulum 1 × 7', 'Sabah'],
  ],
  [
    'a line changed here remains, even if the other marketer removed it',
    withLine('Lor', { quantity: 30 }),
    order([item('Ezine', 2, 100)], 1, 'Sabah'),
    ['Ezine 2 × 100', 'Lor 30 × 40', 'Sabah'],
  ],
  [
    'a line removed here remains removed',
    without('Lor'),
    order([item('Ezine', 2, 100), item('Lor', 8, 40)], 1, 'Sabah'),
    ['Ezine 2 × 100', 'Sabah'],
  ],
  [
    'the order keeps its lines if the two revisions together removed all',
    without('Lor'),
    order([item('Lor', 3, 40)], 1, 'Sabah'),
    ['Lor 3 × 40', 'Sabah'],
  ],
  [
    'the notes of the other marketer are adopted',
    without('Lor'),
    order([item('Ezine', 2, 100)], 1, 'Akşam'),
    ['Ezine 2 × 100', 'Akşam'],
  ],
  [
    'notes changed here are kept',
    draft => ({ ...draft, notes: 'Öğlen' }),
    order([item('Ezine', 2, 100)], 1, 'Akşam'),
    ['Ezine 2 × 100', 'Öğlen'],
  ],
])('two concurrent revisions: %s', (_, change, present, expected) => {
  expect(shown(rebaseDraft(typed(change), BASE, present))).toEqual(expected)
})

test('what was typed for a line that has another unit since is not taken over, and is named', () => {
  const present = order([{ ...item('Ezine', 3, 1150), unit: 'PAKET' }, item('Lor', 3, 40)], 1, 'Sabah')
  const draft = withLine('Lor', { quantity: 8 })(typed(withLine('Ezine', { quantity: 24, price: 95 })))
  expect(rebaseDraft(draft, BASE, present).lines).toMatchObject([
    { quantity: 3, unit: 'PAKET', price: 1150 },
    { quantity: 8, unit: 'KG', price: 40 },
  ])
  expect([...untakenByProduct(draft, BASE, present)]).toEqual([
    ['Ezine', '24 KG için yazdığınız alınmadı; satırın birimi artık PAKET'],
  ])
  expect(rebaseDraft(without('Ezine')(draft), BASE, present).lines[0]).toMatchObject({ quantity: 3, isRemoved: true })
  for (const unaffected of [without('Ezine')(draft), draftOf(BASE)])
    expect(untakenByProduct(unaffected, BASE, present).size).toBe(0)
})

test('of two concurrent revisions, the day moved here wins, or else that of the order', () => {
  const present = { ...order([item('Ezine', 2, 100)], 1, 'Sabah'), delivery_date: '2026-03-13' }
  expect(rebaseDraft(draftOf(BASE), BASE, present).day).toBe('2026-03-13')
  expect(rebaseDraft({ ...draftOf(BASE), day: '2026-03-12' }, BASE, present).day).toBe('2026-03-12')
})

test('a product added by both keeps the values typed here', () => {
  const draft = typed(before => ({ ...before, lines: [...before.lines, { ...before.lines[0]!, product_id: 'Tulum' }] }))
  const present = order([...BASE.items, item('Tulum', 6, 7)], 1, 'Sabah')
  expect(rebaseDraft(draft, BASE, present).lines.find(line => line.product_id === 'Tulum')).toMatchObject({
    quantity: 2,
    price: 100,
  })
})

test('a removed line keeps its place and its typed values, even after another user’s revision', () => {
  const draft = without('Ezine')(typed(withLine('Ezine', { price: 95 })))
  const present = order([item('Ezine', 7, 100), item('Lor', 8, 40)], 1, 'Sabah')
  expect(rebaseDraft(draft, BASE, present).lines).toEqual([
    expect.objectContaining({ product_id: 'Ezine', quantity: 7, price: 95, isRemoved: true }),
    expect.objectContaining({ product_id: 'Lor', quantity: 8 }),
  ])
})

test('a changed price of 0 or far from the list price is doubtful; an already saved price is not', () => {
  const doubted = (price: number, list?: number) =>
    doubtfulPrices(typed(withLine('Ezine', { price })), BASE, new Map(list ? [['Ezine', kurus(list * 100)]] : []))
  expect(doubted(0, 100)).toEqual([{ product_id: 'Ezine', product_name: 'Ezine', price: 0, usual: 10_000 }])
  expect(doubted(60, 100)).toHaveLength(1)
  const inOrder = { price: 6000, usual: 10_000, isUsualInOrder: true }
  expect(doubted(60)).toEqual([{ product_id: 'Ezine', product_name: 'Ezine', ...inOrder }])
  expect(doubted(80, 100)).toEqual([])
  expect(doubted(100, 1000)).toEqual([])
})
