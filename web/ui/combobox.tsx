import { ChevronDown, Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { useCloseRequest } from './close-request.ts'
import { useHotkey } from './hotkey.ts'
import { IconButton } from './icon-button.tsx'
import { INPUT_LOOKS, useFieldAttributes } from './input.ts'
import { selectAll, useSelectAll } from './select-all.ts'

type ComboboxProps<Item> = {
  /** What the list contains: 'Müşteriler'. */
  label: string
  /** The text of the chosen item; empty while nothing is chosen. */
  chosen: string
  placeholder?: string
  /** The items that match the typed text. */
  items: readonly Item[]
  /** The items are only those known so far: while the text is typed, the first one is highlighted, whichever it is. */
  isProvisional?: boolean
  itemKey: (item: Item) => string
  render: (item: Item) => ReactNode
  onType: (text: string) => void
  /**
   * Called without an item when the choice is cleared. `false` means that the item was not accepted: the typed text stays
   * and is selected, so that further keys replace it.
   */
  onChoose: (item?: Item) => unknown
  /** Called on Enter with a text that no item matches; the text is then selected, so that the next scan replaces it. */
  onNone?: (text: string) => void
  /** Shown below the items: that there are more, or why there are none. */
  note?: ReactNode
  /** The `/` key focuses this field. One per page. */
  slash?: boolean
}

/** Chooses one of many items, by typing or from the list below. Use inside a `Field`. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { chosen, placeholder, slash } = props
  const fieldAttributes = useFieldAttributes({})
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const selecting = useSelectAll()
  const { open, typed, current, show, type, choose, close, press } = useCombobox(props, input)
  useHotkey(slash ? '/' : undefined, () => input.current?.focus())
  const clear = () => {
    choose(undefined)
    input.current?.focus()
  }
  return (
    <div
      className="relative min-w-0"
      onBlur={event => !event.currentTarget.contains(event.relatedTarget) && open && close()}
    >
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint" />
      <input
        {...fieldAttributes}
        ref={input}
        role="combobox"
        aria-expanded={open}
        aria-autocomplete="list"
        aria-keyshortcuts={slash ? '/' : undefined}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={current >= 0 ? optionId(id, current) : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={placeholder}
        value={typed ?? chosen}
        {...selecting}
        onClick={show}
        onChange={event => {
          show()
          type(event.target.value)
        }}
        onKeyDown={press}
        className={classNames(INPUT_LOOKS, 'h-control text-ellipsis pr-11 pl-9')}
      />
      {chosen && typed === undefined ? (
        <span className="absolute top-0 right-0">
          <IconButton className="ring-inside" icon={X} label="Seçimi kaldır" onClick={clear} />
        </span>
      ) : (
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-soft"
        />
      )}
      {open && <Options {...props} id={id} current={current} onChoose={choose} />}
    </div>
  )
}

/** Whether the list is open, the typed text, the index of the highlighted item (or -1), and the commands. */
function useCombobox<Item>(
  { items, isProvisional, itemKey, onType, onChoose, onNone }: ComboboxProps<Item>,
  input: RefObject<HTMLInputElement | null>,
) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  /** The key of the highlighted item; 0 for the first one, whichever it is. */
  const [active, setActive] = useState<string | 0>()
  const current = open ? items.findIndex(item => active === 0 || itemKey(item) === active) : -1
  const highlighted = items[current]
  // The highlight stays on its item: Enter must not choose another one that a refetch has put in its place.
  if (active === 0 && highlighted && !isProvisional) setActive(itemKey(highlighted))

  const show = () => setOpen(true)
  const type = (text: string | undefined) => {
    setTyped(text)
    setActive(text ? 0 : undefined)
    onType(text ?? '')
  }
  const close = () => {
    setOpen(false)
    type(undefined)
  }
  useCloseRequest(open, close)
  const select = () => input.current && selectAll(input.current)
  const choose = (item: Item | undefined) => {
    if (onChoose(item) === false) select()
    else close()
  }
  const press = (event: KeyboardEvent) => {
    // A barcode scanner's Enter was handled elsewhere: the scanned text was not meant for the list. Esc was prevented by
    // the dialog around the field, which stays open while the list is.
    if (event.defaultPrevented) return close()
    const step = STEPS[event.key]
    if (step) {
      show()
      const next = items.at(current < 0 && step < 0 ? -1 : (current + step) % items.length)
      if (next) setActive(itemKey(next))
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      if (highlighted) choose(highlighted)
      else if (typed?.trim() && onNone && items.length === 0) {
        onNone(typed)
        select()
      }
    } else if (event.key === 'Escape' && open) {
      close()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { open, typed, current, show, type, choose, close, press }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

type OptionsProps<Item> = Pick<ComboboxProps<Item>, 'label' | 'items' | 'itemKey' | 'render' | 'note' | 'onChoose'> & {
  /** The id of the combobox. */
  id: string
  /** The index of the highlighted item, or -1. */
  current: number
}

/** The open list, scrolled into view with its highlighted item. */
function Options<Item>({ id, label, items, itemKey, render, current, note, onChoose }: OptionsProps<Item>) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => popup.current?.scrollIntoView({ block: 'nearest' }), [])
  useEffect(() => {
    if (current >= 0) document.getElementById(optionId(id, current))?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps the focus in the field
    <div
      ref={popup}
      onMouseDown={event => event.preventDefault()}
      className="absolute inset-x-0 top-full z-40 mt-1 max-h-80 scroll-my-16 overflow-y-auto overscroll-contain rounded-md bg-surface-raised shadow-float"
    >
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options hold more than text
        role="listbox"
        aria-label={label}
        className="p-1"
      >
        {items.map((item, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
          <div
            key={itemKey(item)}
            id={optionId(id, place)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as for the list
            role="option"
            tabIndex={-1}
            aria-selected={place === current}
            onClick={() => onChoose(item)}
            className="flex min-h-11 cursor-pointer items-center rounded-sm px-3 py-2 hover:bg-surface-sunken aria-selected:bg-brand-soft"
          >
            {render(item)}
          </div>
        ))}
      </div>
      <div className="px-4 pt-1 pb-3 text-ink-soft text-sm empty:hidden">{note}</div>
    </div>
  )
}

const optionId = (id: string, place: number) => `${id}-${place}`
