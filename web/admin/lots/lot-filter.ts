import { LOT_STATES } from '#contract/lots.ts'
import type { Warehouse } from '#contract/products.ts'
import { daysLater } from '#contract/turkish.ts'
import { today } from '../../ui/clock.ts'
import { useAddress } from '../../ui/query-params.ts'
import { chipsOf } from '../../ui/toolbar.tsx'

/** The largest number of days ahead that the filter accepts. */
const MAX_DAYS = 3650

type FilterName = 'search' | 'category' | 'state' | 'days'

/** The filters of the list of lots, read from the URL; invalid values are ignored. */
export function useLotFilter(warehouse: Warehouse | undefined) {
  const { read, write } = useAddress()
  const state = LOT_STATES.find(one => one === read('state')) ?? 'on_hand'
  const days = daysIn(read('days'))
  const [search, category] = [read('search'), read('category')]
  const chip = chipsOf<FilterName>(write)
  return {
    state,
    days,
    query: {
      warehouse,
      search,
      category,
      state: state === 'on_hand' ? undefined : state,
      expires_until: days === undefined ? undefined : daysLater(today(), days),
    },
    set: (changes: Partial<Record<FilterName, string>>) => write(changes),
    clear: () => write({ search: '', category: '', state: '', days: '' }),
    chips: [
      ...chip('search', 'Arama', search),
      ...chip('category', 'Kategori', category),
      ...chip('days', 'Tarih', days === undefined ? undefined : `${days} gün içinde`),
      // The other states are chosen above the list.
      ...chip('state', 'Durum', state === 'all' ? 'Bitenlerle' : undefined),
    ],
  }
}

export type LotFilter = ReturnType<typeof useLotFilter>

/** A whole number of days, or `undefined`. */
export function daysIn(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) && Number(text) <= MAX_DAYS ? Number(text) : undefined
}
