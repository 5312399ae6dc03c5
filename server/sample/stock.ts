type Line = { product: number; quantity: number }

/** The quantity on hand and the reserved quantity of each product. */
export function shelfOf(opening: readonly number[]) {
  const onHand = [...opening]
  const reserved = opening.map(() => 0)
  const add = (figures: number[], lines: Line[], sign: 1 | -1) => {
    for (const { product, quantity } of lines) figures[product]! += sign * quantity
  }
  return {
    available: (product: number) => onHand[product]! - reserved[product]!,
    reserve: (lines: Line[]) => add(reserved, lines, 1),
    release: (lines: Line[]) => add(reserved, lines, -1),
    receive: (lines: Line[]) => add(onHand, lines, 1),
    deliver: (lines: Line[]) => {
      add(onHand, lines, -1)
      add(reserved, lines, -1)
    },
  }
}
