import type { ReactNode } from 'react'

export type Rem = `${number}rem`

export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, in figures of one width. */
  numeric?: boolean
  sortable?: boolean
  /** Columns without a width share the rest. */
  width?: Rem
  /** The least that a column without a width is left with; 8 rem unless told. */
  least?: Rem
  /** Where there is no room for all columns, the one with the lowest number gives way first; one without a number never does. */
  givesWay?: number
  /**
   * Where it stands on a phone's card: its heading, beside the heading, a line with its name, the foot, or nowhere.
   * Without it, the first column is the heading and the others are lines.
   */
  onPhone?: 'title' | 'aside' | 'line' | 'foot' | 'nowhere'
  /** The head is heard but not seen: actions, pictures. */
  hideHead?: boolean
}

export type Sort = { key: string; descending: boolean }

export type DataTableProps<Row> = {
  /** What the rows are ("Siparişler"). */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** A row is opened by a click, or by Enter where the arrows have led. */
  onOpen?: (row: Row) => void
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The keys of the chosen rows; with it comes a column of boxes. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** The row that is open beside the table. */
  current?: string
  /** The row that is being edited, and the form that stands in its place. */
  edited?: { key: string; form: ReactNode } | undefined
  onEndReached?: () => void
  loadingMore?: boolean
}

/** The choice with this row's mark turned over. */
export function toggled(selected: ReadonlySet<string>, key: string) {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The box that chooses every row, or none. */
export function everyRow<Row>({ rows, rowKey, selected, onSelect }: DataTableProps<Row>) {
  const all = rows.length > 0 && rows.every(row => selected?.has(rowKey(row)))
  return {
    'aria-label': 'Tümünü seç',
    checked: all,
    partly: !all && rows.some(row => selected?.has(rowKey(row))),
    onChange: () => onSelect?.(new Set(all ? [] : rows.map(rowKey))),
  }
}
