import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { columnsIn, type DataTableProps, selectRowProps } from './data-table-columns.ts'
import { SEARCH } from './focus-after-removal.ts'
import { useFocusRow, useRowFocus, type VirtualizedRows } from './row-focus.ts'
import { isRangePress, useRowSelection } from './row-selection.ts'

/** The checkbox of a row's first cell, whose column is narrower than a touch target. */
export const BOX_IN_CELL = '-ml-3 sm:pointer-fine:ml-0'

type TableRowProps<Row> = DataTableProps<Row> & {
  ref: Ref<HTMLTableRowElement>
  row: Row
  index: number
  keyboard: RowKeyboard<Row>
}

/** A row with its cells; the arrow keys move the focus from row to row. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { ref, row, index, keyboard, columns, rowKey, onOpen, selected } = props
  const key = rowKey(row)
  const chosen = selected?.has(key)
  const isCurrent = props.current === key
  const [box, title] = [useId(), useId()]
  const [titleColumn] = columnsIn('title', columns)
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      aria-current={isCurrent || undefined}
      tabIndex={index === keyboard.active ? 0 : -1}
      onFocus={() => keyboard.onFocus(row, index)}
      onBlur={keyboard.onBlur}
      onKeyDown={event => keyboard.onKeyDown(event, index, row)}
      // Shift would select text.
      onMouseDown={selected && (event => event.shiftKey && event.preventDefault())}
      onClick={event => {
        if (!isClickOnRow(event)) return
        if (selected && event.shiftKey) keyboard.select(index, true)
        else onOpen?.(row, columnAt(event))
      }}
      className={classNames(
        'ring-inside scroll-mt-[calc(var(--sticky-top)+2.5rem)] transition-colors [&:last-child>td]:border-b-0',
        onOpen && 'cursor-pointer',
        chosen || isCurrent ? 'bg-brand-soft' : 'hover:bg-surface-sunken',
      )}
    >
      {selected && (
        <td className={CELL}>
          <Checkbox
            {...selectRowProps(box, title)}
            checked={chosen}
            onChange={event => keyboard.select(index, isRangePress(event))}
            className={BOX_IN_CELL}
          />
        </td>
      )}
      {columns.map(column => (
        <td
          key={column.key}
          id={column === titleColumn ? title : undefined}
          data-column={column.key}
          className={classNames(CELL, column.numeric && 'wrap-normal text-right tabular-nums')}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

const CELL = 'border-line h-11 border-b px-3 py-1.5 align-middle first:pl-4 last:pr-4'

type RowKeyboard<Row> = {
  /** The index of the row that the Tab key reaches. */
  active: number
  onFocus: (row: Row, index: number) => void
  onBlur: (event: FocusEvent) => void
  /** Selects or deselects a row; as a range, also the rows between it and the row toggled last. */
  select: (index: number, isRange: boolean) => void
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>, index: number, row: Row) => void
}

/**
 * Arrow keys, Page Up and Down, Home and End move the focus from row to row, Enter opens a row, and Space selects it;
 * with Shift, moving selects all rows passed, and Space selects those from the row toggled last. The keys also work in
 * a row's checkbox, which Space toggles natively.
 * The arrow down in the page's search field moves the focus to the first row. From the last control of a row, Tab moves it
 * out of the rows.
 */
export function useRowKeyboard<Row>(
  props: DataTableProps<Row>,
  { list, scrollToIndex }: VirtualizedRows,
): RowKeyboard<Row> {
  const { rows, onOpen, selected } = props
  const selection = useRowSelection(props)
  const { active, setActive, focusRow } = useActiveRow({ list, scrollToIndex })
  const { hold, onBlur } = useRowFocus(props, focusRow)
  useReturn(props, focusRow)
  useArrowFromSearch(() => {
    if (rows.length > 0) focusRow(0)
    return rows.length > 0
  })
  const onKeyDown: RowKeyboard<Row>['onKeyDown'] = (event, index, row) => {
    if (event.key === 'Tab') leaveRows(event)
    const isInBox = event.target instanceof Element && event.target.matches('[type=checkbox]')
    if (event.target !== event.currentTarget && !isInBox) return
    const page = rowsInSight(event.currentTarget)
    const next = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      const target = Math.max(0, Math.min(rows.length - 1, next))
      if (event.shiftKey) selection.extend(index, target)
      else selection.endExtension()
      if (Math.abs(target - index) > 1) scrollToIndex(target)
      focusRow(target)
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(row)
    } else if (event.key === ' ' && selected && !isInBox) {
      event.preventDefault()
      selection.toggle(index, event.shiftKey)
    }
  }
  const onFocus: RowKeyboard<Row>['onFocus'] = (row, index) => {
    hold(row, index)
    setActive(index)
  }
  return { active: Math.min(active, rows.length - 1), onFocus, onBlur, select: selection.toggle, onKeyDown }
}

/**
 * Makes Tab move on from behind the rows when the last control of a row has the focus, and Shift+Tab from before them when
 * the row itself has it: the actions for the selected rows come after the checkboxes of all rows.
 */
function leaveRows({ currentTarget: row, target, shiftKey }: KeyboardEvent<HTMLTableRowElement>) {
  const controls = Array.from(row.querySelectorAll<HTMLElement>('a, button, input, select')).filter(
    one => one.tabIndex >= 0 && !one.matches(':disabled'),
  )
  if (target !== (shiftKey ? row : (controls.at(-1) ?? row))) return
  const place = shiftKey ? row.closest('tbody') : row.closest('table')?.nextElementSibling
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/** The index of the row that the Tab key reaches, and a function that moves the focus to another row. */
function useActiveRow(rows: VirtualizedRows) {
  const [active, setActive] = useState(0)
  const focus = useFocusRow(rows)
  const focusRow = (index: number) => {
    setActive(index)
    focus(index)
  }
  return { active, setActive, focusRow }
}

/** Calls `enter` with the row that the user returns to, once the screen has moved the focus to its content. */
function useReturn<Row>({ rows, rowKey, returnTo }: DataTableProps<Row>, enter: (index: number) => void) {
  const arrive = useEffectEvent(() => {
    const index = rows.findIndex(row => rowKey(row) === returnTo)
    if (index >= 0 && document.activeElement?.matches('body, main')) enter(index)
  })
  // A microtask, as the effects of the components around the table run after this one.
  useEffect(() => queueMicrotask(() => arrive()), [])
}

/** How many rows of this height fit into the window below the table's head, less one for orientation. */
function rowsInSight(row: HTMLElement) {
  const covered = Number.parseFloat(getComputedStyle(row).scrollMarginTop) || 0
  return Math.max(1, Math.floor((innerHeight - covered) / (row.offsetHeight || 45)) - 1)
}

/** Calls `enter` on the arrow down in the page's search field, unless another table has already taken the focus. */
function useArrowFromSearch(enter: () => boolean) {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const isSearch = event.target instanceof Element && event.target.matches(SEARCH)
    if (isSearch && enter()) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Whether a click hit the row itself, not a control in it or a menu opened from it. */
function isClickOnRow(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  if (target.closest('a, button, input, select, textarea, label')) return false
  return !window.getSelection()?.toString()
}

/** The key of the column that was clicked. */
const columnAt = ({ target }: MouseEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined
