/** A function that draws a whole number from 0 to below its argument; its results depend on the seed only. */
export function drawsFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
