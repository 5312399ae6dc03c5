import type { ListContent } from '#contract/order-lists.ts'

/**
 * The list `theirs` with the changes that made `mine` of `base`: what either has added or removed is added or removed,
 * and the own order, name and targets hold where they were changed.
 */
export function mergedList(base: ListContent, mine: ListContent, theirs: ListContent): ListContent {
  const lines = mergedLines(base.lines, mine.lines, theirs.lines, ({ target }) => target)
  return { name: mine.name === base.name ? theirs.name : mine.name, lines }
}

/** The lines `theirs` with the changes that made `mine` of `base`, as `mergedList` has them; `valueOf` is what changes. */
export function mergedLines<Line extends { product_id: string }>(
  base: readonly Line[],
  mine: readonly Line[],
  theirs: readonly Line[],
  valueOf: (line: Line) => unknown,
): Line[] {
  const [before, after, own] = [byProduct(base), byProduct(theirs), byProduct(mine)]
  const kept = mine
    .filter(({ product_id }) => after.has(product_id) || !before.has(product_id))
    .map(line => {
      const [was, is] = [before.get(line.product_id), after.get(line.product_id)]
      return was && is && valueOf(was) === valueOf(line) ? is : line
    })
  return [...kept, ...theirs.filter(({ product_id }) => !own.has(product_id) && !before.has(product_id))]
}

const byProduct = <Line extends { product_id: string }>(lines: readonly Line[]) =>
  new Map(lines.map(line => [line.product_id, line]))
