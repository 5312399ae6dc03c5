/** A list with one more item at a place. (`toSpliced` is missing in browsers in which everything else works.) */
export const inserted = <T>(list: readonly T[], place: number, item: T): T[] => [
  ...list.slice(0, place),
  item,
  ...list.slice(place),
]
