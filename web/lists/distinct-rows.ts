/**
 * The rows without those that stand in the list a second time: a row whose sort key changes between the requests of two
 * pages is in both until the list is fetched anew.
 */
export function distinctRows<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map(row => [row.id, row])).values()]
}
