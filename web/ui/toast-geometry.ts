export type Box = { top: number; bottom: number; left: number; right: number }

/** An area to keep free, with the cost of each square pixel covered. A toast's button costs more. */
export type Obstacle = Box & { cost: number }

/** The area for toasts, in pixels of the window, and the gap between them. */
export type Column = Box & { gap: number }

export type Toast = {
  height: number
  /** The part that receives presses, if there is one; `top` and `bottom` are relative to the toast's upper edge. */
  button?: Box | undefined
  /** The current position of its upper edge, once placed. */
  top?: number | undefined
}

const STEP = 4
/** The margin between a toast and what it must not cover. */
const MARGIN = 4
/** The extra cost of a control under a toast's button, which would receive the control's presses. */
const BUTTON_COST = 500
/** Toasts never overlap. */
const OVERLAP_COST = 1000

/**
 * The upper edges of toasts, each as high and as close below the previous one as possible without covering anything. A
 * toast that covers nothing stays where it is. Without free space, a toast covers what costs least; a distance of one
 * pixel costs as much as one covered square pixel of cost 1.
 */
export function placesOf(toasts: readonly Toast[], column: Column, obstacles: readonly Obstacle[]): number[] {
  const { left, right, bottom, gap } = column
  const taken = [...obstacles]
  let wanted = column.top
  return toasts.map(toast => {
    const { top = Number.NEGATIVE_INFINITY, height } = toast
    const canStay = top >= column.top && top + height <= bottom && coverOf(toast, column, top, taken) === 0
    const place = canStay ? top : bestOf(toast, wanted, column, taken)
    wanted = place + height + gap
    // The margin around every obstacle counts towards the gap.
    const away = gap - MARGIN
    taken.push({ left, right, top: place - away, bottom: place + height + away, cost: OVERLAP_COST })
    return place
  })
}

function bestOf(toast: Toast, wanted: number, column: Column, obstacles: readonly Obstacle[]): number {
  const lowest = Math.max(column.top, column.bottom - toast.height)
  let best = { top: column.top, cost: Number.POSITIVE_INFINITY }
  for (const top of candidates(toast, column, obstacles)) {
    if (top < column.top || top > lowest) continue
    const cost = Math.abs(top - wanted) + coverOf(toast, column, top, obstacles)
    if (cost < best.cost) best = { top, cost }
  }
  return best.top
}

/** Every few pixels, and where the toast or its button just fits below or above an obstacle. */
function* candidates({ height, button }: Toast, { top, bottom }: Column, obstacles: readonly Obstacle[]) {
  for (let place = top; place <= bottom - height; place += STEP) yield place
  const parts = [{ top: 0, bottom: height }, ...(button ? [button] : [])]
  for (const box of obstacles)
    for (const part of parts) {
      yield Math.ceil(box.bottom + MARGIN - part.top)
      yield Math.floor(box.top - MARGIN - part.bottom)
    }
}

/** The cost of covering what lies beneath a toast whose upper edge is at `top`. */
function coverOf({ height, button }: Toast, { left, right }: Column, top: number, obstacles: readonly Obstacle[]) {
  const whole = { top: top - MARGIN, bottom: top + height + MARGIN, left: left - MARGIN, right: right + MARGIN }
  let cost = underButton(button, top, obstacles) * BUTTON_COST
  for (const box of obstacles) cost += overlap(whole, box) * box.cost
  return cost
}

/** How many square pixels of obstacles lie under a toast's button. */
function underButton(button: Box | undefined, top: number, obstacles: readonly Obstacle[]) {
  if (!button) return 0
  const present = { ...button, top: top + button.top, bottom: top + button.bottom }
  return obstacles.reduce((sum, box) => sum + overlap(present, box), 0)
}

function overlap(a: Box, b: Box) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}
