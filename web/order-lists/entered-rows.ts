import type { Product } from '#contract/catalogue.ts'
import { type EntryMatcher, type Known } from '#contract/entry-matcher.ts'
import { enteredLines, MAX_ENTERED_LINES } from '#contract/quick-entry.ts'
import { saleOf } from '#contract/sale.ts'
import { quantityFault, wholeText } from '../ui/number-text.ts'

/** What the user has decided about a line: its product, its quantity, or to leave it out. */
export type Decision = { product_id?: string; quantity?: number | undefined; isLeftOut?: boolean }

/** A line of an entered list, as far as it is understood and decided. */
export type EnteredRow = {
  /** Its place among the lines. */
  at: number
  line: string
  /** The products to choose from; empty if none is like it. */
  candidates: readonly Product[]
  product: Product | undefined
  /** Whether the product was chosen by the user. */
  isChosen: boolean
  quantity: number | undefined
  /** Why it cannot be put into the cart yet. */
  fault: string | undefined
}

/** The lines of a text that are left for later, because there are too many. */
export const laterLines = (text: string): readonly string[] => enteredLines(text).slice(MAX_ENTERED_LINES)

/**
 * What stays of a text when its decided rows are in the cart. `present` is the text by then: lines that were typed or
 * pasted meanwhile stay.
 */
export function remainingText(rows: readonly EnteredRow[], text: string, present = text): string {
  const remaining = [...rows.filter(({ fault }) => fault).map(({ line }) => line), ...laterLines(text)]
  return present === text ? remaining.join('\n') : without(present, without(text, remaining)).join('\n')
}

/** The lines of a text without these, each of which takes one away. */
function without(text: string, taken: readonly string[]): string[] {
  const left = [...taken]
  return enteredLines(text).filter(line => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** What was decided about the lines of a text that stand before and behind the lines that were changed in it. */
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
  const placeOf = (at: number) => (at < start ? at : at >= old.length - end ? at + now.length - old.length : undefined)
  return new Map(
    [...decisions].flatMap(([at, decision]) => {
      const place = placeOf(at)
      return place === undefined ? [] : [[place, decision] as const]
    }),
  )
}

/** The lines of a text that are read now and not left out. */
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

/** `asked` is the unit of the text, `sold` that of the product. */
function faultOf(quantity: number | undefined, asked: string | undefined, sold: string): string | undefined {
  if (quantity === undefined || Number.isNaN(quantity)) return 'Miktarı yazın'
  if (asked !== undefined && asked !== sold) return `${asked.toLocaleLowerCase('tr')} değil, ${sold} olarak yazın`
  if (quantity < 1) return 'Miktar en az 1 olmalıdır'
  return quantityFault(quantity, 1_000_000)
}

/** Lines of the same product are ordered together, so the stock has to be enough for all of them. */
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

/** How many of each product the rows without a fault ask for, by its id. */
export function totalsOf(rows: readonly EnteredRow[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { product, quantity = 0, fault } of rows)
    if (product && !fault) totals.set(product.id, (totals.get(product.id) ?? 0) + quantity)
  return totals
}

/** The ids of products that several rows ask for. */
export function repeatedIn(rows: readonly EnteredRow[]): Set<string> {
  const ids = rows.flatMap(({ product }) => product?.id ?? [])
  return new Set(ids.filter((id, at) => ids.indexOf(id) !== at))
}
