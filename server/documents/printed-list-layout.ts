/**
 * The number of rows on each page, computed from their heights, the room for rows on the first page and on the others,
 * and the height of the totals, which stay together; the last page may have only the totals. All in points.
 */
export function rowsOfPages(
  heights: readonly number[],
  { first, others, totals }: { first: number; others: number; totals: number },
): number[] {
  const pages = [0]
  let room = first
  const turn = () => {
    pages.push(0)
    room = others
  }
  for (const height of heights) {
    if (height > room) turn()
    room -= height
    pages[pages.length - 1]!++
  }
  if (totals > room) turn()
  return pages
}
