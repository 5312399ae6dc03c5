import { formatMoney } from '#contract/money.ts'
import type { RevisedLine } from '../pwa/change-draft.ts'
import { wholeText } from '../ui/number-text.ts'
import type { Difference } from './revision-merge.ts'

type DifferenceListProps = {
  differences: readonly Difference[]
  /** The names of the two states; by default, before and after. */
  names?: { now: string; mine: string }
}

/** The lines in which an order and a revision differ, each with both states. */
export function DifferenceList({ differences, names }: DifferenceListProps) {
  return (
    <ul className="grid gap-1 text-ink-soft max-sm:text-sm">
      {differences.map(({ product_name, now, mine }) => (
        <li key={product_name} className="min-w-0 break-words">
          <span className="text-ink">{product_name}</span>
          {names ? (
            <span className="grid pl-3">
              <span>
                {names.now}: {textOf(now)}
              </span>
              <span className="font-medium text-ink">
                {names.mine}: {textOf(mine)}
              </span>
            </span>
          ) : (
            <>
              : <s>{textOf(now)}</s> → <span className="text-ink">{textOf(mine)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const textOf = (line: RevisedLine | undefined) =>
  line ? `${wholeText(line.quantity)} ${line.unit} × ${formatMoney(line.price)}` : 'yok'
