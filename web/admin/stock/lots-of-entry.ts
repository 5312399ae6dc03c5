import { useEffect, useRef } from 'react'
import type { CountedProduct } from '#contract/counts.ts'
import { listLots } from '#contract/lots.ts'
import { useListQuery } from '../../queries.ts'
import type { CountLine } from './count-outbox.ts'
import { isSameLot, type KnownLot } from './counted-lot.ts'

type LotOfProduct = KnownLot & { product_id: string }

/**
 * The lots that are on hand of the product of an entry, and those that are in the count. `lotsOf` returns them even
 * between two renders, and none until they are loaded.
 */
export function useLotsOfEntry(entry: CountLine | undefined, counted: readonly CountedProduct[]) {
  const { id = '', lot_tracking = 'off' } = entry?.product ?? {}
  const { items } = useListQuery(listLots, { query: { product_id: id }, enabled: lot_tracking !== 'off' })
  // Until the lots of another product are loaded, the list still has those of the previous one.
  const onHand: readonly LotOfProduct[] = items.filter(({ product_id }) => product_id === id)
  const inCount = counted
    .filter(({ product_id }) => product_id === id)
    .flatMap(({ product_id, lots = [] }) => lots.map(lot => ({ ...lot, product_id })))
  const lots = [...onHand, ...inCount.filter(lot => !onHand.some(one => isSameLot(one, lot)))]
  const latest = useRef(lots)
  useEffect(() => void (latest.current = lots))
  return {
    lots,
    lotsOf: ({ product }: CountLine) => latest.current.filter(({ product_id }) => product_id === product.id),
  }
}
