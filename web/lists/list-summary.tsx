import { wholeText } from '../ui/number-text.ts'

/**
 * What a filtered list holds: 'N sipariş', with their sum. It is announced when it changes; nothing is shown of a list
 * without a filter, where `text` is undefined.
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

/** How many rows match the filter; the line keeps its place while they are loading. */
export const countText = ({ data, isPlaceholderData, items, total }: Counted, noun: string) =>
  isPlaceholderData || !data ? '…' : `${wholeText(total ?? items.length)} ${noun}`
