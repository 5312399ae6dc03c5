import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listProducts } from '#contract/catalogue.ts'
import type { OrderList } from '#contract/order-lists.ts'
import { currentProducts } from '../cart/current-products.ts'
import { queryKeyOf } from '../queries.ts'
import type { ShownLine } from './list-rows.tsx'
import { steadyLines } from './steady-lines.ts'

/**
 * The lines of the open list, or without one of the guide, which keep their places while it is open, and the current
 * products. `showAnew` shows the lines as they were fetched, when a list is opened or was saved; `opening` identifies
 * the list and how often it was shown anew.
 */
export function useOpenLines(list: OrderList | undefined, fetched: readonly ShownLine[] | undefined) {
  const id = list?.id ?? ''
  const [shown, setShown] = useState(NOTHING_SHOWN)
  const before = shown.id === id ? shown.lines : NOTHING_SHOWN.lines
  const all = fetched && steadyLines(before, fetched, () => true)
  const current = useCurrentProducts(all)
  // Products of the list that was open before say nothing about this one.
  const products = current.isPlaceholderData ? undefined : current.data?.products
  // A list names its products that are no longer sold; the guide leaves them out when it is opened.
  const isShowable = (product_id: string) => list !== undefined || products?.has(product_id) === true
  const steady = fetched && products && steadyLines(before, fetched, isShowable)
  if (steady && steady !== shown.lines) setShown({ ...shown, id, lines: steady })
  const lines = steady ?? (before.length > 0 ? before : all)
  const showAnew = () => setShown(({ timesShown }) => ({ ...NOTHING_SHOWN, timesShown: timesShown + 1 }))
  return { lines, current, opening: `${id} ${shown.timesShown}`, showAnew }
}

/** The lines that a list shows, and how often one was shown anew. */
type Shown = { timesShown: number; id: string; lines: readonly ShownLine[] }

const NOTHING_SHOWN: Shown = { timesShown: 0, id: '', lines: [] }

/** Queries the current state of the products. */
function useCurrentProducts(lines: readonly ShownLine[] | undefined) {
  const ids = (lines ?? []).map(line => line.product_id)
  return useQuery({
    queryKey: [...queryKeyOf(listProducts), { list: ids }],
    meta: { call: listProducts },
    queryFn: ({ signal }) => currentProducts(ids, signal),
    placeholderData: previous => previous,
    enabled: ids.length > 0,
  })
}
