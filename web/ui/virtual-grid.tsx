import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { useVirtualRows } from './virtual-rows.ts'

type VirtualGridProps<Item> = {
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  render: (item: Item) => ReactNode
  /** The estimated height of a card in px, by the number of columns. */
  estimate: (columns: number) => number
  /** Whether items are shown as rows without gaps, in 1 to 3 columns, rather than as cards. */
  dense?: boolean
  onEndReached?: () => void
  loadingMore?: boolean
}

/** How many items at the top identify a list: about as many as are rendered. */
const TOP = 24
/** How long a list takes to be painted, in ms: two frames and some work. */
const PAINTED_WITHIN = 50

/** The estimated space beside a list in px, until the list's width is measured. */
const MARGINS = 48

/** Cards in 1, 3 or 4 columns, or rows in 1, 2 or 3, depending on the width; only the visible ones are rendered. */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const { label, items, itemKey, render, estimate, dense = false, onEndReached, loadingMore } = props
  const columnsIn = dense ? rowColumnsIn : cardColumnsIn
  const [columns, setColumns] = useState(() => columnsIn(document.documentElement.clientWidth - MARGINS))
  const count = Math.ceil(items.length / columns)
  const { list, virtualizer, rows, before, after } = useVirtualRows<HTMLUListElement>({
    count,
    // The visible rows of another list are painted first, as those beyond them take longer.
    overscan: useOverscan(items.slice(0, TOP).map(itemKey).join()),
    estimate: estimate(columns),
    gap: dense ? 0 : 16,
    ahead: 4,
    onEndReached,
  })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const fit = () => setColumns(columnsIn(element.clientWidth))
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, columnsIn])
  const { measure, measureElement } = virtualizer
  // Rows may have been measured in the other layout.
  useLayoutEffect(() => measure(dense ? -columns : columns), [columns, dense, measure])
  const first = (rows[0]?.index ?? 0) * columns
  const end = first + rows.length * columns
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        className={classNames('grid', dense ? 'gap-x-6' : 'gap-4', COLUMNS[columns])}
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {items.slice(first, end).map((item, drawn) => {
          const place = first + drawn
          const leads = place % columns === 0
          return (
            <li
              key={itemKey(item)}
              // The first card is as high as its row.
              ref={leads ? measureElement : undefined}
              data-index={Math.floor(place / columns)}
              aria-setsize={onEndReached ? -1 : items.length}
              aria-posinset={place + 1}
              // Clears a sticky search above the list.
              className="grid min-w-0 scroll-mt-16"
            >
              {render(item)}
            </li>
          )
        })}
      </ul>
      {loadingMore && <LoadingMore />}
    </>
  )
}

/**
 * How many rows beyond the visible ones are rendered of a list with these items at its top: 0 until the visible rows
 * were painted, then undefined for the default.
 */
function useOverscan(top: string) {
  const [painted, setPainted] = useState(top)
  useEffect(() => {
    // If another list has replaced this one since, `painted` does not equal its `top`.
    setTimeout(() => startTransition(() => setPainted(top)), PAINTED_WITHIN)
  }, [top])
  return painted === top ? undefined : 0
}

const COLUMNS: Record<number, string> = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3', 4: 'grid-cols-4' }

// `narrow` and `wide` are in rem: enlarged text needs wider columns.
const columnsFor = (narrow: number, wide: number, columns: readonly number[]) => (px: number) => {
  const width = px / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return columns[Number(width >= narrow) + Number(width >= wide)] ?? 1
}

const cardColumnsIn = columnsFor(40, 67.5, [1, 3, 4])
const rowColumnsIn = columnsFor(44, 100, [1, 2, 3])

/** Shown while the next page of a list is loading. */
export function LoadingMore() {
  return (
    <output className="flex items-center justify-center gap-2 py-4 text-ink-soft">
      <Spinner /> Daha fazlası yükleniyor
    </output>
  )
}
