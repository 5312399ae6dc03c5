import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { differenceText, isDoubtful } from './price-guard.ts'

test.each([
  [100, 100, ''],
  [90, 100, '%10 altında'],
  [125, 100, '%25 üstünde'],
  [99.9, 100, '%1 altında'],
  [19_339.77, 571, '%3.287 üstünde'],
  [1, 571, '%99 altında'],
  [0, 571, '%100 altında'],
  [5, 0, ''],
])('a price of %s differs from the list price %s by: %s', (price, list, text) => {
  expect(differenceText(kurus(price * 100), kurus(list * 100))).toBe(text)
})

test.each([
  [0, 100, true],
  [0, undefined, true],
  [70, 100, false],
  [69.99, 100, true],
  [130, 100, false],
  [130.01, 100, true],
  [5, 0, false],
  [5, undefined, false],
])('a price of %s where %s is usual is doubtful: %s', (price, usual, doubtful) => {
  expect(isDoubtful(kurus(price * 100), usual === undefined ? undefined : kurus(usual * 100))).toBe(doubtful)
})
