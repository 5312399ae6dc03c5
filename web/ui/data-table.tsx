import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { columnsThatFit } from './column-fit.ts'
import { DataCards } from './data-cards.tsx'
import { type Column, type DataTableProps, type Sort, selectAllProps, toggled } from './data-rows.ts'
import { usePhone } from './media.ts'
import { LoadingMore } from './virtual-grid.tsx'
import { useVirtualRows } from './virtual-rows.ts'

export type { Column, Sort } from './data-rows.ts'

/** A table on large screens, cards on a phone; only the visible rows are rendered. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = usePhone()
  return (
    <>
      {phone ? <DataCards {...props} /> : <Table {...props} />}
      {props.loadingMore && <LoadingMore />}
    </>
  )
}

function Table<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, onOpen, sort, onSort, selected, onSelect, current, edited } = props
  const {
    list,
    virtualizer,
    rows: drawn,
    before,
    after,
  } = useVirtualRows<HTMLTableSectionElement>({
    count: rows.length,
    estimate: 45,
    onEndReached: props.onEndReached,
  })
  const { frame, columns } = useColumnsThatFit(props)
  const [active, setActive] = useState(0)
  const wanted = useRef<number>(undefined)
  // The row reached by an arrow key may have to be rendered before it can take the focus.
  useEffect(() => {
    if (wanted.current === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })
  const walk = (event: KeyboardEvent<HTMLTableRowElement>, index: number, row: Row) => {
    if (event.target !== event.currentTarget) return
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      const target = Math.max(0, Math.min(rows.length - 1, next))
      wanted.current = target
      setActive(target)
      if (Math.abs(target - index) > 1) virtualizer.scrollToIndex(target)
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(row)
    } else if (event.key === ' ' && selected) {
      event.preventDefault()
      onSelect?.(toggled(selected, rowKey(row)))
    }
  }
  return (
    <div ref={frame} className="min-w-0 rounded-md border border-line bg-surface">
      <table
        aria-label={label}
        aria-rowcount={props.onEndReached ? -1 : rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr>
            {selected && (
              <th scope="col" style={{ width: `${BOXES}rem` }} className={HEAD}>
                <Checkbox {...selectAllProps(props)} />
              </th>
            )}
            {columns.map(column => (
              <th
                key={column.key}
                scope="col"
                aria-sort={sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined}
                style={{ width: column.width }}
                className={classNames(HEAD, column.numeric ? 'text-right' : 'text-left')}
              >
                <Head column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={list}>
          {before > 0 && <Spacer height={before} />}
          {drawn.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            const chosen = selected?.has(key)
            if (edited?.key === key)
              return (
                <tr key={`${key} edited`} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 2}>
                  <td colSpan={columns.length + (selected ? 1 : 0)} className="border-line border-b bg-brand-soft p-4">
                    {edited.form}
                  </td>
                </tr>
              )
            return (
              <tr
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={chosen}
                aria-current={current === key || undefined}
                tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
                onFocus={() => setActive(index)}
                onKeyDown={event => walk(event, index, row)}
                onClick={onOpen && (event => isClickOnRow(event) && onOpen(row))}
                className={classNames(
                  'ring-inside scroll-mt-[calc(var(--sticky-top)+2.5rem)] transition-colors [&:last-child>td]:border-b-0',
                  onOpen && 'cursor-pointer',
                  chosen || current === key ? 'bg-brand-soft' : 'hover:bg-surface-sunken',
                )}
              >
                {selected && (
                  <td className={CELL}>
                    <Checkbox
                      aria-label="Satırı seç"
                      checked={chosen}
                      onChange={() => onSelect?.(toggled(selected, key))}
                    />
                  </td>
                )}
                {columns.map(column => (
                  <td key={column.key} className={classNames(CELL, column.numeric && 'text-right tabular-nums')}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </div>
  )
}

const HEAD =
  'sticky top-(--sticky-top) z-10 h-10 border-line border-b bg-surface-sunken px-3 font-medium text-ink-soft text-xs first:rounded-tl-md first:pl-4 last:rounded-tr-md last:pr-4'
const CELL = 'border-line h-11 border-b px-3 py-1.5 align-middle first:pl-4 last:pr-4'
/** The width of the checkbox column, in rem. */
const BOXES = 2.5

/** The columns that fit into the table's width, taking the root font size into account. */
function useColumnsThatFit<Row>({ columns, selected }: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    if (!frame.current) return
    const measure = (width: number) => {
      const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRoom(width / fontSize)
    }
    measure(frame.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && measure(entry.contentRect.width))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return { frame, columns: columnsThatFit(columns, selected ? room - BOXES : room) }
}

function Head<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void }) {
  if (column.hideHead) return <span className="sr-only">{column.head}</span>
  if (!column.sortable || !onSort) return <span className="block truncate">{column.head}</span>
  const mine = sort?.key === column.key
  const Icon = mine ? (sort.descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={() => onSort({ key: column.key, descending: mine && !sort.descending })}
      className={classNames(
        'ring-inside -mx-1 inline-flex h-8 max-w-full items-center gap-1 rounded-sm px-1 hover:text-ink',
        mine && 'text-ink',
        column.numeric && 'flex-row-reverse',
      )}
    >
      <span className="truncate">{column.head}</span>
      <Icon aria-hidden className="size-3.5 shrink-0" />
    </button>
  )
}

/** Fills the height of the rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  return <tr aria-hidden style={{ height }} />
}

/** Whether a click hit the row itself, not a control in it or a menu opened from it. */
function isClickOnRow(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  if (target.closest('a, button, input, select, textarea, label')) return false
  return !window.getSelection()?.toString()
}
