import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { usePhone } from './media.ts'
import { LoadingMore } from './virtual-grid.tsx'
import { useWindowRows } from './window-rows.ts'

export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, in figures of one width. */
  numeric?: boolean
  sortable?: boolean
  /** A CSS width ("8rem", "30%"); columns without one share the rest. */
  width?: string
  /** Narrower windows than this leave the column out (phones show every column, as lines of a card). */
  from?: 'md' | 'lg' | 'xl'
  /**
   * Where it stands on a phone's card: its heading, beside the heading, a line with its name, the foot, or nowhere.
   * Without it, the first column is the heading and the others are lines.
   */
  onPhone?: 'title' | 'aside' | 'line' | 'foot' | 'nowhere'
  /** The head is heard but not seen: actions, pictures. */
  hideHead?: boolean
}

export type Sort = { key: string; descending: boolean }

type DataTableProps<Row> = {
  /** What the rows are ("Siparişler"). */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** A row is opened by a click, or by Enter where the arrows have led. */
  onOpen?: (row: Row) => void
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The keys of the chosen rows; with it comes a column of boxes. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** The row that is open beside the table. */
  current?: string
  onEndReached?: () => void
  loadingMore?: boolean
}

/** Rows at a desk, cards on a phone; of many, only those in sight are drawn. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = usePhone()
  return (
    <>
      {phone ? <Cards {...props} /> : <Table {...props} />}
      {props.loadingMore && <LoadingMore />}
    </>
  )
}

function Table<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, sort, onSort, selected, onSelect, current, onEndReached } = props
  const {
    list,
    virtualizer,
    rows: drawn,
    before,
    after,
  } = useWindowRows<HTMLTableSectionElement>({
    count: rows.length,
    estimate: 45,
    onEndReached,
  })
  const [active, setActive] = useState(0)
  const wanted = useRef<number>(undefined)
  // The row that the arrows lead to may have to be drawn first.
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
      if (Math.abs(target - index) > 1) virtualizer.scrollToIndex(target, { align: 'center' })
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(row)
    } else if (event.key === ' ' && selected) {
      event.preventDefault()
      onSelect?.(toggled(selected, rowKey(row)))
    }
  }
  return (
    <div className="min-w-0 rounded-md border border-line bg-surface">
      <table
        aria-label={label}
        aria-rowcount={onEndReached ? -1 : rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr>
            {selected && (
              <th scope="col" className={classNames(HEAD, 'w-10')}>
                <Checkbox {...everyRow(props)} />
              </th>
            )}
            {columns.map(column => (
              <th
                key={column.key}
                scope="col"
                aria-sort={sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined}
                style={{ width: column.width }}
                className={classNames(
                  HEAD,
                  column.numeric ? 'text-right' : 'text-left',
                  column.from && FROM[column.from],
                )}
              >
                <Head column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={list}>
          {before > 0 && <Space height={before} />}
          {drawn.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            const chosen = selected?.has(key)
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
                onClick={onOpen && (event => pressedItself(event) && onOpen(row))}
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
                  <td
                    key={column.key}
                    className={classNames(
                      CELL,
                      column.numeric && 'text-right tabular-nums',
                      column.from && FROM[column.from],
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
          {after > 0 && <Space height={after} />}
        </tbody>
      </table>
    </div>
  )
}

const HEAD =
  'sticky top-(--sticky-top) z-10 h-10 border-line border-b bg-surface-sunken px-3 font-medium text-ink-soft text-xs first:rounded-tl-md first:pl-4 last:rounded-tr-md last:pr-4'
const CELL = 'border-line h-11 border-b px-3 py-1.5 align-middle first:pl-4 last:pr-4'
const FROM = { md: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden' }

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

/** The room of the rows that are not drawn. */
function Space({ height }: { height: number }) {
  return <tr aria-hidden style={{ height }} />
}

function Cards<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, selected, onSelect, onEndReached } = props
  const lines = columns.filter((column, place) => placeOf(column, place) === 'line')
  const {
    list,
    virtualizer,
    rows: drawn,
    before,
    after,
  } = useWindowRows<HTMLUListElement>({
    count: rows.length,
    estimate: 72 + lines.length * 28,
    gap: 8,
    onEndReached,
  })
  const inPlace = (wanted: string) => columns.filter((column, place) => placeOf(column, place) === wanted)
  return (
    <div className="grid gap-2">
      {selected && <Checkbox {...everyRow(props)} label="Tümünü seç" className="justify-self-start" />}
      <ul ref={list} aria-label={label} className="grid gap-2" style={{ paddingTop: before, paddingBottom: after }}>
        {drawn.map(({ index }) => {
          const row = rows[index]
          if (row === undefined) return null
          const key = rowKey(row)
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={onEndReached ? -1 : rows.length}
              aria-posinset={index + 1}
              className={classNames(
                'relative grid gap-2 rounded-md border p-4',
                selected?.has(key) ? 'border-brand-line bg-brand-soft' : 'border-line bg-surface',
              )}
            >
              <div className="flex items-start gap-3">
                {selected && (
                  <Checkbox
                    aria-label="Satırı seç"
                    className="-m-3"
                    checked={selected.has(key)}
                    onChange={() => onSelect?.(toggled(selected, key))}
                  />
                )}
                <Opens row={row} onOpen={onOpen}>
                  {inPlace('title').map(column => (
                    <span key={column.key} className="block">
                      {column.cell(row)}
                    </span>
                  ))}
                </Opens>
                <div className="flex shrink-0 flex-wrap items-center justify-end gap-2">
                  {inPlace('aside').map(column => (
                    <span key={column.key}>{column.cell(row)}</span>
                  ))}
                </div>
              </div>
              {lines.length > 0 && (
                <dl className="grid gap-1 text-sm">
                  {lines.map(column => (
                    <div key={column.key} className="flex items-baseline justify-between gap-4">
                      <dt className="shrink-0 text-ink-soft">{column.head}</dt>
                      <dd className="min-w-0 break-words text-right">{column.cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              )}
              {inPlace('foot').map(column => (
                <div key={column.key} className="flex flex-wrap items-center gap-2">
                  {column.cell(row)}
                </div>
              ))}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The heading of a card is its door: a press anywhere on the card that is nothing else lands here. */
function Opens<Row>({ row, onOpen, children }: { row: Row; onOpen?: (row: Row) => void; children: ReactNode }) {
  if (!onOpen) return <div className="min-w-0 flex-1 font-medium">{children}</div>
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className="min-w-0 flex-1 text-left font-medium after:absolute after:inset-0"
    >
      {children}
    </button>
  )
}

const placeOf = <Row,>(column: Column<Row>, place: number) => column.onPhone ?? (place === 0 ? 'title' : 'line')

function toggled(selected: ReadonlySet<string>, key: string) {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

function everyRow<Row>({ rows, rowKey, selected, onSelect }: DataTableProps<Row>) {
  const all = rows.length > 0 && rows.every(row => selected?.has(rowKey(row)))
  return {
    'aria-label': 'Tümünü seç',
    checked: all,
    partly: !all && rows.some(row => selected?.has(rowKey(row))),
    onChange: () => onSelect?.(new Set(all ? [] : rows.map(rowKey))),
  }
}

/** Whether a press was on the row itself, not on something in it, nor in a menu that it opened. */
function pressedItself(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  if (target.closest('a, button, input, select, textarea, label')) return false
  return !window.getSelection()?.toString()
}
