import { useEffect, useRef } from 'react'
import type { CountedProduct } from '#contract/counts.ts'
import { listLots } from '#contract/lots.ts'
import { useListQuery } from '../../queries.ts'
import type { CountLine } from './count-outbox.ts'
import { isSameLot, type KnownLot } from './counted-lot.ts'

/**
 * The lots of the product of an entry: those that are on hand, and those that are in the count; none until those on hand
 * are loaded. `lotsOf` returns those that were rendered last.
 */
export function useLotsOfEntry(entry: CountLine | undefined, counted: readonly CountedProduct[]) {
  const { id = '', lot_tracking = 'off' } = entry?.product ?? {}
  const target = { query: { product_id: id }, enabled: lot_tracking !== 'off' }
  const { items, isPending, isPlaceholderData } = useListQuery(listLots, target)
  const inCount = counted.filter(({ product_id }) => product_id === id).flatMap(({ lots = [] }) => lots)
  const known = [...items, ...inCount.filter(lot => !items.some(one => isSameLot(one, lot)))]
  // Without those on hand no question is shown about a lot, so none may hold back the entry.
  const lots: readonly KnownLot[] = isPending || isPlaceholderData ? [] : known
  const latest = useRef({ id, lots })
  useEffect(() => void (latest.current = { id, lots }))
  return {
    lots,
    lotsOf: ({ product }: CountLine) => (product.id === latest.current.id ? latest.current.lots : []),
  }
}
