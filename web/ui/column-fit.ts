import type { Column } from './data-table-columns.ts'

const MIN_WIDTH = 8

/**
 * The columns that fit into `room` rem: the least important ones are dropped until the rest fit. Columns without a
 * width count with their minimum width.
 */
export function columnsThatFit<Fitted extends Pick<Column<never>, 'width' | 'minWidth' | 'hideOrder'>>(
  columns: readonly Fitted[],
  room: number,
): readonly Fitted[] {
  const needed = columns.reduce((sum, column) => sum + minWidthOf(column), 0)
  const [first] = columns.filter(({ hideOrder }) => hideOrder !== undefined).sort(byImportance)
  if (needed <= room || !first) return columns
  return columnsThatFit(
    columns.filter(column => column !== first),
    room,
  )
}

const byImportance = (a: Pick<Column<never>, 'hideOrder'>, b: Pick<Column<never>, 'hideOrder'>) =>
  (a.hideOrder ?? Infinity) - (b.hideOrder ?? Infinity)

const minWidthOf = ({ width, minWidth }: Pick<Column<never>, 'width' | 'minWidth'>) =>
  Number.parseFloat(width ?? minWidth ?? `${MIN_WIDTH}`)
