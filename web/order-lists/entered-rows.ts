import type { Product } from '#contract/catalogue.ts'
import { type EntryMatcher, isOtherUnit, isSizeOf, type Known } from '#contract/entry-matcher.ts'
import { MAX_QUANTITY, QUANTITY_TOO_SMALL } from '#contract/quantity.ts'
import { enteredLines, MAX_ENTERED_LINES } from '#contract/quick-entry.ts'
import { saleOf } from '#contract/sale.ts'
import { quantityFault, wholeText } from '../ui/number-text.ts'

/** A user's decision about a line: its product, its quantity, or to leave it out. */
export type Decision = { product_id?: string; quantity?: number | undefined; isLeftOut?: boolean }

/** A line of an entered list, with the product and quantity that were recognized or decided. */
export type EnteredRow = {
  /** The index of the line in the entered list. */
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

/** The text of a list, and the user's decisions about its lines, by their index. */
export type Entered = { text: string; decisions: ReadonlyMap<number, Decision> }

/**
 * What remains of a list after the rows without a fault, which were read from `text`, were put into the cart. `present`
 * is the list by now, whose lines that were typed or pasted since remain; left-out lines do not.
 */
export function remainderOf(rows: readonly EnteredRow[], text: string, present: Entered): Entered {
  const open = new Set(rows.filter(({ fault }) => fault).map(({ at }) => at))
  const isTaken = (at: number) => at < MAX_ENTERED_LINES && !open.has(at)
  const [before, lines] = [enteredLines(text), enteredLines(present.text)]
  const origins = carried(new Map(before.map((_, at) => [at, at])), text, present.text)
  const unchanged = new Set(origins.values())
  // In the changed part of the text, each of the lines that were taken removes an equal one.
  const moved = before.filter((_, at) => isTaken(at) && !unchanged.has(at))
  const places = [...lines.keys()].filter(place => {
    const origin = origins.get(place)
    if (present.decisions.get(place)?.isLeftOut) return false
    if (origin !== undefined) return !isTaken(origin)
    const equal = moved.indexOf(lines[place] ?? '')
    if (equal >= 0) moved.splice(equal, 1)
    return equal < 0
  })
  return {
    text: places.map(place => lines[place]).join('\n'),
    decisions: new Map(places.flatMap((place, at) => entryAt(at, present.decisions.get(place)))),
  }
}

const entryAt = <Value>(at: number, value: Value | undefined): [number, Value][] =>
  value === undefined ? [] : [[at, value]]

/** The values of a text's lines that are before and after the changed lines, such as decisions, by their new index. */
export function carried<Value>(values: ReadonlyMap<number, Value>, before: string, after: string): Map<number, Value> {
  const [old, now] = [enteredLines(before), enteredLines(after)]
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const newIndexOf = (at: number) =>
    at < start ? at : at >= old.length - end ? at + now.length - old.length : undefined
  return new Map(
    [...values].flatMap(([at, value]) => {
      const place = newIndexOf(at)
      return place === undefined ? [] : entryAt(place, value)
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
  const isSize = match.kind === 'several' && match.reading && product && isSizeOf(product, match.reading)
  const quantity = isDecided ? decision.quantity : isSize ? undefined : match.quantity
  const unit = match.kind === 'unknown' || isDecided ? undefined : match.unit
  const row = { at, line, candidates, product, isChosen: chosen !== undefined, quantity }
  return { ...row, fault: product ? enteredQuantityFault(quantity, unit, product.unit) : notFound(candidates.length) }
}

const notFound = (candidates: number) => (candidates > 0 ? 'Hangi ürün?' : 'Bulunamadı')

/** Why an entered quantity is invalid. `entered` is the unit in the text, `sold` the product's. */
export function enteredQuantityFault(
  quantity: number | undefined,
  entered: string | undefined,
  sold: string,
): string | undefined {
  if (quantity === undefined || Number.isNaN(quantity)) return 'Miktarı yazın'
  if (isOtherUnit(entered, sold)) return `${entered?.toLocaleLowerCase('tr')} değil, ${sold} olarak yazın`
  return lineQuantityFault(quantity)
}

/** Why a number is not the quantity of a line: it must be whole, at least 1 and at most `MAX_QUANTITY`. */
const lineQuantityFault = (quantity: number): string | undefined =>
  quantity < 1 ? QUANTITY_TOO_SMALL : quantityFault(quantity, MAX_QUANTITY)

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
