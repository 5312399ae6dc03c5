export type Box = { top: number; bottom: number; left: number; right: number }

/** What had better not be covered, and what each square pixel of it costs. What is pressed must not lie under a button. */
export type Obstacle = Box & { cost: number }

/** Where toasts may stand, in pixels of the window, and how far from each other. */
export type Column = Box & { gap: number }

export type Toast = {
  height: number
  /** The part of it that takes presses, if it has one; `top` and `bottom` are counted from the toast's upper edge. */
  button?: Box | undefined
  /** Where its upper edge is now, once it has been placed. */
  top?: number | undefined
}

export type Place = {
  top: number
  /** Its button lies over something that is pressed, which must not lose the press. */
  isOverControl: boolean
}

const STEP = 4
/** How far a toast keeps away from what it must not cover. */
const MARGIN = 4
/** A press that meets a toast's button is lost for what lies beneath, whatever that is. */
const UNDER_BUTTON = 500
/** Toasts never lie over each other. */
const ANOTHER = 1000

/**
 * The upper edges of toasts, each as high and as close below the one before as it can be without covering anything. One
 * that covers nothing where it is stays there. Where everything is full, a toast covers what costs least; a pixel further
 * away costs as much as a covered square pixel of cost 1.
 */
export function placesOf(toasts: readonly Toast[], column: Column, obstacles: readonly Obstacle[]): Place[] {
  const { left, right, bottom, gap } = column
  const taken = [...obstacles]
  let wanted = column.top
  return toasts.map(toast => {
    const { top = Number.NEGATIVE_INFINITY, height } = toast
    const canStay = top >= column.top && top + height <= bottom && coverOf(toast, column, top, taken) === 0
    const place = canStay ? top : bestOf(toast, wanted, column, taken)
    wanted = place + height + gap
    // What it keeps away by itself is a part of the gap.
    const away = gap - MARGIN
    taken.push({ left, right, top: place - away, bottom: place + height + away, cost: ANOTHER })
    return { top: place, isOverControl: underButton(toast.button, place, obstacles) > 0 }
  })
}

function bestOf(toast: Toast, wanted: number, column: Column, obstacles: readonly Obstacle[]): number {
  const lowest = Math.max(column.top, column.bottom - toast.height)
  let best = { top: column.top, cost: Number.POSITIVE_INFINITY }
  for (let top = column.top + ((wanted - column.top) % STEP); top <= lowest; top += STEP) {
    const cost = Math.abs(top - wanted) + coverOf(toast, column, top, obstacles)
    if (cost < best.cost) best = { top, cost }
  }
  return best.top
}

/** What it costs to cover what lies beneath a toast whose upper edge is at `top`. */
function coverOf({ height, button }: Toast, { left, right }: Column, top: number, obstacles: readonly Obstacle[]) {
  const whole = { top: top - MARGIN, bottom: top + height + MARGIN, left: left - MARGIN, right: right + MARGIN }
  let cost = underButton(button, top, obstacles) * UNDER_BUTTON
  for (const box of obstacles) cost += overlap(whole, box) * box.cost
  return cost
}

/** How many square pixels of obstacles lie under a toast's button. */
function underButton(button: Box | undefined, top: number, obstacles: readonly Obstacle[]) {
  if (!button) return 0
  const present = { ...button, top: top + button.top - MARGIN, bottom: top + button.bottom + MARGIN }
  return obstacles.reduce((sum, box) => sum + overlap(present, box), 0)
}

function overlap(a: Box, b: Box) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}
