import type { ShownLine } from './list-rows.tsx'

/**
 * The lines of the guide while it is open: in the order in which they were first shown, although orders change it, and
 * including products that are no longer sold, so that nothing moves or disappears while the user works with it. Returns
 * `shown` itself if nothing is new.
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
