import type { ReactNode } from 'react'
import { MAX_SELECTED } from '#contract/selection.ts'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'

type SelectWholeProps = {
  /** How many rows match the filter. */
  total: number
  chosen: number
  /** The noun for the rows in the genitive ('siparişin') and in the nominative ('sipariş'). */
  nouns: readonly [whole: string, alone: string]
  busy: boolean
  onSelect: () => void
}

/** Offers to select all rows that match the filter, when all loaded rows are selected and there are more. */
export function SelectWhole({ total, chosen, nouns: [whole, alone], busy, onSelect }: SelectWholeProps): ReactNode {
  if (total <= chosen) return null
  if (total > MAX_SELECTED)
    return (
      <span className="text-ink-soft text-sm">
        Bir seferde en fazla {wholeText(MAX_SELECTED)} {alone} seçilebilir
      </span>
    )
  return (
    <Button size="small" busy={busy} busyText="Tümü seçiliyor" onClick={onSelect}>
      {`${wholeText(total)} ${whole} tümünü seç`}
    </Button>
  )
}
