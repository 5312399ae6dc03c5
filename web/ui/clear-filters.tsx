import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { focusAfterRemoval } from './focus-after-removal.ts'

type ClearFiltersProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size'> & {
  label?: string
  onClear: () => void
}

/** Removes the filters, and with them itself: by keyboard, the focus goes to the search above the list. */
export function ClearFilters({ label = 'Filtreleri temizle', onClear, ...looks }: ClearFiltersProps) {
  return (
    <Button
      {...looks}
      onClick={event => {
        focusAfterRemoval(event)
        onClear()
      }}
    >
      {label}
    </Button>
  )
}
