import type * as z from 'zod/mini'
import { type CountedProduct, type countProduct, readCount, type StockCount } from '#contract/counts.ts'
import { queryClient, rowKeyOf } from '../../queries.ts'

const POLL_INTERVAL = 3_000
/** The shortest interval per product, as the whole count is sent and decoded after each change: 20 s for 20,000. */
const MIN_PER_PRODUCT = 1

/** How often an open count is read again, for quantities counted by other users, in milliseconds. */
export const pollInterval = (id: string) =>
  Math.max(POLL_INTERVAL, (cachedCount(id)?.products.length ?? 0) * MIN_PER_PRODUCT)

/**
 * Shows a product of the count as the reply to an entry has it, which was first sent at a time in milliseconds. Reads the
 * whole count only if the product has changed otherwise since it was read, if it was read after the entry was sent, as the
 * reply may be an older one that was stored for a repetition, or if the next poll is due, which each entry delays.
 */
export function showCounted(
  id: string,
  { product, old_quantity }: Entered,
  { firstSent, refresh }: { firstSent: number; refresh: () => unknown },
) {
  const queryKey = rowKeyOf(readCount, id)
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {}
  const before = cachedCount(id)?.products.find(({ product_id }) => product_id === product?.product_id)
  const isNext = product !== undefined && updatedAt <= firstSent && (before?.counted_quantity ?? 0) === old_quantity
  if (isNext)
    queryClient.setQueryData<StockCount>(queryKey, count => count && withProduct(count, product), { updatedAt })
  // A reply that is in flight may be older than the entry.
  const isFetching = queryClient.isFetching({ queryKey }) > 0
  if (!isNext || isFetching || Date.now() - updatedAt >= pollInterval(id)) refresh()
}

type Entered = Pick<z.output<typeof countProduct.reply>, 'product' | 'old_quantity'>

const cachedCount = (id: string) => queryClient.getQueryData<StockCount>(rowKeyOf(readCount, id))

function withProduct(count: StockCount, product: CountedProduct): StockCount {
  const at = count.products.findIndex(({ product_id }) => product_id === product.product_id)
  const products =
    at === -1 ? [...count.products, product] : count.products.map((one, place) => (place === at ? product : one))
  return { ...count, products, product_count: products.length }
}
