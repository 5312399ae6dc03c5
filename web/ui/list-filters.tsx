import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { useIsPhoneWidth } from './media.ts'
import { SearchInput, type SearchInputProps } from './search-input.tsx'
import { type FilterChip, Toolbar } from './toolbar.tsx'

type ListFiltersProps = {
  label: string
  search: Pick<SearchInputProps, 'label' | 'value' | 'onSearch' | 'className'>
  /** The active filters, possibly including the search. */
  chips: readonly FilterChip[]
  searchKey?: string
  /** The filters. */
  children: ReactNode
  /** Shown at the end of the line, except on phones. */
  end?: ReactNode
  /** Shown on phones only, before the search. */
  selectAll?: ReactNode
  /** Shown on phones only, below the filters: the sort order, which larger screens choose in the column headings. */
  more?: ReactNode
}

/** The controls above a list: the search and the filters, on phones behind one button that counts the active ones. */
export function ListFilters({ label, search, chips, searchKey = 'search', ...parts }: ListFiltersProps) {
  const { children, end, selectAll, more } = parts
  const phone = useIsPhoneWidth()
  const [isOpen, setOpen] = useState(false)
  if (!phone)
    return (
      <Toolbar label={label} end={end}>
        <SearchInput slash {...search} />
        {children}
      </Toolbar>
    )
  const count = chips.filter(({ key }) => key !== searchKey).length
  return (
    <fieldset aria-label={label} className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex items-center gap-1">
        {selectAll}
        <SearchInput slash {...search} className="flex-1" />
        <IconButton
          icon={SlidersHorizontal}
          label={count > 0 ? `Filtreler: ${count} etkin` : 'Filtreler'}
          count={count}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div className="grid grid-cols-2 gap-2 *:min-w-0">
          {children}
          {more}
        </div>
      )}
    </fieldset>
  )
}
