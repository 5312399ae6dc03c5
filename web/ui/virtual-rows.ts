import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { createAddressMemory } from './address-memory.ts'
import { useLocation } from './router.tsx'
import { RowHeights, type StoredHeights, visibleRows } from './row-heights.ts'

type VirtualRowsOptions = {
  count: number
  /** The height of a row before it has been measured, in px. */
  estimate: number
  gap?: number
  /** How many rows before the end `onEndReached` is called. */
  ahead?: number
  /** Called when the user scrolls near the end: once for each count, even if it is passed later. */
  onEndReached?: () => void
  /** The scroll container, if it is not the page. */
  box?: RefObject<HTMLElement | null>
  /** How many rows are rendered beyond the visible ones, at either end. */
  overscan?: number | undefined
  /** Whether all rows are rendered, as while the page is printed. */
  whole?: boolean
}

/** The row heights of each address, so that a user who returns finds the same rows in the same place. */
const heightsByAddress = createAddressMemory('row-heights', (stored: StoredHeights) => RowHeights.from(stored))

/** Scrolling by less than this does not render again, in px. */
const STEP = 64

/**
 * Virtualizes a list in the page or in a scroll box. Put `list` on the container, `measureElement` and `data-index` on
 * each of `rows`, and leave `before` and `after` px of space for the rows that are not rendered.
 */
export function useVirtualRows<List extends HTMLElement>(options: VirtualRowsOptions) {
  const { count, estimate, gap = 0, ahead = 8, onEndReached, box, overscan, whole } = options
  const list = useRef<List>(null)
  const heights = useStoredHeights(box)
  const [visible, setVisible] = useState(() => ({ from: 0, to: window.innerHeight }))
  const updateVisible = useEffectEvent(() => {
    if (!list.current) return
    const top = topOf(box) - list.current.getBoundingClientRect().top
    const from = Math.floor(top / STEP) * STEP
    const to = from + Math.ceil((box?.current?.clientHeight ?? window.innerHeight) / STEP + 1) * STEP
    setVisible(before => (before.from === from && before.to === to ? before : { from, to }))
  })
  useLayoutEffect(() => {
    updateVisible()
    const scrolling = box?.current ?? window
    scrolling.addEventListener('scroll', updateVisible, { passive: true })
    addEventListener('resize', updateVisible)
    // Content above the list may grow or shrink.
    const observer = new ResizeObserver(updateVisible)
    observer.observe(box?.current ?? document.body)
    return () => {
      scrolling.removeEventListener('scroll', updateVisible)
      removeEventListener('resize', updateVisible)
      observer.disconnect()
    }
  }, [box])
  const measuring = useRowMeasuring(heights, estimate, box)
  useLayoutEffect(() => {
    // The browser's scroll anchoring cannot account for rows that are not rendered.
    if (!list.current) return
    list.current.style.overflowAnchor = 'none'
    // No placeholder space when printing.
    list.current.classList.add('print:py-0!')
  })
  const scrollToIndex = (index: number) => {
    if (!list.current) return
    const start = list.current.getBoundingClientRect().top + window.scrollY + heights.startOf(index, estimate, gap)
    window.scrollTo({ top: start - window.innerHeight / 2, behavior: 'instant' })
  }

  const shown = whole ? { from: 0, to: Infinity } : visible
  const { first, last, before, after } = visibleRows(heights, { count, estimate, gap, overscan, ...shown })
  const rows = Array.from({ length: last - first + 1 }, (_, place) => ({ index: first + place }))
  const nearEnd = count > 0 && last >= count - ahead
  const notifyEnd = useEffectEvent(() => onEndReached?.())
  const mayContinue = onEndReached !== undefined
  useEffect(() => {
    if (nearEnd) notifyEnd()
  }, [nearEnd, count, mayContinue])
  return { list, virtualizer: { ...measuring, scrollToIndex }, rows, before, after }
}

type Box = VirtualRowsOptions['box']

/** The heights measured on an earlier visit to this address. Those of a list in a box are not stored. */
function useStoredHeights(box: Box): RowHeights {
  const { pathname, search } = useLocation()
  const address = box ? undefined : pathname + search
  const [heights] = useState(
    () => (address === undefined ? undefined : heightsByAddress.get(address)) ?? new RowHeights(),
  )
  const previous = useRef(address)
  useEffect(() => {
    if (address === undefined) return
    // The rows are now those of another search, say.
    if (previous.current !== undefined) heightsByAddress.delete(previous.current)
    previous.current = address
    heightsByAddress.set(address, heights)
  }, [address, heights])
  return heights
}

/** Measures the rendered rows whenever their size changes, and renders the list again if their heights have changed. */
function useRowMeasuring(heights: RowHeights, estimate: number, box: Box) {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
  const onResize = (entries: readonly ResizeObserverEntry[]) => {
    let shift = 0
    let isChanged = false
    for (const { target } of entries) {
      const index = Number(target.getAttribute('data-index'))
      const { height, bottom } = target.getBoundingClientRect()
      // An element removed from the page has no height.
      if (!height) continue
      const grown = heights.set(index, height, estimate)
      if (grown) isChanged = true
      if (bottom < topOf(box)) shift += grown
    }
    // Most rows replace rows of the same height, so no render is needed.
    if (!isChanged) return
    // Keeps the visible rows in place when a row above them turns out taller than estimated.
    if (shift) (box?.current ?? window).scrollBy({ top: shift, behavior: 'instant' })
    redraw()
  }
  const latestOnResize = useRef(onResize)
  useLayoutEffect(() => {
    latestOnResize.current = onResize
  })
  // Refs of rows are called before any effect runs, so the observer is created on first use.
  const observing = useRef<ResizeObserver>(undefined)
  useEffect(() => () => observing.current?.disconnect(), [])
  const [measuring] = useState(() => ({
    measureElement: (row: HTMLElement | null) => {
      if (!row) return undefined
      observing.current ??= new ResizeObserver(entries => latestOnResize.current(entries))
      observing.current.observe(row)
      return () => observing.current?.unobserve(row)
    },
    /** Sets the current layout; heights measured in another one are discarded. */
    measure: (layout: number) => {
      if (heights.isIn(layout)) return
      heights.clear(layout)
      redraw()
    },
  }))
  return measuring
}

/** The upper edge of the visible part, in px from the window's upper edge. */
const topOf = (box: Box) => box?.current?.getBoundingClientRect().top ?? 0
