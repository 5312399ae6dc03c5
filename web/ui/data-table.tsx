import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { columnsThatFit } from './column-fit.ts'
import { DataCards } from './data-cards.tsx'
import { type Column, type DataTableProps, type Sort, selectAllProps } from './data-table-columns.ts'
import { BOX_IN_CELL, TableRow, useRowKeyboard } from './data-table-row.tsx'
import { useIsPrinting } from './is-printing.ts'
import { useIsPhoneWidth } from './media.ts'
import { LoadingMore } from './virtual-grid.tsx'
import { useVirtualRows } from './virtual-rows.ts'

export type { Column, Sort } from './data-table-columns.ts'

/** A table on large screens, cards on a phone; only the visible rows are rendered. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = useIsPhoneWidth()
  return (
    <>
      {phone ? <DataCards {...props} /> : <Table {...props} />}
      {props.onEndReached && <PrintedInPart />}
      {props.loadingMore && <LoadingMore />}
    </>
  )
}

/** Printed below a list that has more pages. */
function PrintedInPart() {
  return <p className="hidden py-2 print:block">Listenin devamı var; yalnızca yüklenmiş olan satırlar yazdırıldı.</p>
}

function Table<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, selected, edited } = props
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
    whole: useIsPrinting(),
  })
  const { frame, columns } = useColumnsThatFit(props)
  const keyboard = useRowKeyboard(props, { list, scrollToIndex: virtualizer.scrollToIndex })
  return (
    <div ref={frame} className="min-w-0 rounded-md border border-line bg-surface">
      <table
        aria-label={label}
        aria-rowcount={props.onEndReached ? -1 : rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <TableHead {...props} columns={columns} />
        {/* They can take the focus for Tab to go on from, as in `leaveRows`. */}
        <tbody ref={list} tabIndex={-1}>
          {before > 0 && <Spacer height={before} />}
          {drawn.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            if (edited?.key === key)
              return (
                <tr key={`${key} edited`} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 2}>
                  <td colSpan={columns.length + (selected ? 1 : 0)} className="border-line border-b bg-brand-soft p-4">
                    {edited.form}
                  </td>
                </tr>
              )
            return (
              <TableRow
                key={key}
                ref={virtualizer.measureElement}
                {...props}
                columns={columns}
                row={row}
                index={index}
                keyboard={keyboard}
              />
            )
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
      <span tabIndex={-1} />
    </div>
  )
}

const HEAD =
  'sticky top-(--sticky-top) z-10 h-10 border-line border-b bg-surface-sunken px-3 font-medium text-ink-soft text-xs first:rounded-tl-md first:pl-4 last:rounded-tr-md last:pr-4'
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

function TableHead<Row>(props: DataTableProps<Row>) {
  const { columns, sort, onSort, selected } = props
  return (
    <thead>
      <tr>
        {selected && (
          <th scope="col" style={{ width: `${BOXES}rem` }} className={HEAD}>
            <Checkbox {...selectAllProps(props)} className={BOX_IN_CELL} />
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
  )
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
        'ring-inside -mx-1 inline-flex h-control max-w-full items-center gap-1 rounded-sm px-1 hover:text-ink sm:pointer-fine:h-8',
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
