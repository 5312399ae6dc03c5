import type { ReactNode } from 'react'

type LineFigure = { label: string; value: ReactNode }

/** Key figures in one line, for a phone. */
export function FigureLine({ figures }: { figures: readonly LineFigure[] }) {
  return (
    <dl className="grid auto-cols-fr grid-flow-col divide-x divide-line overflow-clip rounded-md border border-line bg-surface text-center">
      {figures.map(({ label, value }) => (
        <div key={label} className="min-w-0 px-0.5 py-1">
          <dt className="truncate text-ink-soft text-xs">{label}</dt>
          <dd className="font-semibold text-sm tabular-nums">{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  )
}
