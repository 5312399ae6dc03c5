import { istanbulDay } from '#contract/turkish.ts'
import { done } from './callers.ts'
import { keyOf, marketerOf, whileActive } from './order-targets.ts'
import type { Scene, Target } from './scene.ts'

/** The idempotency key with which the owner sent a quote request. */
export const aQuoteKey: Target = {
  make: async scene => keyOf(scene, scene.owner.id, await quoteOf(scene)),
  isOwned: true,
  absent: 'quote_not_found',
}

/** The idempotency key with which the owner’s marketer sent a quote request for it. */
export const aMarketersQuoteKey: Target = {
  make: async scene => keyOf(scene, await marketerOf(scene), await quoteOf(scene)),
  isOwned: true,
  absent: 'quote_not_found',
}

/** The input of a quote request. */
export function wish() {
  return { items: [{ product_name: 'Tulum peyniri', unit: 'KG', quantity: 2.5, price: 300 }] }
}

/** The input of an answer to it. */
export function quoteAnswer({ world, product_id }: Scene) {
  return { items: [{ product_id, quantity: 1, price: 1 }], valid_until: istanbulDay(world.now()) }
}

/** A quote request of the owner, answered but not decided yet. */
export async function quoteOf(scene: Scene): Promise<string> {
  const id = await whileActive(scene, () => scene.world.post('/custom-orders', scene.owner, wish()))
  done(await scene.world.put(`/admin/custom-orders/${id}/answer`, scene.admin, quoteAnswer(scene)))
  return id
}
