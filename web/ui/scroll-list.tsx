import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { useVirtualRows } from './virtual-rows.ts'

type ScrollListProps = {
  label: string
  count: number
  /** The height of a row before it has been measured, in px. */
  estimate: number
  row: (index: number) => ReactNode
  /** Called when the user scrolls near the end. */
  onEndReached?: (() => void) | undefined
  /** The maximum height, as a class. */
  className?: string
}

/** A long list in its own scroll box; only the visible rows are rendered. Give each list its own `key`. */
export function ScrollList({ label, count, estimate, row, onEndReached, className = 'max-h-64' }: ScrollListProps) {
  const box = useRef<HTMLElement>(null)
  const { list, virtualizer, rows, before, after } = useVirtualRows<HTMLUListElement>({
    count,
    estimate,
    box,
    ...(onEndReached && { onEndReached }),
  })
  return (
    <section
      ref={box}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by arrow keys
      tabIndex={0}
      className={classNames(
        'ring-border overflow-y-auto overscroll-contain rounded-md border border-line bg-surface',
        className,
      )}
    >
      <ul ref={list} style={{ paddingTop: before, paddingBottom: after }}>
        {rows.map(({ index }) => (
          <li
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="break-words border-line border-b px-3 py-2 text-sm last:border-b-0"
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </section>
  )
}
