import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ClearFilters } from './clear-filters.tsx'
import { focusAfterRemoval } from './focus-after-removal.ts'
import { focusNextRow } from './focus-next-row.ts'

/** The controls above a list: search first, then filters, with exports at the end. */
export function Toolbar({ label, end, children }: { label: string; end?: ReactNode; children: ReactNode }) {
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap items-center gap-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-sm:basis-full max-sm:*:min-w-[calc(50%-0.25rem)] max-sm:*:flex-1 max-sm:*:[search]:basis-full sm:*:[search]:w-64">
        {children}
      </div>
      {end && <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1">{end}</div>}
    </fieldset>
  )
}

export type FilterChip = { key: string; label: string; value: string; onRemove: () => void }

/** Returns a function that makes the chip of a filter, none if it is not set. `write` changes the URL's parameters. */
export const chipsOf =
  <Name extends string>(write: (changes: Record<string, string>) => void) =>
  (key: Name, label: string, value: string | undefined): FilterChip[] =>
    value ? [{ key, label, value, onRemove: () => write({ [key]: '' }) }] : []

/** The active filters, each with a remove button. Renders nothing if there are none. */
export function FilterChips({ chips, onClear }: { chips: readonly FilterChip[]; onClear?: () => void }) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Etkin filtreler" className="flex min-w-0 flex-wrap items-center gap-2">
      {chips.map(chip => (
        <li key={chip.key} className="min-w-0">
          <button
            type="button"
            onClick={event => {
              if (chips.length > 1) focusNextRow(event.currentTarget)
              else focusAfterRemoval(event)
              chip.onRemove()
            }}
            aria-label={`${chip.label}: ${chip.value} filtresini kaldır`}
            className="inline-flex h-control max-w-full items-center gap-1 rounded-full border border-brand-line bg-brand-soft pr-2 pl-3 text-brand-ink text-sm transition-colors hover:border-brand-ink sm:pointer-fine:h-7"
          >
            <span className="truncate">
              {chip.label}: <strong className="font-semibold">{chip.value}</strong>
            </span>
            <X aria-hidden className="size-4 shrink-0" />
          </button>
        </li>
      ))}
      {onClear && (
        <li>
          <ClearFilters variant="ghost" size="small" onClear={onClear} />
        </li>
      )}
    </ul>
  )
}
