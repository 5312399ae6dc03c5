import { useQuery } from '@tanstack/react-query'
import { listProducts } from '#contract/catalogue.ts'
import { fetchCurrentProducts } from '../../cart/cart-check.ts'
import { queryKeyOf } from '../../queries.ts'
import type { AnswerLine, ProductsToday } from './answer-draft.ts'

/** The products of an answer's lines as they are on sale now. */
export function useProductsToday(lines: readonly AnswerLine[]): ProductsToday {
  const ids = lines.flatMap(({ product }) => product?.id ?? []).sort()
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...queryKeyOf(listProducts), { answer: ids }],
    meta: { call: listProducts },
    queryFn: ({ signal }) => fetchCurrentProducts(ids, signal),
    // While a chosen product is fetched, the others stay known.
    placeholderData: previous => previous,
    enabled: ids.length > 0,
  })
  if (!data || isPlaceholderData) return data ?? NONE
  return new Map(ids.map(id => [id, data.get(id) ?? null]))
}

const NONE: ProductsToday = new Map()
