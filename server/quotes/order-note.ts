import { MAX_NOTE } from '#contract/fields.ts'
import type { QuoteAnswer } from '#contract/quotes.ts'

/** What ends a note of which a part is left out. */
const REST = '\n…'

/**
 * The note of the order from an answer: that of the answer, and a line for each ordered product that has one, such as
 * 'Zeytinyağı: Cam şişe'. Lines that do not fit into a note are left out, which '…' says; a single one is shortened.
 */
export function orderNote({ notes, items }: QuoteAnswer, ordered: readonly { product_id: string }[]): string | null {
  const lines = notes ? [notes] : []
  for (const { product_id, product_name, notes: note } of items)
    if (note && ordered.some(item => item.product_id === product_id))
      lines.push(`${product_name}: ${note.replaceAll(/\s*\n\s*/g, ' / ')}`)
  if (textOf(lines).length <= MAX_NOTE) return textOf(lines) || null
  while (lines.length > 1 && textOf(lines).length + REST.length > MAX_NOTE) lines.pop()
  return `${shortened(textOf(lines), MAX_NOTE - REST.length)}${REST}`
}

const textOf = (lines: readonly string[]) => lines.join('\n')

/** At most so many UTF-16 code units of a text, without half of a surrogate pair at the end. */
const shortened = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
