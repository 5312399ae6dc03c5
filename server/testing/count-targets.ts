import { istanbulDay } from '#contract/turkish.ts'
import { requireSuccess } from './callers.ts'
import type { Fixture, Target } from './matrix-entry.ts'

export const aCount: Target = { make: countOf, isOwned: false, absent: 'not_found' }

export function countDay({ world }: Fixture) {
  return { count_date: istanbulDay(world.now()) }
}

export function found({ product_id }: Fixture) {
  return { product_id, counted_quantity: 999_999 }
}

/** An open count of one product. */
async function countOf(fixture: Fixture): Promise<string> {
  const { world, admin } = fixture
  const { id } = requireSuccess(await world.post('/admin/stock/counts', admin, countDay(fixture))).json()
  requireSuccess(await world.post(`/admin/stock/counts/${id}/products`, admin, found(fixture)))
  return id
}
