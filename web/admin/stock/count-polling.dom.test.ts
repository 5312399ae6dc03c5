import { expect, test, vi } from 'vitest'
import type { StockCount } from '#contract/counts.ts'
import { readCount } from '#contract/counts.ts'

const RICE = { product_id: '5b8e0c8e-93c2-4f3c-8f5d-6f4d1f0f8a11', counted_quantity: 5 }
const ID = 'c0b1a2d3-93c2-4f3c-8f5d-6f4d1f0f8a10'

test.each([
  ['sent since the count was read is shown', 200, 8, 0],
  ['stored for a repetition of one sent before that is not shown, as the product may have been corrected', 50, 5, 1],
])('the reply to an entry that was %s', async (_, firstSent, shown, refreshes) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 300 })
  const { queryClient, rowKeyOf } = await import('../../queries.ts')
  const { showCounted } = await import('./count-polling.ts')
  const queryKey = rowKeyOf(readCount, ID)
  queryClient.setQueryData(queryKey, { id: ID, products: [RICE] }, { updatedAt: 100 })
  const refresh = vi.fn()
  const product = { ...RICE, counted_quantity: 8 } as StockCount['products'][number]
  showCounted(ID, { product, old_quantity: 5 }, { firstSent, refresh })
  expect(queryClient.getQueryData<StockCount>(queryKey)?.products[0]?.counted_quantity).toBe(shown)
  expect(refresh).toHaveBeenCalledTimes(refreshes)
})
