import type { ListContent } from '#contract/order-lists.ts'

/**
 * Merges the changes from `base` to `mine` into `theirs`: lines that either side has added or removed are added or
 * removed; the order is that of `mine`, as are the name and targets that it has changed.
 */
export function mergedList(base: ListContent, mine: ListContent, theirs: ListContent): ListContent {
  const lines = mergedLines(base.lines, mine.lines, theirs.lines, ({ target, unit }) => `${target} ${unit}`)
  return { name: mine.name === base.name ? theirs.name : mine.name, lines }
}

/**
 * Merges the changes from `base` to `mine` into `theirs`, as `mergedList` does; `valueOf` returns the value of a line.
 */
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
