import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formatMoney, formatNumber, type Kurus, kurus, MAX_TOTAL, Money, Price, vatOn } from './money.ts'
import { lineTotal, orderTotals } from './order-totals.ts'
import { REFUSALS } from './refusals.ts'

// price in kuruş, quantity, VAT rate → VAT in kuruş, worked out by hand
const AWKWARD: [price: number, quantity: number, rate: number, vat: number][] = [
  [1, 1, 10, 0], // 0,1 kuruş
  [5, 1, 10, 1], // exactly half a kuruş: up
  [4, 1, 10, 0],
  [15, 1, 10, 2], // 1,5 → 2
  [25, 1, 10, 3], // 2,5 → 3, never to even
  [25, 1, 5, 1], // 1,25 → 1
  [10, 1, 5, 1], // 0,5 → 1
  [30, 1, 5, 2], // 1,5 → 2
  [3, 1, 16, 0], // 0,48
  [4, 1, 16, 1], // 0,64
  [1999, 3, 16, 960], // 959,52
  [1, 1_000_000, 16, 160_000],
  [1, 1_000_000, 5, 50_000],
  [999_999_999, 1_000_000, 16, 159_999_999_840_000],
  [999_999_999, 1_000_000, 18, 179_999_999_820_000],
  [999_999_999, 999_999, 1, 9_999_989_990_000], // 9.999.989.990.000,01
  [12_345, 7, 0, 0],
  [0, 1_000, 16, 0],
]

test.each(AWKWARD)('%i kuruş × %i at %i%% carries %i kuruş of VAT', (price, quantity, vat_rate, vat) => {
  const totals = orderTotals([{ price: kurus(price), quantity, vat_rate }])
  expect(totals).toEqual({ subtotal: price * quantity, vat, grand: price * quantity + vat })
})

test('VAT is rounded line by line, not on the sum', () => {
  const line = { price: kurus(5), quantity: 1, vat_rate: 10 }
  expect(orderTotals([line, line]).vat).toBe(2)
  expect(orderTotals([{ ...line, quantity: 2 }]).vat).toBe(1)
})

test('a line without a VAT rate counts as 18, one with 0 as 0', () => {
  expect(orderTotals([{ price: kurus(100), quantity: 1 }]).vat).toBe(18)
  expect(orderTotals([{ price: kurus(100), quantity: 1, vat_rate: 0 }]).vat).toBe(0)
})

test('VAT agrees with exact arithmetic on every amount and rate', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 20 }), (amount, rate) => {
      fc.pre(amount <= 1_000_000_000_000_000)
      const exact = (BigInt(amount) * BigInt(rate) + 50n) / 100n
      expect(BigInt(vatOn(kurus(amount), rate))).toBe(exact)
    }),
  )
})

test('an amount survives the wire, to the kuruş', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000_000 }), amount => {
      const wire = JSON.parse(JSON.stringify(z.encode(Money, kurus(amount)))) as number
      expect(Money.parse(wire)).toBe(amount)
    }),
  )
})

test.each([
  [12.345, 'Fiyat en fazla iki ondalık basamaklı olabilir'],
  [-0.01, 'Fiyat 0 veya daha büyük olmalıdır'],
  [10_000_000, 'Fiyat en fazla 9.999.999,99 olabilir'],
  ['12', 'Fiyat bir sayı olmalıdır'],
  [Number.NaN, 'Fiyat bir sayı olmalıdır'],
])('%s is no price: %s', (value, sentence) => {
  expect(Price.safeParse(value).error?.issues[0]?.message).toBe(sentence)
})

test('prices that floating point cannot represent are decoded to the kuruş', () => {
  expect([0.1, 0.29, 1.15, 4.35, 287.97, 9_999_999.99].map(lira => Price.parse(lira))).toEqual([
    10, 29, 115, 435, 28_797, 999_999_999,
  ])
})

test('amounts are formatted in Turkish', () => {
  expect(formatMoney(kurus(123_450))).toBe('₺1.234,50')
  expect(formatMoney(lineTotal({ price: 1 as Kurus, quantity: 1_000_000 }))).toBe('₺10.000,00')
})

test('the refusal of a total names the largest one', () => {
  expect(REFUSALS.order_total_too_high.detail()).toContain(`en fazla ${formatNumber(MAX_TOTAL / 100)} ₺`)
})
