/** An axis from 0 to `highest` with four steps of a round size (1, 2, 2.5 or 5 times a power of ten). */
export function scaleFor(values: readonly number[]): { highest: number; ticks: number[] } {
  const STEPS = 4
  const most = Math.max(...values, 1)
  const power = 10 ** Math.floor(Math.log10(most / STEPS))
  const factor = [1, 2, 2.5, 5].find(times => times * power * STEPS >= most) ?? 10
  const ticks = Array.from({ length: STEPS + 1 }, (_, place) => place * factor * power)
  return { highest: STEPS * factor * power, ticks }
}
