import { MAX_NOTE } from '#contract/fields.ts'
import type { QuoteAnswer } from '#contract/quotes.ts'

/**
 * The note of the order from an answer: that of the answer, and a line for each ordered product that has one, such as
 * 'Zeytinyağı: Cam şişe'. Lines that do not fit into a note are left out, which '…' says.
 */
export function orderNote({ notes, items }: QuoteAnswer, ordered: readonly { product_id: string }[]): string | null {
  const lines = notes ? [notes] : []
  for (const { product_id, product_name, notes: note } of items)
    if (note && ordered.some(item => item.product_id === product_id))
      lines.push(`${product_name}: ${note.replaceAll(/\s*\n\s*/g, ' / ')}`)
  const all = lines.join('\n')
  if (all.length <= MAX_NOTE) return all || null
  const shortened = () => [...lines, '…'].join('\n')
  while (lines.length > 1 && shortened().length > MAX_NOTE) lines.pop()
  return shortened().slice(0, MAX_NOTE).trimEnd()
}
