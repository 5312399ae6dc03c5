import { useState } from 'react'
import { type LotFigures, type LotState, NEAR_DAYS, URGENT_DAYS } from '#contract/lots.ts'
import { ListFilters } from '../../ui/list-filters.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { NumberInput } from '../../ui/number-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { CategorySelect } from '../inventory/category-select.tsx'
import { daysIn, type LotFilter } from './lot-filter.ts'

type LotFiltersProps = { filter: LotFilter; figures: LotFigures | undefined }

/** The controls above the list of lots: the states with their numbers of lots, the search, and the other filters. */
export function LotFilters({ filter, figures }: LotFiltersProps) {
  const { query, chips, set } = filter
  return (
    <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center sm:gap-2">
      <States filter={filter} figures={figures} />
      <div className="min-w-0 flex-1 max-lg:basis-full">
        <ListFilters
          label="Parti filtreleri"
          search={{
            label: 'Parti no, ürün veya barkod ara',
            value: query.search,
            onSearch: search => set({ search }),
          }}
          chips={chips.filter(({ key }) => key === 'category' || key === 'days')}
        >
          <Selects filter={filter} />
        </ListFilters>
      </div>
    </div>
  )
}

function States({ filter: { state, set }, figures }: LotFiltersProps) {
  const phone = useIsPhoneWidth()
  const options: { value: LotState; label: string; count?: number }[] = [
    { value: 'on_hand', label: 'Eldeki' },
    { value: 'expired', label: 'Tarihi geçen', count: figures?.expired_count ?? 0 },
    { value: 'blocked', label: 'Engellenen', count: figures?.blocked_count ?? 0 },
    // A phone has no room for this state; a search without results offers it.
    ...(phone ? [] : [{ value: 'all' as const, label: 'Bitenlerle' }]),
  ]
  return (
    <Segmented
      label="Partilerin durumu"
      value={state}
      options={options}
      onChange={chosen => set({ state: chosen === 'on_hand' ? '' : chosen })}
      // At 320 px all words fit in.
      className="max-[22rem]:*:gap-1! max-[22rem]:*:px-1.5! max-[22rem]:*:text-xs! max-sm:justify-self-start"
    />
  )
}

const SPANS = [URGENT_DAYS, NEAR_DAYS, 60, 90]
const OWN = 'own'

function Selects({ filter }: { filter: LotFilter }) {
  const { query, set, days } = filter
  const [isOwn, setOwn] = useState(isOwnSpan(days))
  const [typed, setTyped] = useState(days)
  const [seen, setSeen] = useState(days)
  if (days !== seen) {
    setSeen(days)
    // Changed by something other than the field (a removed filter, the back button).
    if (days !== typed) {
      setOwn(isOwnSpan(days))
      setTyped(days)
    }
  }
  return (
    <>
      <CategorySelect value={query.category} onChoose={category => set({ category })} />
      <Select
        aria-label="Kalan gün"
        placeholder="Tüm tarihler"
        options={[
          ...SPANS.map(span => ({ value: String(span), label: `${span} gün içinde` })),
          { value: OWN, label: 'Gün sayısı yaz' },
        ]}
        value={isOwn ? OWN : (days?.toString() ?? '')}
        onChange={({ target: { value } }) => {
          setOwn(value === OWN)
          setTyped(days)
          if (value !== OWN) set({ days: value })
        }}
      />
      {isOwn && (
        <OwnDays
          typed={typed}
          onType={value => {
            setTyped(value)
            if (value === undefined || daysIn(String(value)) !== undefined) set({ days: value?.toString() ?? '' })
          }}
        />
      )}
    </>
  )
}

/** Whether a number of days has to be typed, as it is not among the choices. */
const isOwnSpan = (days: number | undefined) => days !== undefined && !SPANS.includes(days)

/** A field for any number of days; an invalid one leaves the list as it is. */
function OwnDays({ typed, onType }: { typed: number | undefined; onType: (days: number | undefined) => void }) {
  return (
    <NumberInput
      aria-label="Kaç gün içinde"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was chosen to type this
      autoFocus={typed === undefined}
      decimals={0}
      suffix="gün"
      className="sm:w-28"
      value={typed}
      onValue={onType}
    />
  )
}
