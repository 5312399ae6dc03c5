import type { ShownLine } from './list-rows.tsx'

/**
 * The lines of the guide while it is open: in the order in which they were first shown, although orders change it, and with
 * those whose products are not sold any more, so that nothing moves or goes under the hands of the user. Returns `shown`
 * itself if nothing has changed.
 */
export function steadyLines(
  shown: readonly ShownLine[],
  lines: readonly ShownLine[],
  isSold: (product_id: string) => boolean,
): readonly ShownLine[] {
  const known = new Set(shown.map(line => line.product_id))
  const added = lines.filter(line => !known.has(line.product_id) && isSold(line.product_id))
  return added.length > 0 ? [...shown, ...added] : shown
}
