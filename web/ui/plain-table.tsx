import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type PlainColumn<Row> = { head: string; cell: (row: Row) => ReactNode; numeric?: boolean }

type PlainTableProps<Row> = {
  /** What the rows are. */
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** A small read-only table without selection or sorting. The first column is the row header. */
export function PlainTable<Row>({ label, columns, rows, rowKey }: PlainTableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by arrow keys
    <section aria-label={label} tabIndex={0} className="ring-inside max-h-96 overflow-auto">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.head} scope="col" className={classNames(CELL, HEAD, side(column))}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)} className="border-line border-t">
              {columns.map((column, place) =>
                place === 0 ? (
                  <th
                    key={column.head}
                    scope="row"
                    className={classNames(CELL, 'wrap-anywhere min-w-24 font-normal sm:min-w-32', side(column))}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.head} className={classNames(CELL, side(column))}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

// On a phone four columns with amounts of seven digits fit.
const CELL = 'px-1 py-1.5 align-baseline first:pl-0 last:pr-0 sm:px-2'
const HEAD = 'sticky top-0 bg-surface font-medium text-ink-soft text-xs'
const side = ({ numeric }: { numeric?: boolean }) => (numeric ? 'text-right tabular-nums' : 'text-left')
