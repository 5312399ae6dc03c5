import type { Product } from '#contract/catalogue.ts'
import { type EntryMatcher, type Known } from '#contract/entry-matcher.ts'
import { MAX_QUANTITY, QUANTITY_TOO_SMALL } from '#contract/quantity.ts'
import { enteredLines, MAX_ENTERED_LINES } from '#contract/quick-entry.ts'
import { saleOf } from '#contract/sale.ts'
import { quantityFault, wholeText } from '../ui/number-text.ts'

/** A user's decision about a line: its product, its quantity, or to leave it out. */
export type Decision = { product_id?: string; quantity?: number | undefined; isLeftOut?: boolean }

/** A line of an entered list, with the product and quantity that were recognized or decided. */
export type EnteredRow = {
  /** Its index among the lines. */
  at: number
  line: string
  /** The products to choose from; empty if none is similar to the text. */
  candidates: readonly Product[]
  product: Product | undefined
  /** Whether the product was chosen by the user. */
  isChosen: boolean
  quantity: number | undefined
  /** Why the line cannot be put into the cart yet. */
  fault: string | undefined
}

/** The lines of a text that are left for later, because there are too many. */
export const laterLines = (text: string): readonly string[] => enteredLines(text).slice(MAX_ENTERED_LINES)

/**
 * The remaining text after the rows without a fault were put into the cart. `present` is the current text, whose lines
 * that were typed or pasted since remain.
 */
export function remainingText(rows: readonly EnteredRow[], text: string, present = text): string {
  const remaining = [...rows.filter(({ fault }) => fault).map(({ line }) => line), ...laterLines(text)]
  return present === text ? remaining.join('\n') : without(present, without(text, remaining)).join('\n')
}

/** The lines of a text without `taken`, each of which removes one equal line. */
function without(text: string, taken: readonly string[]): string[] {
  const left = [...taken]
  return enteredLines(text).filter(line => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** The decisions about the lines of a text that are before and after the changed lines, by their new index. */
export function carriedDecisions(
  decisions: ReadonlyMap<number, Decision>,
  before: string,
  after: string,
): Map<number, Decision> {
  const [old, now] = [enteredLines(before), enteredLines(after)]
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const newIndexOf = (at: number) =>
    at < start ? at : at >= old.length - end ? at + now.length - old.length : undefined
  return new Map(
    [...decisions].flatMap(([at, decision]) => {
      const place = newIndexOf(at)
      return place === undefined ? [] : [[place, decision] as const]
    }),
  )
}

/** The rows of a text, up to the maximum number of lines, without those left out. */
export function rowsIn(
  text: string,
  matcher: EntryMatcher<Product>,
  known: Known,
  decisions: ReadonlyMap<number, Decision>,
): EnteredRow[] {
  const rows = enteredLines(text)
    .slice(0, MAX_ENTERED_LINES)
    .map((line, at) => rowOf(line, at, matcher, known, decisions.get(at)))
    .filter(row => decisions.get(row.at)?.isLeftOut !== true)
  return withStockFaults(rows)
}

function rowOf(
  line: string,
  at: number,
  matcher: EntryMatcher<Product>,
  known: Known,
  decision: Decision = {},
): EnteredRow {
  const match = matcher.match(line, known)
  const candidates = match.kind === 'several' ? match.candidates : match.kind === 'found' ? [match.product] : []
  const chosen = candidates.find(({ id }) => id === decision.product_id)
  const product = chosen ?? (match.kind === 'found' ? match.product : undefined)
  const isDecided = 'quantity' in decision
  const quantity = isDecided ? decision.quantity : match.quantity
  const unit = match.kind === 'unknown' || isDecided ? undefined : match.unit
  const row = { at, line, candidates, product, isChosen: chosen !== undefined, quantity }
  return { ...row, fault: product ? faultOf(quantity, unit, product.unit) : notFound(candidates.length) }
}

const notFound = (candidates: number) => (candidates > 0 ? 'Hangi ürün?' : 'Bulunamadı')

/** Why a quantity is invalid. `asked` is the unit in the text, `sold` that of the product. */
function faultOf(quantity: number | undefined, asked: string | undefined, sold: string): string | undefined {
  if (quantity === undefined || Number.isNaN(quantity)) return 'Miktarı yazın'
  if (asked !== undefined && asked !== sold) return `${asked.toLocaleLowerCase('tr')} değil, ${sold} olarak yazın`
  if (quantity < 1) return QUANTITY_TOO_SMALL
  return quantityFault(quantity, MAX_QUANTITY)
}

/** The rows with faults about the stock, which must cover all lines of the same product together. */
function withStockFaults(rows: readonly EnteredRow[]): EnteredRow[] {
  const totals = totalsOf(rows)
  return rows.map(row => {
    const { product, fault } = row
    if (!product || fault) return row
    const { stock_quantity: available, expected_stock_date, unit } = product
    const sale = saleOf({ available, expected_stock_date }, totals.get(product.id) ?? 0)
    if (sale.sold) return row
    return { ...row, fault: sale.code === 'out_of_stock' ? 'Stokta yok' : `Stokta ${wholeText(sale.most)} ${unit} var` }
  })
}

/** The total quantity of each product in the rows without a fault, by product id. */
export function totalsOf(rows: readonly EnteredRow[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { product, quantity = 0, fault } of rows)
    if (product && !fault) totals.set(product.id, (totals.get(product.id) ?? 0) + quantity)
  return totals
}

/** The ids of products that are in several rows. */
export function repeatedProductIds(rows: readonly EnteredRow[]): Set<string> {
  const ids = rows.flatMap(({ product }) => product?.id ?? [])
  return new Set(ids.filter((id, at) => ids.indexOf(id) !== at))
}
