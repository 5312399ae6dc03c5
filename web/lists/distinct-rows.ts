/**
 * The rows without repetitions: a row whose sort key changes between the requests of two pages is in both until the
 * list is fetched again.
 */
export function distinctRows<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map(row => [row.id, row])).values()]
}
