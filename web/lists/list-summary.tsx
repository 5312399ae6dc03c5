import { wholeText } from '../ui/number-text.ts'

/**
 * Summarizes a filtered list: 'N sipariş', with their sum. Changes are announced to screen readers. Nothing is shown if
 * `text` is undefined, as for a list without a filter.
 */
export function ListSummary({ text }: { text: string | undefined }) {
  return <output className={text === undefined ? 'hidden' : 'text-ink-soft text-sm tabular-nums'}>{text}</output>
}

type Counted = {
  data: unknown
  isPlaceholderData: boolean
  items: readonly unknown[]
  total?: number | undefined
}

/** How many rows match the filter; '…' while they are loading, so that the layout does not shift. */
export const countText = ({ data, isPlaceholderData, items, total }: Counted, noun: string) =>
  isPlaceholderData || !data ? '…' : `${wholeText(total ?? items.length)} ${noun}`
