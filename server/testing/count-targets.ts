import { istanbulDay } from '#contract/turkish.ts'
import { done } from './callers.ts'
import type { Scene, Target } from './scene.ts'

export const aCount: Target = { make: countOf, isOwned: false, absent: 'not_found' }

export function countDay({ world }: Scene) {
  return { count_date: istanbulDay(world.now()) }
}

export function found({ product_id }: Scene) {
  return { product_id, counted_quantity: 1_000_000 }
}

/** An open count of one product. */
async function countOf(scene: Scene): Promise<string> {
  const { world, admin } = scene
  const { id } = done(await world.post('/admin/stock/counts', admin, countDay(scene))).json()
  done(await world.post(`/admin/stock/counts/${id}/products`, admin, found(scene)))
  return id
}
