import type { ReactNode } from 'react'

type Rem = `${number}rem`

export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, with tabular figures. */
  numeric?: boolean
  sortable?: boolean
  /** Columns without a width share the remaining space. */
  width?: Rem
  /** The minimum width of a column without a `width`; 8 rem by default. */
  minWidth?: Rem
  /** When space runs out, the column with the lowest number is hidden first; columns without a number never are. */
  hideOrder?: number
  /**
   * Where it appears on a phone's card: as the heading, beside the heading, as a labelled line, at the foot, or
   * nowhere. By default the first column is the heading and the others are lines.
   */
  onPhone?: 'title' | 'aside' | 'line' | 'foot' | 'nowhere'
  /** The header is visible to screen readers only (for actions, pictures). */
  hideHead?: boolean
}

export type Sort = { key: string; descending: boolean }

export type DataTableProps<Row> = {
  /** What the rows are ("Siparişler"). */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Called on a click on a row, with the key of the column under the pointer, or on Enter while it has the focus. */
  onOpen?: (row: Row, column?: string) => void
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The keys of the selected rows; adds a column of checkboxes. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** Whether the screen renders its own checkbox with `selectAllProps` above the cards of a phone. */
  hasOwnSelectAll?: boolean
  /** The key of the row whose details are open beside the table. */
  current?: string
  /** The key of the row that the user returns to: focused when the table appears, unless a control has the focus. */
  returnTo?: string | undefined
  /** The row that is being edited, and the form that replaces it. */
  edited?: { key: string; form: ReactNode } | undefined
  /** Smaller cards on a phone, for rows of two lines. */
  dense?: boolean
  onEndReached?: () => void
  loadingMore?: boolean
}

/** The columns in this place on a phone's card. */
export const columnsIn = <Row>(place: Column<Row>['onPhone'], columns: readonly Column<Row>[]) =>
  columns.filter((column, index) => (column.onPhone ?? (index === 0 ? 'title' : 'line')) === place)

/** The attributes of the checkbox that selects a row: its name contains the row's title, the element with the id `title`. */
export const selectRowProps = (id: string, title: string) => ({
  id,
  'aria-label': 'Satırı seç',
  'aria-labelledby': `${id} ${title}`,
})

/** The props of the checkbox that selects all rows or none. */
export function selectAllProps<Row>({
  rows,
  rowKey,
  selected,
  onSelect,
}: Pick<DataTableProps<Row>, 'rows' | 'rowKey' | 'selected' | 'onSelect'>) {
  const all = rows.length > 0 && rows.every(row => selected?.has(rowKey(row)))
  return {
    'aria-label': 'Tümünü seç',
    checked: all,
    partly: !all && rows.some(row => selected?.has(rowKey(row))),
    onChange: () => onSelect?.(new Set(all ? [] : rows.map(rowKey))),
  }
}
