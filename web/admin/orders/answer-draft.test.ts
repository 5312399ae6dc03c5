import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { orderTotals } from '#contract/order-totals.ts'
import type { Quote } from '#contract/quotes.ts'
import {
  type AnswerDraft,
  answerOf,
  blankLine,
  isSameAnswer,
  newAnswerDraft,
  pricedLines,
  AnswerDraft as StoredDraft,
  withProduct,
} from './answer-draft.ts'

const CHEESE = '7b0b5a52-1f0e-4a8e-9d3b-0c6f0a2f9d11'
const OIL = '0f9d1c52-8a6b-4a3d-8e0d-3f3a0b7c2e22'
const NONE = new Map()
const cheese = { id: CHEESE, name: 'Ezine Peyniri', unit: 'KG', vat_rate: 10, price: kurus(12_550) }

const quote = (fields: Partial<Quote> = {}): Quote => ({
  id: 'q',
  status: 'yeni',
  created_at: '2026-03-10T07:00:00.000Z',
  customer_id: 'c',
  user_company: 'Lezzet Lokantası',
  created_by_marketer_id: null,
  created_by_marketer_name: null,
  items: [
    { product_name: 'Keçi peyniri', unit: 'KG', quantity: 2.5, price: kurus(10_000), notes: null },
    { product_name: 'Trüf yağı', unit: 'LT', quantity: 1, price: kurus(0), notes: null },
  ],
  notes: null,
  answer: null,
  order_id: null,
  ...fields,
})

/** A new answer to the two lines above, with a product chosen for the first. */
function draft(fields: Partial<AnswerDraft> = {}): AnswerDraft {
  const initial = newAnswerDraft(quote(), '2026-03-10')
  const [first, ...rest] = initial.lines
  if (!first) throw new Error('the quote has two lines')
  return { ...initial, lines: [withProduct({ ...first, quantity: 3 }, cheese), ...rest], ...fields }
}

const lineOf = ({ lines: [line] }: AnswerDraft) => {
  if (!line) throw new Error('a draft has a line')
  return line
}

test('a new answer has one line per requested line, in the requested quantities, and is valid for two weeks', () => {
  const initial = newAnswerDraft(quote(), '2026-12-25')
  expect(initial.lines.map(({ asked, quantity, product }) => [asked, quantity, product])).toEqual([
    [0, 2.5, undefined],
    [1, 1, undefined],
  ])
  expect([initial.valid_until, initial.over]).toEqual(['2027-01-08', null])
})

test('choosing a product sets its price and keeps the quantity; removing it removes the price', () => {
  const line = lineOf(draft())
  expect(line).toMatchObject({ product: { name: 'Ezine Peyniri', vat_rate: 10 }, quantity: 3, price: 125.5 })
  expect(withProduct(line, undefined)).toMatchObject({ quantity: 3 })
  expect(withProduct(line, undefined)).not.toHaveProperty('price')
  expect(withProduct(blankLine(), cheese).quantity).toBe(1)
})

test('lines without a product are left out, and the rest is sent as the contract defines it', () => {
  const { body, faults } = answerOf(draft({ notes: ' Hafta içi ' }), NONE)
  expect(faults).toEqual(new Map())
  expect(body).toEqual({
    items: [{ product_id: CHEESE, quantity: 3, price: 12_550, unit: 'KG', notes: null, request_item: 0 }],
    notes: 'Hafta içi',
    valid_until: '2026-03-24',
  })
})

test.each([
  [{ quantity: undefined }, { quantity: 'Miktar girin' }],
  [{ quantity: 1.5 }, { quantity: 'Miktar tam sayı olmalıdır; 1 veya 2 yazın' }],
  [{ quantity: 0.5 }, { quantity: 'Miktar tam sayı olmalıdır; 1 yazın' }],
  [{ quantity: 1250.5 }, { quantity: 'Miktar tam sayı olmalıdır; 1.250 veya 1.251 yazın' }],
  [{ quantity: 0 }, { quantity: 'Miktar en az 1 olmalıdır' }],
  [{ price: undefined }, { price: 'Fiyat girin' }],
  [{ price: Number.NaN }, { price: 'Fiyat bir sayı olmalıdır' }],
  [{ price: 1.005 }, { price: 'Fiyat en fazla iki ondalık basamaklı olabilir' }],
  [{ product: undefined, notes: 'Bulunca' }, { product: 'Ürün seçin' }],
])('a line with %j is not sent: %j', (fields, fault) => {
  const line = { ...lineOf(draft()), ...fields }
  const { body, faults } = answerOf(draft({ lines: [line] }), NONE)
  expect(body).toBeUndefined()
  expect(faults.get(line.id)).toEqual(fault)
})

test('an answer without any product, or without a last day, is not sent', () => {
  const nothing = answerOf(draft({ lines: [blankLine()] }), NONE)
  expect([nothing.body, nothing.why]).toEqual([undefined, 'En az bir ürün ekleyin'])
  expect(answerOf(draft({ valid_until: '' }), NONE).body).toBeUndefined()
})

test('only complete lines count in the totals, at the VAT rate of their products', () => {
  expect(pricedLines(draft())).toMatchObject([{ quantity: 3, price: 12_550, vat_rate: 10 }])
  expect(pricedLines(draft({ lines: [{ ...lineOf(draft()), price: undefined }] }))).toEqual([])
})

test('a quantity that cannot be sold keeps its total, even after the draft was stored', () => {
  const line = { ...lineOf(draft()), quantity: 12.5 }
  const stored = StoredDraft.parse(JSON.parse(JSON.stringify(draft({ lines: [line] }))))
  expect(lineOf(stored).quantity).toBe(12.5)
  expect(orderTotals(pricedLines(stored))).toEqual({ subtotal: 156_875, vat: 15_688, grand: 172_563 })
})

test('answering again starts from the previous answer; an expired last day is replaced', () => {
  const items = [
    { product_id: OIL, product_name: 'Zeytinyağı', brand: '', unit: 'LT', quantity: 4, price: kurus(990), vat_rate: 5 },
  ].map(item => ({ ...item, notes: 'Teneke', request_item: 1 }))
  const answered = (valid_until: string) =>
    quote({
      status: 'cevaplandi',
      answer: { items, notes: null, valid_until, answered_at: '2026-03-10T08:00:00.000Z' },
    })
  const renewed = newAnswerDraft(answered('2026-03-12'), '2026-03-11')
  expect(renewed).toMatchObject({
    lines: [{ asked: 1, product: { id: OIL, name: 'Zeytinyağı' }, quantity: 4, price: 9.9, notes: 'Teneke' }, {}],
    valid_until: '2026-03-12',
    over: '2026-03-10T08:00:00.000Z',
  })
  expect(newAnswerDraft(answered('2026-03-12'), '2026-03-13').valid_until).toBe('2026-03-27')
})

test('answering again, a requested line that the previous answer left out can be answered', () => {
  const oil = { product_id: OIL, product_name: 'Zeytinyağı', brand: '', unit: 'LT', vat_rate: 5, notes: null }
  const again = (request_item?: number) => {
    const items = [{ ...oil, quantity: 4, price: kurus(990), ...(request_item !== undefined && { request_item }) }]
    const answer = { items, notes: null, valid_until: '2026-03-12', answered_at: '2026-03-10T08:00:00.000Z' }
    return newAnswerDraft(quote({ status: 'cevaplandi', answer }), '2026-03-11')
  }
  const { lines, ...rest } = again(1)
  const [first, second] = lines
  expect([lines.length, second]).toEqual([2, { id: second?.id, notes: '', asked: 0, quantity: 2.5 }])
  expect(answerOf({ lines, ...rest }, NONE).body?.items).toMatchObject([{ product_id: OIL, request_item: 1 }])
  if (!first || !second) throw new Error('the draft has two lines')
  const chosen = withProduct({ ...second, quantity: 3 }, cheese)
  expect(answerOf({ lines: [first, chosen], ...rest }, NONE).body?.items).toMatchObject([
    { product_id: OIL, request_item: 1 },
    { product_id: CHEESE, request_item: 0 },
  ])
  // An answer that does not say which line it answers leaves none out.
  expect(again().lines).toHaveLength(1)
})

test('a stored draft is restored unchanged, except for values that are not numbers', () => {
  const initial = draft()
  expect(StoredDraft.parse(JSON.parse(JSON.stringify(initial)))).toEqual(initial)
  const odd = { ...initial, lines: [{ ...lineOf(initial), price: Number.NaN }] }
  expect(StoredDraft.parse(JSON.parse(JSON.stringify(odd))).lines[0]).not.toHaveProperty('price', expect.anything())
  expect(StoredDraft.safeParse({ lines: [] }).success).toBe(false)
})

test('two answers with different line ids are the same', () => {
  const [one, other] = [newAnswerDraft(quote(), '2026-03-10'), newAnswerDraft(quote(), '2026-03-10')]
  expect(isSameAnswer(one, other)).toBe(true)
  expect(isSameAnswer(one, { ...other, notes: 'x' })).toBe(false)
  expect(isSameAnswer(draft(), one)).toBe(false)
})
