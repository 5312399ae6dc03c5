export type Random = ReturnType<typeof randomFrom>

/** A pseudorandom generator whose values depend only on the seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  /** A number from 0 (inclusive) to 1 (exclusive). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number in a range, both ends included. */
  const between = (lowest: number, highest: number) => lowest + Math.floor(next() * (highest - lowest + 1))
  const chance = (probability: number) => next() < probability
  const pick = <T>(items: readonly T[]): T => items[between(0, items.length - 1)]!
  /** One item, with probabilities proportional to the weights. */
  const weighted = <T>(items: readonly T[], weight: (item: T) => number): T => {
    let left = next() * items.reduce((sum, item) => sum + weight(item), 0)
    return items.find(item => (left -= weight(item)) < 0) ?? items.at(-1)!
  }
  /** Several different items. */
  const several = <T>(items: readonly T[], count: number, weight: (item: T) => number = () => 1): T[] => {
    const left = [...items]
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const taken = weighted(left, weight)
      left.splice(left.indexOf(taken), 1)
      return taken
    })
  }
  return { next, between, chance, pick, weighted, several }
}
