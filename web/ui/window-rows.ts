import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

type WindowRows = {
  count: number
  /** The height of a row before it has been measured, in px. */
  estimate: number
  gap?: number
  /** How much of the end may be in sight before more is asked for, in rows. */
  ahead?: number
  /** Called when the end comes near: once for each count. */
  onEndReached?: () => void
}

/**
 * Of many rows in the page's own scroll, says which are in sight. Put `list` on what holds them, and leave
 * `before` and `after` px of room for those that are not drawn.
 */
export function useWindowRows<List extends HTMLElement>(options: WindowRows) {
  const { count, estimate, gap = 0, ahead = 8, onEndReached } = options
  const list = useRef<List>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => list.current && setTop(list.current.getBoundingClientRect().top + window.scrollY)
    measure()
    // What stands above the list may grow or shrink.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by its functions
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => estimate, gap, overscan: 6, scrollMargin: top })
  const rows = virtualizer.getVirtualItems()
  const last = rows.at(-1)?.index ?? -1
  const nearEnd = count > 0 && last >= count - ahead
  const askForMore = useEffectEvent(() => onEndReached?.())
  useEffect(() => {
    if (nearEnd) askForMore()
  }, [nearEnd, count])
  const before = (rows[0]?.start ?? top) - top
  const after = Math.max(0, virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? top) - top))
  return { list, virtualizer, rows, before, after }
}
