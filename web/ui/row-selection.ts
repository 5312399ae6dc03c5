import { useRef } from 'react'
import type { DataTableProps } from './data-table-columns.ts'

type Selection<Row> = Pick<DataTableProps<Row>, 'rows' | 'rowKey' | 'selected' | 'onSelect'>

export type RowSelection = {
  /** Selects or deselects a row; as a range, also all rows between the one toggled last and this one. */
  toggle: (index: number, isRange: boolean) => void
  /** Adds the rows from the one where the extension began to `to`, when the focus moves from `from` to `to`. */
  extend: (from: number, to: number) => void
  /** Ends an extension: the next one begins at the row that has the focus at that time. */
  endExtension: () => void
}

/** How rows are selected one by one and, with Shift, in ranges. */
export function useRowSelection<Row>({ rows, rowKey, selected, onSelect }: Selection<Row>): RowSelection {
  /** The key of the row that was toggled last; not its index, since rows may be added above it. */
  const last = useRef<string>(undefined)
  const extension = useRef<{ start: string; before: ReadonlySet<string> }>(undefined)
  const keys = (one: number, other: number) => rows.slice(Math.min(one, other), Math.max(one, other) + 1).map(rowKey)
  const indexOfRow = (key: string | undefined) => rows.findIndex(row => rowKey(row) === key)
  const endExtension = () => {
    extension.current = undefined
  }
  return {
    endExtension,
    toggle: (index, isRange) => {
      const row = rows[index]
      if (!selected || row === undefined) return
      const start = isRange ? indexOfRow(last.current) : -1
      const next = new Set(selected)
      const isOn = !selected.has(rowKey(row))
      for (const key of keys(start < 0 ? index : start, index)) {
        if (isOn) next.add(key)
        else next.delete(key)
      }
      last.current = rowKey(row)
      endExtension()
      onSelect?.(next)
    },
    extend: (from, to) => {
      const row = rows[from]
      if (!selected || row === undefined) return
      extension.current ??= { start: rowKey(row), before: selected }
      const { start, before } = extension.current
      // The row where the extension began may have left the list.
      const startIndex = indexOfRow(start)
      onSelect?.(new Set([...before, ...keys(startIndex < 0 ? from : startIndex, to)]))
    },
  }
}

/** Whether Shift was held when a checkbox was pressed. */
export const isRangePress = ({ nativeEvent }: { nativeEvent: Event }) =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
