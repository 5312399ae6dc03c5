import { expect, test } from 'vitest'
import { excessOf } from './budgets.ts'

const USUAL = { libraries: 80_000, base: 15_000, customer: 24_000 }

test('a visit within its limit is not reported, even if chunks have grown', () => {
  const visit = new Map([
    ['libraries', 79_000],
    ['base', 15_000],
    ['customer', 26_000],
  ])
  expect(excessOf('/products', visit, 120_000, USUAL)).toBeUndefined()
})

test('the report of a visit above its limit names the chunks that have grown, the largest growth first', () => {
  const visit = new Map([
    ['libraries', 79_000],
    ['base', 15_100],
    ['customer', 26_000],
    ['zod', 3_000],
  ])
  expect(excessOf('/products', visit, 120_000, USUAL)).toBe(
    'A first visit of /products loads 123100 bytes of JavaScript, 3100 more than allowed. Grown: zod, which is new, to 3000; customer from 24000 to 26000; base from 15000 to 15100.',
  )
})
