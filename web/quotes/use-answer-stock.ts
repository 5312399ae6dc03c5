import { useQuery } from '@tanstack/react-query'
import { listProducts } from '#contract/catalogue.ts'
import type { QuoteAnswer } from '#contract/quotes.ts'
import { request } from '../api.ts'
import { queryKeyOf } from '../queries.ts'
import { promisedLines, shortLines } from './acceptance.ts'

/**
 * The lines of an answer that cannot be ordered as answered now, and those that would be promised for a day;
 * `isLoading` until the first reply. After a failed request there are none: the server decides.
 */
export function useAnswerStock({ items }: QuoteAnswer, enabled: boolean) {
  const ids = items.map(item => item.product_id).sort()
  const { data, isLoading } = useQuery({
    queryKey: [...queryKeyOf(listProducts), { answer: ids }],
    meta: { call: listProducts },
    queryFn: ({ signal }) => request(listProducts, { query: { ids: ids.join(',') }, signal }),
    enabled,
    retry: false,
    // Quantities from an earlier opening of the dialog must not be confirmed.
    gcTime: 0,
  })
  const products = new Map(data?.map(product => [product.id, product]))
  return {
    short: data ? shortLines(items, products) : [],
    promised: data ? promisedLines(items, products) : [],
    isLoading,
  }
}
