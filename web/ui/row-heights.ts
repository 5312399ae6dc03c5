/** How many rows are rendered above the first visible row and below the last one, by default. */
const OVERSCAN = 3

export type StoredHeights = { known: [index: number, height: number][]; layout?: number }

/** The measured heights of rows, in px. */
export class RowHeights {
  readonly #known = new Map<number, number>()
  #layout: number | undefined

  /** Restores heights from their JSON form. */
  static from({ known, layout }: StoredHeights): RowHeights {
    const heights = new RowHeights()
    for (const [index, height] of known) heights.#known.set(index, height)
    heights.#layout = layout
    return heights
  }

  toJSON(): StoredHeights {
    return { known: [...this.#known], ...(this.#layout !== undefined && { layout: this.#layout }) }
  }

  /** Stores a measured height; returns its difference to the previous one or the estimate. */
  set(index: number, height: number, estimate: number): number {
    const previous = this.of(index, estimate)
    this.#known.set(index, height)
    return height - previous
  }

  of(index: number, estimate: number): number {
    return this.#known.get(index) ?? estimate
  }

  startOf(index: number, estimate: number, gap: number): number {
    let start = index * (estimate + gap)
    for (const [known, height] of this.#known) if (known < index) start += height - estimate
    return start
  }

  /** Whether the heights were measured in this layout (a number of columns, say). */
  isIn(layout: number): boolean {
    return this.#layout === layout
  }

  clear(layout: number) {
    this.#known.clear()
    this.#layout = layout
  }
}

type Stretch = { count: number; estimate: number; gap: number; from: number; to: number; overscan?: number | undefined }

/**
 * Which rows to render when the stretch `from`–`to` is visible, in px from the first row's upper edge, and the heights
 * of the omitted rows `before` and `after` them, in px.
 */
export function visibleRows(heights: RowHeights, { count, estimate, gap, from, to, overscan = OVERSCAN }: Stretch) {
  const step = (index: number) => heights.of(index, estimate) + gap
  const total = heights.startOf(count, estimate, gap) - gap
  let at = 0
  let index = 0
  while (index < count - 1 && at + step(index) <= from) at += step(index++)
  let first = index
  let before = at
  while (first > 0 && index - first < overscan) before -= step(--first)
  while (index < count - 1 && at + step(index) < to) at += step(index++)
  const last = Math.min(count - 1, index + overscan)
  const end = heights.startOf(last + 1, estimate, gap) - gap
  return { first, last, before, after: Math.max(0, total - end) }
}
