import { expect, test } from 'vitest'
import { deliveryFee, orderMinimum, revisedFee } from './delivery-fee.ts'
import { kurus } from './money.ts'

test('a customer’s own minimum takes precedence over the route’s and the general one; only a reduction raises the fee', () => {
  const [route, all] = [
    { minimum: kurus(50_000), fee: null },
    { minimum: kurus(20_000), fee: kurus(5_000) },
  ]
  expect(orderMinimum({ minimum: null }, route, all)).toEqual({ minimum: 50_000, fee: 5_000 })
  expect(orderMinimum({ minimum: null }, null, all)).toEqual({ minimum: 20_000, fee: 5_000 })
  const terms = orderMinimum({ minimum: kurus(30_000) }, route, all)
  expect([29_999, 30_000].map(goods => deliveryFee(terms, kurus(goods)))).toEqual([5_000, 0])
  expect(deliveryFee(orderMinimum({ minimum: kurus(0) }, route, all), kurus(1))).toBe(0)
  const after = (goods: number, byAdmin = false) =>
    revisedFee(terms, { goods: kurus(25_000), fee: kurus(0) }, kurus(goods), byAdmin)
  expect([after(26_000), after(24_000), after(24_000, true)]).toEqual([0, 5_000, 0])
})

test('an order keeps its fee while it is below the minimum and none is set any more; a fee of 0 costs nothing', () => {
  const after = (fee: number | null, goods: number) =>
    revisedFee(
      { minimum: kurus(150_000), fee: fee === null ? null : kurus(fee) },
      { goods: kurus(100_000), fee: kurus(7_500) },
      kurus(goods),
      false,
    )
  expect([90_000, 101_000, 150_000].map(goods => after(null, goods))).toEqual([7_500, 7_500, 0])
  expect([90_000, 101_000].map(goods => after(0, goods))).toEqual([0, 0])
})
