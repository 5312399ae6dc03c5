import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listProducts, MAX_PRODUCT_IDS } from '#contract/catalogue.ts'
import { request } from '../api.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { queryClient, queryKeyOf } from '../queries.ts'
import { randomId } from '../random-id.ts'
import { useIsAimingAtLines } from './aiming-at-lines.ts'
import { cartChanges, type Products } from './cart-changes.ts'

/**
 * The current prices and stock of the cart's products, and what changed since they were added. A check in the
 * background would move the lines: while the user aims at them, its outcome waits. That of `check` is shown immediately.
 */
export function useCartCheck(lines: readonly CartLine[]) {
  const ids = useIdsToCheck(lines)
  const queryKey = [...queryKeyOf(listProducts), { cart: ids }]
  const query = useQuery({
    queryKey,
    meta: { call: listProducts },
    queryFn: ({ signal }) => fetchCurrentProducts(ids, signal),
    // Keeps the data of the other lines while a new line's is fetched.
    placeholderData: previous => previous,
    refetchOnMount: 'always',
    enabled: lines.length > 0,
  })
  const isOfOtherLines = query.isPlaceholderData && lines.some(line => !query.data?.has(line.product_id))
  const found = { ids, products: isOfOtherLines ? undefined : query.data, error: query.error }
  const [shown, setShown] = useState(found)
  const isOutdated = shown.products !== found.products || shown.error !== found.error
  const canWait = isOutdated && shown.ids === ids && (shown.products !== undefined || shown.error !== null)
  const mustWait = useIsAimingAtLines(canWait)
  if (!mustWait && (isOutdated || shown.ids !== ids)) setShown(found)
  const { products, error } = mustWait ? shown : found
  // Not a refetch, which ends when the cart is left, and has the products of the other cart if that is opened instead.
  const check = async () => {
    const checked = await fetchAsQuery(ids).then(
      data => ({ data, error: null }),
      (failed: Error) => ({ data: undefined, error: failed }),
    )
    const { data } = checked
    // Unless the query was deleted, as when another user has logged in. It may have failed, and have no data yet.
    if (data && queryClient.getQueryState(queryKey)) queryClient.setQueryData<Products>(queryKey, data)
    setShown({ ids, products: data ?? products, error: checked.error })
    return checked
  }
  return { query, products, error, changes: products && cartChanges(lines, products), check }
}

/**
 * The sorted product ids to check. Ids of removed lines stay until a product is added, so that removing a line sends no
 * request.
 */
function useIdsToCheck(lines: readonly CartLine[]): readonly string[] {
  const [ids, setIds] = useState<readonly string[]>([])
  const known = new Set(ids)
  if (lines.every(line => known.has(line.product_id))) return ids
  const present = lines.map(line => line.product_id).sort()
  setIds(present)
  return present
}

/**
 * Fetches like a query: retried, and with a probe of the connection if that fails or is slow. Never joins an earlier
 * fetch, which may hang or have older prices.
 */
const fetchAsQuery = (ids: readonly string[]) =>
  queryClient.fetchQuery({
    queryKey: ['checked products', randomId()],
    queryFn: () => fetchCurrentProducts(ids),
    gcTime: 0,
    retry: queryClient.getDefaultOptions().queries?.retry ?? false,
  })

/** The current state of these products, by id, without those no longer on sale. */
export async function fetchCurrentProducts(ids: readonly string[], signal?: AbortSignal): Promise<Products> {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_PRODUCT_IDS) }, (_, part) =>
    ids.slice(part * MAX_PRODUCT_IDS, (part + 1) * MAX_PRODUCT_IDS),
  )
  const replies = await Promise.all(
    parts.map(part => request(listProducts, { query: { ids: part.join(',') }, ...(signal && { signal }) })),
  )
  return new Map(replies.flat().map(product => [product.id, product]))
}
