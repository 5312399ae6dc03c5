import { onSessionChange } from '../current-session.ts'
import { createStore } from '../ui/store.ts'
import { type CartOwner, openCart, useCart } from './cart.ts'

/** The outcome for one line that was to be put into a cart. */
export type FilledLine = {
  product_id: string
  name: string
  /** How much was added, with its unit ("5 KG"); undefined if nothing was. */
  added: string | undefined
  /** How the added line differs from the requested one, in sentences; empty if it does not. */
  sentences: readonly string[]
}

/** The outcome for the lines of an order, a list, a quote or an entered text that were put into a cart. */
type FillReport = { owner: CartOwner; lines: readonly FilledLine[] }

const last = createStore<FillReport | undefined>(undefined)
onSessionChange(() => last.set(undefined))

/** Stores a report in place of the previous one; `undefined` when the cart is ordered or the report dismissed. */
export const keepFillReport = (report: FillReport | undefined) => last.set(report)

/** Drops the report of a cart. */
export function dropFillReport(owner: CartOwner) {
  if (last.get()?.owner === owner) last.set(undefined)
}

/** The report on the lines last put into the open cart, if not all of them were added as requested. */
export function useFillReport(): FillReport | undefined {
  const report = last.use()
  const isEmpty = useCart().length === 0
  if (!report || report.owner !== openCart()) return undefined
  const wasAnyAdded = report.lines.some(({ added }) => added !== undefined)
  // In an empty cart, the added lines have been removed again, so the report is obsolete.
  if (isEmpty && wasAnyAdded) return undefined
  return report.lines.some(({ sentences }) => sentences.length > 0) ? report : undefined
}
