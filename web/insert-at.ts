/** A copy of a list with one more item at an index. (`toSpliced` is missing in some supported browsers.) */
export const insertAt = <T>(list: readonly T[], index: number, item: T): T[] => [
  ...list.slice(0, index),
  item,
  ...list.slice(index),
]
