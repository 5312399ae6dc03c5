import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from './class-names.ts'
import { useHotkey } from './hotkey.ts'
import { IconButton } from './icon-button.tsx'
import { INPUT_LOOKS } from './input.ts'
import { Kbd } from './kbd.tsx'
import { type TypedSearch, useTypedSearch } from './typed-search.ts'

type SearchFieldProps = {
  typed: TypedSearch
  /** What is searched ("Ürün veya marka ara"). */
  label: string
  /** By default the label. */
  placeholder?: string | undefined
  /** The `/` key focuses this field. One per page. */
  slash?: boolean
  autoFocus?: boolean
  className?: string
}

export type SearchInputProps = Omit<SearchFieldProps, 'typed'> & {
  /** The current search text, as in the URL. */
  value: string
  /** Called once typing pauses, and immediately on Enter or clearing. */
  onSearch: (text: string) => void
}

/** Searches while typing. Esc clears it. */
export function SearchInput({ value, onSearch, ...field }: SearchInputProps) {
  return <SearchField {...field} typed={useTypedSearch(value, onSearch)} />
}

/** A `SearchInput` whose parent holds the text (`useTypedSearch`). */
export function SearchField({ typed, label, placeholder = label, slash, autoFocus, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, search } = typed
  useHotkey(slash ? '/' : undefined, () => input.current?.focus())
  return (
    <search className={classNames('relative flex min-w-0 items-center', className)}>
      <Search aria-hidden className="pointer-events-none absolute left-3 size-4 text-ink-faint" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a search opened on demand is opened to type in
        autoFocus={autoFocus}
        aria-label={label}
        aria-keyshortcuts={slash ? '/' : undefined}
        placeholder={placeholder}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') search(text)
          if (event.key === 'Escape' && text) {
            event.stopPropagation()
            search('')
          }
        }}
        className={classNames(
          INPUT_LOOKS,
          'peer h-control text-ellipsis pr-11 pl-9 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {text ? (
        <span className="absolute right-0">
          <IconButton
            className="ring-inside"
            icon={X}
            label="Aramayı temizle"
            onClick={() => {
              search('')
              input.current?.focus()
            }}
          />
        </span>
      ) : (
        slash && <Kbd className="pointer-events-none absolute right-3 peer-focus:invisible max-sm:hidden">/</Kbd>
      )}
    </search>
  )
}
