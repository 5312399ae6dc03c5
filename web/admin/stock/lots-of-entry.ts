import { useEffect, useRef } from 'react'
import type { CountedProduct } from '#contract/counts.ts'
import { isSameLotCode } from '#contract/lot-labels.ts'
import { listLots } from '#contract/lots.ts'
import { useListQuery } from '../../queries.ts'
import type { CountLine, WaitingLine } from './count-outbox.ts'
import { isSameLot, type KnownLot } from './counted-lot.ts'

/** What the lots in a count are known from: the products that are counted, and the lines that are not added yet. */
type Counted = { products: readonly CountedProduct[]; lines: readonly WaitingLine[] }

/**
 * The lots of the product of an entry: those that are on hand, those that are in the count, and those of the lines that
 * are not added yet; none until those on hand are loaded. Also the lot of the entry itself if nothing is left of it.
 * `lotsOf` returns those that were rendered last.
 */
export function useLotsOfEntry(entry: CountLine | undefined, { products, lines }: Counted) {
  const { id = '', lot_tracking = 'off' } = entry?.product ?? {}
  const target = { query: { product_id: id }, enabled: lot_tracking !== 'off' }
  const { items, isPending, isPlaceholderData, hasNextPage } = useListQuery(listLots, target)
  const inCount = products.filter(({ product_id }) => product_id === id).flatMap(({ lots = [] }) => lots)
  const own = entry?.lot
  const isKnown = !own?.expires_on || [...items, ...inCount].some(one => isSameLot(one, own))
  const sameCode = useLotsWithCode(id, hasNextPage || !isKnown ? own?.code : undefined)
  const known: KnownLot[] = [...items]
  const found = sameCode.filter(lot => lot.on_hand > 0 || (own && isSameLot(lot, own)))
  for (const lot of [...inCount, ...found]) if (!known.some(one => isSameLot(one, lot))) known.push(lot)
  // Without those on hand no question is shown about a lot, so none may hold back the entry.
  const lots = isPending || isPlaceholderData ? [] : withLotsOf(known, ofProduct(lines, id))
  const latest = useRef({ id, lots })
  useEffect(() => void (latest.current = { id, lots }))
  return {
    lots,
    lotsOf: ({ product }: CountLine) => (product.id === latest.current.id ? latest.current.lots : []),
  }
}

/** The lots with a code that were ever received, as the first page of those on hand may lack them. */
function useLotsWithCode(product_id: string, code = '') {
  const query = { product_id, code: code.trim(), state: 'all' } as const
  const { items, isPlaceholderData } = useListQuery(listLots, { query, enabled: query.code !== '' })
  return isPlaceholderData ? [] : items
}

const ofProduct = (lines: readonly WaitingLine[], id: string) => lines.filter(({ product }) => product.id === id)

/** Known lots and those of lines. A lot without an expiry is not another one if its code is known. */
function withLotsOf(known: readonly KnownLot[], lines: readonly WaitingLine[]): readonly KnownLot[] {
  const lots = [...known]
  for (const { lot, state } of lines) {
    if (!lot || state === 'refused') continue
    const { code, expires_on = null, expiry_kind = null } = lot
    const isKnown = lots.some(one => (expires_on ? isSameLot(one, lot) : isSameLotCode(one.code, code)))
    if (!isKnown) lots.push({ code, expires_on, expiry_kind })
  }
  return lots
}
