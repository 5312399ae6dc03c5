import type { Column } from './data-table-types.ts'

const MIN_WIDTH = 8

/**
 * The columns that fit into `room` rem: the least important ones are dropped until the rest fit. Columns without a
 * width count with their minimum width.
 */
export function columnsThatFit<Fitted extends Pick<Column<never>, 'width' | 'least' | 'givesWay'>>(
  columns: readonly Fitted[],
  room: number,
): readonly Fitted[] {
  const needed = columns.reduce((sum, column) => sum + leastOf(column), 0)
  const [first] = columns.filter(({ givesWay }) => givesWay !== undefined).sort(byImportance)
  if (needed <= room || !first) return columns
  return columnsThatFit(
    columns.filter(column => column !== first),
    room,
  )
}

const byImportance = (a: Pick<Column<never>, 'givesWay'>, b: Pick<Column<never>, 'givesWay'>) =>
  (a.givesWay ?? Infinity) - (b.givesWay ?? Infinity)

const leastOf = ({ width, least }: Pick<Column<never>, 'width' | 'least'>) =>
  Number.parseFloat(width ?? least ?? `${MIN_WIDTH}`)
