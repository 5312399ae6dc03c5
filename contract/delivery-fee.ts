import { type Kurus, kurus } from './money.ts'

/** The least amount of an order and the fee of a smaller one, in kuruş; without a fee a smaller one is refused. */
export type OrderMinimum = { minimum: Kurus | null; fee: Kurus | null }

/**
 * The minimum and the fee of a customer's orders, in kuruş. The customer's own minimum comes before the route's, and
 * the route's minimum and fee come before the general ones. A minimum of 0 demands nothing and a fee of 0 costs
 * nothing; null falls back to the next level. If the fee is null on all levels, smaller orders are refused.
 */
export const orderMinimum = (
  customer: { minimum: Kurus | null },
  route: OrderMinimum | null,
  all: OrderMinimum,
): OrderMinimum => ({
  minimum: customer.minimum ?? route?.minimum ?? all.minimum,
  fee: route?.fee ?? all.fee,
})

/** Whether an order of these goods (kuruş with VAT, without the fee) is smaller than it has to be. */
export const isBelowMinimum = ({ minimum }: OrderMinimum, goods: Kurus) => minimum !== null && goods < minimum

/**
 * The delivery fee (kuruş, VAT included) of an order of these goods (kuruş with VAT, without the fee); `otherwise` if
 * the order is below the minimum and no fee is set.
 */
export const deliveryFee = (terms: OrderMinimum, goods: Kurus, otherwise = kurus(0)): Kurus =>
  isBelowMinimum(terms, goods) ? (terms.fee ?? otherwise) : kurus(0)

/**
 * The fee (kuruş, VAT included) after a revision. It rises only if a user other than an admin makes the order smaller.
 * An order that is below the minimum keeps its fee if no fee is set any more.
 */
export function revisedFee(
  terms: OrderMinimum,
  before: { goods: Kurus; fee: Kurus },
  goods: Kurus,
  byAdmin: boolean,
): Kurus {
  const fee = deliveryFee(terms, goods, before.fee)
  return byAdmin || goods >= before.goods ? kurus(Math.min(fee, before.fee)) : fee
}
