import { type FocusEvent, type ReactNode, type RefObject, useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { columnsIn, type DataTableProps, selectAllProps, selectRowProps } from './data-table-columns.ts'
import { useIsPrinting } from './is-printing.ts'
import { useFocusRow, useRowFocus } from './row-focus.ts'
import { isRangePress, type RowSelection, useRowSelection } from './row-selection.ts'
import { useVirtualRows } from './virtual-rows.ts'

/** Rows as cards, for a phone; only the visible ones are rendered. */
export function DataCards<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, selected, hasOwnSelectAll, edited, dense, onEndReached } = props
  const { toggle } = useRowSelection(props)
  const {
    list,
    virtualizer,
    rows: drawn,
    before,
    after,
  } = useVirtualRows<HTMLUListElement>({
    count: rows.length,
    estimate: (dense ? 62 : 72) + columnsIn('line', columns).length * 28,
    gap: 8,
    onEndReached,
    whole: useIsPrinting(),
  })
  const focusProps = useCardFocus(props, list, virtualizer.scrollToIndex)
  return (
    <div className="grid grid-cols-1 gap-2">
      {selected && !hasOwnSelectAll && (
        <Checkbox {...selectAllProps(props)} label="Tümünü seç" className="justify-self-start" />
      )}
      <ul
        ref={list}
        aria-label={label}
        className="grid grid-cols-1 gap-2"
        style={{ paddingTop: before, paddingBottom: after }}
      >
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
              {...focusProps(row, index)}
              className={classNames(
                'relative grid min-w-0 grid-cols-1 gap-2 rounded-md border',
                dense ? 'px-4 py-2' : 'p-4',
                selected?.has(key) ? 'border-brand-line bg-brand-soft' : 'border-line bg-surface',
              )}
            >
              {edited?.key === key ? edited.form : <Card {...props} row={row} index={index} toggle={toggle} />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Keeps the focus of a card's control in the list when the card disappears. Returns the props of a row's card. */
function useCardFocus<Row>(
  props: DataTableProps<Row>,
  list: RefObject<HTMLElement | null>,
  scrollToIndex: (index: number) => void,
) {
  const { hold, onBlur } = useRowFocus(props, useFocusRow({ list, scrollToIndex }, ':is(button, a, input)'))
  return (row: Row, index: number) => ({
    // Not after a press: when no card is left, the search would open the on-screen keyboard.
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) hold(row, index)
    },
    onBlur,
  })
}

type CardProps<Row> = DataTableProps<Row> & { row: Row; index: number; toggle: RowSelection['toggle'] }

/** A row's columns, each in its place on the card. */
function Card<Row>({ row, index, columns, rowKey, onOpen, selected, toggle, dense }: CardProps<Row>) {
  const lines = columnsIn('line', columns)
  const [box, title] = [useId(), useId()]
  return (
    <>
      <div className={classNames('flex gap-3', dense ? 'items-center' : 'items-start')}>
        {selected && (
          <Checkbox
            {...selectRowProps(box, title)}
            // Stacked above the heading, whose click area covers the whole card.
            className="-m-3 relative z-10"
            checked={selected.has(rowKey(row))}
            onChange={event => toggle(index, isRangePress(event))}
          />
        )}
        <CardHeading row={row} onOpen={onOpen}>
          {columnsIn('title', columns).map((column, place) => (
            <span key={column.key} id={place === 0 ? title : undefined} className="block">
              {column.cell(row)}
            </span>
          ))}
        </CardHeading>
        {/* The same height as a heading that can be pressed, so that both are aligned. */}
        <div
          className={classNames('flex shrink-0 flex-wrap items-center justify-end gap-2', onOpen && 'min-h-control')}
        >
          {columnsIn('aside', columns).map(column => (
            <span key={column.key}>{column.cell(row)}</span>
          ))}
        </div>
      </div>
      {lines.length > 0 && (
        <dl className="grid grid-cols-1 gap-1 text-sm">
          {lines.map(column => (
            <div key={column.key} className="flex items-baseline justify-between gap-4">
              <dt className="shrink-0 text-ink-soft">{column.head}</dt>
              <dd className="min-w-0 break-words text-right">{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {columnsIn('foot', columns).map(column => (
        <div key={column.key} className="flex flex-wrap items-center gap-2">
          {column.cell(row)}
        </div>
      ))}
    </>
  )
}

/** The heading of a card; its click area covers the whole card except other controls. */
function CardHeading<Row>({ row, onOpen, children }: { row: Row; onOpen?: (row: Row) => void; children: ReactNode }) {
  if (!onOpen) return <div className="min-w-0 flex-1 font-medium">{children}</div>
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className="min-h-control min-w-0 flex-1 text-left font-medium after:absolute after:inset-0"
    >
      {children}
    </button>
  )
}
