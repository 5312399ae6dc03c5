import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

type ColumnGuideProps<Column extends string> = {
  columns: readonly Column[]
  /** What each column is for, or the default for an empty cell. */
  notes: Record<Column, ReactNode>
  /** A button beside the heading, such as a template download. */
  action?: ReactNode
  className?: string
}

/** The columns of an import workbook, each with its column letter. */
export function ColumnGuide<Column extends string>({ columns, notes, action, className }: ColumnGuideProps<Column>) {
  return (
    <section className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-sm">Sütunlar (ilk satır başlıktır)</h3>
        {action}
      </div>
      <ol className={classNames('grid text-sm', className)}>
        {columns.map((column, place) => (
          <li key={column} className="flex items-baseline gap-2 border-line border-b py-1.5">
            <span className="w-5 shrink-0 font-semibold text-ink-soft">{String.fromCharCode(65 + place)}</span>
            <span className="shrink-0 font-medium">{column}</span>
            <span className="ml-auto text-right text-ink-soft">{notes[column]}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
