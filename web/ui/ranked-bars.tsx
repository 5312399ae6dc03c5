import type { ReactNode } from 'react'

type RankedBarsProps<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  name: (row: Row) => ReactNode
  value: (row: Row) => number
  /** The figure beside the name. */
  figure: (row: Row) => ReactNode
}

/** A horizontal bar chart, each bar with its name and figure; the longest bar is the largest amount. */
export function RankedBars<Row>({ rows, rowKey, name, value, figure }: RankedBarsProps<Row>) {
  const most = Math.max(...rows.map(value), 1)
  return (
    <ul className="grid grid-cols-1 gap-3">
      {rows.map(row => (
        <li key={rowKey(row)} className="grid grid-cols-1 gap-1">
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 break-words">{name(row)}</span>
            <span className="shrink-0 font-medium tabular-nums">{figure(row)}</span>
          </div>
          <div aria-hidden className="h-2 overflow-clip rounded-full bg-surface-sunken">
            <div
              className="h-full rounded-full bg-brand forced-colors:bg-[CanvasText]"
              style={{ width: `${(100 * value(row)) / most}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
