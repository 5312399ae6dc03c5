import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { announce } from './announce.ts'
import { classNames } from './class-names.ts'
import { Menu, MenuItem } from './menu.tsx'

type SortableRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Called with all rows in their new order. */
  onOrder: (rows: readonly Row[]) => void
  /** The row beside its handle. */
  renderRow: (row: Row) => ReactNode
}

/** How near to the edge of the window a dragged row scrolls the list, and by how much at a time, in px. */
const EDGE = 80
const SCROLL = 12

/** How far a pressed handle must be moved to be dragged, in px; until then the press opens its menu. */
const MIN_DRAG = 6

/**
 * Rows that are put in order by dragging their handles, with the menu that a press on them opens, or with the arrow
 * keys, Home and End.
 */
export function SortableRows<Row>({ label, rows, keyOf, nameOf, onOrder, renderRow }: SortableRowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  // A moved row loses the focus, because its element is removed and inserted again.
  const toFocus = useRef<string>(undefined)
  useEffect(() => {
    if (toFocus.current === undefined) return
    const at = rows.findIndex(row => keyOf(row) === toFocus.current)
    toFocus.current = undefined
    list.current?.children[at]?.querySelector('button')?.focus()
  })
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row === undefined || to === from || to < 0 || to >= rows.length) return
    toFocus.current = keyOf(row)
    const others = rows.filter((_, at) => at !== from)
    onOrder([...others.slice(0, to), row, ...others.slice(to)])
    announce(`${nameOf(row)}: ${to + 1}. sırada`)
  }
  const pressKey = (event: KeyboardEvent, from: number) => {
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(from, to)
  }
  const { dragged, handlers } = useDragging(list, move)
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line border-line border-y empty:hidden">
      {rows.map((row, at) => (
        <li
          key={keyOf(row)}
          className={classNames(
            'relative flex items-center gap-2 py-1',
            dragged?.from === at && 'opacity-50',
            dragged &&
              dragged.to === at &&
              dragged.from !== at &&
              (dragged.to < dragged.from ? LINE_ABOVE : LINE_BELOW),
          )}
        >
          <Handle
            aria-label={`Sırasını değiştir: ${nameOf(row)}`}
            at={at}
            last={rows.length - 1}
            onMove={to => move(at, to)}
            onKeyDown={event => pressKey(event, at)}
            {...handlers(at)}
          />
          {renderRow(row)}
        </li>
      ))}
    </ul>
  )
}

type HandleProps = ComponentProps<'button'> & { at: number; last: number; onMove: (to: number) => void }

/** The handle of the row at position `at`. */
function Handle({ at, last, onMove, onPointerDown, onPointerMove, ...own }: HandleProps) {
  // The menu is rendered from the first press on, as there may be hundreds of rows.
  const [presses, setPresses] = useState(0)
  const start = useRef(0)
  const isDrag = useRef(false)
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    // Otherwise the menu would open before the handle can be dragged.
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    start.current = event.clientY
    isDrag.current = false
    onPointerDown?.(event)
  }
  const follow = (event: PointerEvent<HTMLButtonElement>) => {
    if (Math.abs(event.clientY - start.current) >= MIN_DRAG) isDrag.current = true
    onPointerMove?.(event)
  }
  const press = ({ detail }: MouseEvent) => {
    if (detail === 0 || !isDrag.current) setPresses(presses + 1)
  }
  const handle = (
    <button
      {...own}
      type="button"
      title="Sürükleyin, basıp seçin veya ok tuşlarını kullanın"
      onPointerDown={begin}
      onPointerMove={follow}
      onClick={press}
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-soft hover:bg-surface-sunken active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  )
  if (presses === 0) return handle
  return (
    <Menu key={presses} defaultOpen align="start" trigger={handle}>
      <MenuItem icon={ArrowUp} disabled={at === 0} onSelect={() => onMove(at - 1)}>
        Yukarı taşı
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={at === last} onSelect={() => onMove(at + 1)}>
        Aşağı taşı
      </MenuItem>
      <MenuItem icon={ArrowUpToLine} disabled={at === 0} onSelect={() => onMove(0)}>
        En başa taşı
      </MenuItem>
      <MenuItem icon={ArrowDownToLine} disabled={at === last} onSelect={() => onMove(last)}>
        En sona taşı
      </MenuItem>
    </Menu>
  )
}

/** The row that is being dragged and where it would go, and the handlers of each row's handle. */
function useDragging(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<{ from: number; to: number }>()
  const follow = ({ clientY }: PointerEvent) => {
    if (!dragged || !list.current) return
    const boxes = Array.from(list.current.children, row => row.getBoundingClientRect())
    const below = boxes.findIndex(box => clientY < box.top + box.height / 2)
    const gap = below === -1 ? boxes.length : below
    // Without the dragged row, the indexes after its old place are one lower.
    setDragged({ ...dragged, to: gap > dragged.from ? gap - 1 : gap })
    scrollNear(list.current, clientY)
  }
  const drop = () => {
    setDragged(undefined)
    if (dragged) move(dragged.from, dragged.to)
  }
  const handlers = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged({ from, to: from })
    },
    onPointerMove: follow,
    onPointerUp: drop,
    onPointerCancel: () => setDragged(undefined),
  })
  return { dragged, handlers }
}

/** Scrolls the container of the list when the pointer is near the window's edge. */
function scrollNear(list: HTMLElement, y: number) {
  const by = y < EDGE ? -SCROLL : y > innerHeight - EDGE ? SCROLL : 0
  if (by === 0) return
  for (let around: HTMLElement | null = list; around; around = around.parentElement)
    if (around.scrollHeight > around.clientHeight + 1) around.scrollBy({ top: by })
}

const LINE_ABOVE = 'shadow-[0_-2px_0_var(--color-brand-ink)]'
const LINE_BELOW = 'shadow-[0_2px_0_var(--color-brand-ink)]'
