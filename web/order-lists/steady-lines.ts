import type { ShownLine } from './list-rows.tsx'

/**
 * The lines of the guide, or of a list, while it is open: in the order in which they were first shown, with new ones
 * below, and including those that have left it, so that nothing moves or disappears while the user works with it.
 * Targets and units are the present ones. Returns `shown` itself if nothing has changed.
 */
export function steadyLines(
  shown: readonly ShownLine[],
  lines: readonly ShownLine[],
  isShowable: (product_id: string) => boolean,
): readonly ShownLine[] {
  const present = new Map(lines.map(line => [line.product_id, line]))
  const known = new Set(shown.map(line => line.product_id))
  const added = lines.filter(line => !known.has(line.product_id) && isShowable(line.product_id))
  const steady = [...shown.map(line => present.get(line.product_id) ?? line), ...added]
  return added.length > 0 || steady.some((line, place) => line !== shown[place]) ? steady : shown
}
