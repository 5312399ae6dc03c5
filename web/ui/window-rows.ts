import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useLocation } from './router.tsx'
import { inSight, type KeptHeights, RowHeights } from './row-heights.ts'

type WindowRows = {
  count: number
  /** The height of a row before it has been measured, in px. */
  estimate: number
  gap?: number
  /** How much of the end may be in sight before more is asked for, in rows. */
  ahead?: number
  /** Called when the end comes near: once for each count. */
  onEndReached?: () => void
  /** What the list scrolls in, where that is not the page. */
  box?: RefObject<HTMLElement | null>
}

const KEPT = 'row-heights'

/** Of each address the heights of its rows, so that whoever returns finds the same ones in the same place. */
const remembered = new Map<string, RowHeights>(kept())
addEventListener('pagehide', () => sessionStorage.setItem(KEPT, JSON.stringify([...remembered])))

/** What was remembered when the page was left. */
function kept(): [string, RowHeights][] {
  try {
    const found: [string, KeptHeights][] = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')
    return found.map(([address, heights]) => [address, RowHeights.from(heights)])
  } catch {
    return []
  }
}

/** Scrolling by less than this draws nothing anew, in px. */
const STEP = 64

/**
 * Of many rows in the page's own scroll, or in a box's, says which are in sight. Put `list` on what holds them, `measureElement` and
 * `data-index` on each row, and leave `before` and `after` px of room for those that are not drawn.
 */
export function useWindowRows<List extends HTMLElement>(options: WindowRows) {
  const { count, estimate, gap = 0, ahead = 8, onEndReached, box } = options
  const list = useRef<List>(null)
  const [seen, setSeen] = useState(() => ({ from: 0, to: window.innerHeight }))
  const { pathname, search } = useLocation()
  // The address remembers the page's list, not one that stands in a box for a while.
  const address = box ? undefined : pathname + search
  const [heights] = useState(() => (address === undefined ? undefined : remembered.get(address)) ?? new RowHeights())
  useEffect(() => {
    if (address !== undefined) remembered.set(address, heights)
  }, [address, heights])
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)

  const look = useEffectEvent(() => {
    if (!list.current) return
    const top = topOf(box) - list.current.getBoundingClientRect().top
    const from = Math.floor(top / STEP) * STEP
    const to = from + Math.ceil((box?.current?.clientHeight ?? window.innerHeight) / STEP + 1) * STEP
    setSeen(before => (before.from === from && before.to === to ? before : { from, to }))
  })
  useLayoutEffect(() => {
    look()
    const scrolling = box?.current ?? window
    scrolling.addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    // What stands above the list may grow or shrink.
    const observer = new ResizeObserver(look)
    observer.observe(box?.current ?? document.body)
    return () => {
      scrolling.removeEventListener('scroll', look)
      removeEventListener('resize', look)
      observer.disconnect()
    }
  }, [box])

  const measured = (entries: readonly ResizeObserverEntry[]) => {
    let shift = 0
    for (const { target } of entries) {
      const index = Number(target.getAttribute('data-index'))
      const { height, bottom } = target.getBoundingClientRect()
      // What is no longer in the page has no height.
      if (!height) continue
      const grown = heights.set(index, height, estimate)
      if (bottom < topOf(box)) shift += grown
    }
    // What is being read stays where it is when a row above it turns out taller than was thought.
    if (shift) (box?.current ?? window).scrollBy({ top: shift, behavior: 'instant' })
    redraw()
  }
  const onMeasured = useRef(measured)
  useLayoutEffect(() => {
    onMeasured.current = measured
  })
  // Rows are there before any effect has run, and ask to be measured.
  const observing = useRef<ResizeObserver>(undefined)
  useEffect(() => () => observing.current?.disconnect(), [])
  useLayoutEffect(() => {
    // The browser's own way of keeping the place does not know of rows that are not drawn.
    if (!list.current) return
    list.current.style.overflowAnchor = 'none'
    // On paper there is no room for what is not drawn.
    list.current.classList.add('print:py-0!')
  })
  const [virtualizer] = useState(() => ({
    measureElement: (row: HTMLElement | null) => {
      if (!row) return undefined
      observing.current ??= new ResizeObserver(entries => onMeasured.current(entries))
      observing.current.observe(row)
      return () => observing.current?.unobserve(row)
    },
    /** How the rows are laid out now: those measured in another layout say nothing about these. */
    measure: (layout: number) => {
      if (heights.isIn(layout)) return
      heights.clear(layout)
      redraw()
    },
  }))
  const scrollToIndex = (index: number) => {
    if (!list.current) return
    const start = list.current.getBoundingClientRect().top + window.scrollY + heights.startOf(index, estimate, gap)
    window.scrollTo({ top: start - window.innerHeight / 2, behavior: 'instant' })
  }

  const { first, last, before, after } = inSight(heights, { count, estimate, gap, ...seen })
  const rows = Array.from({ length: last - first + 1 }, (_, place) => ({ index: first + place }))
  const nearEnd = count > 0 && last >= count - ahead
  const askForMore = useEffectEvent(() => onEndReached?.())
  useEffect(() => {
    if (nearEnd) askForMore()
  }, [nearEnd, count])
  return { list, virtualizer: { ...virtualizer, scrollToIndex }, rows, before, after }
}

/** Where the part of the list that is in sight begins, in px from the window's upper edge. */
const topOf = (box: WindowRows['box']) => box?.current?.getBoundingClientRect().top ?? 0
