import type { ListContent } from '#contract/order-lists.ts'

/**
 * The list `theirs` with the changes that made `mine` of `base`: what either has added or removed is added or removed,
 * and the own order, name and targets hold where they were changed.
 */
export function mergedList(base: ListContent, mine: ListContent, theirs: ListContent): ListContent {
  const [before, after] = [byProduct(base), byProduct(theirs)]
  const kept = mine.lines
    .filter(({ product_id }) => after.has(product_id) || !before.has(product_id))
    .map(line => {
      const [was, is] = [before.get(line.product_id), after.get(line.product_id)]
      return was && is && was.target === line.target ? is : line
    })
  const own = byProduct(mine)
  const added = theirs.lines.filter(({ product_id }) => !own.has(product_id) && !before.has(product_id))
  return { name: mine.name === base.name ? theirs.name : mine.name, lines: [...kept, ...added] }
}

const byProduct = ({ lines }: ListContent) => new Map(lines.map(line => [line.product_id, line]))
