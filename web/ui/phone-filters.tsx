import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './icon-button.tsx'

type PhoneFiltersProps = {
  label: string
  /** Beside the button: the search. */
  search: ReactNode
  /** How many filters are active, without the search. */
  count: number
  /** The filters, shown when the button is pressed. */
  children: ReactNode
}

/** The controls above a list on a phone: the search, and the filters behind one button with their number. */
export function PhoneFilters({ label, search, count, children }: PhoneFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <fieldset aria-label={label} className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex items-center gap-1">
        {search}
        <IconButton
          icon={SlidersHorizontal}
          label={count > 0 ? `Filtreler: ${count} etkin` : 'Filtreler'}
          count={count}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && <div className="grid grid-cols-2 gap-2 *:min-w-0">{children}</div>}
    </fieldset>
  )
}
