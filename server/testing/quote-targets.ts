import { istanbulDay } from '#contract/turkish.ts'
import { requireSuccess } from './callers.ts'
import type { Fixture, Target } from './matrix-entry.ts'
import { keyOf, marketerOf, whileActive } from './order-targets.ts'

/** The idempotency key with which the owner sent a quote request. */
export const aQuoteKey: Target = {
  make: async fixture => keyOf(fixture, fixture.owner.id, await quoteOf(fixture)),
  isOwned: true,
  absent: 'quote_not_found',
}

/** The idempotency key with which the owner’s marketer sent a quote request for it. */
export const aMarketersQuoteKey: Target = {
  make: async fixture => keyOf(fixture, await marketerOf(fixture), await quoteOf(fixture)),
  isOwned: true,
  absent: 'quote_not_found',
}

/** The input of a quote request. */
export function wish() {
  return { items: [{ product_name: 'Tulum peyniri', unit: 'KG', quantity: 2.5, price: 300 }] }
}

/** The input of an answer to it. */
function quoteAnswer({ world, product_id }: Fixture) {
  return { items: [{ product_id, quantity: 1, price: 1 }], valid_until: istanbulDay(world.now()) }
}

/** The input of an answer that replaces it. */
export function otherAnswer(fixture: Fixture) {
  return { ...quoteAnswer(fixture), notes: 'Yarın gelir' }
}

/** A quote request of the owner, answered but not decided yet. */
export async function quoteOf(fixture: Fixture): Promise<string> {
  const id = await whileActive(fixture, () => fixture.world.post('/custom-orders', fixture.owner, wish()))
  requireSuccess(await fixture.world.put(`/admin/custom-orders/${id}/answer`, fixture.admin, quoteAnswer(fixture)))
  return id
}
