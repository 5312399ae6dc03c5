import { PRODUCT_LEVEL_LABELS, PRODUCT_LEVELS } from '#contract/products.ts'
import { ACTIVE_OPTIONS } from '../../ui/active-filter.ts'
import { Select } from '../../ui/select.tsx'
import type { ProductFilter } from './use-product-filter.ts'

/** The filters of a list of products by stock level and by state. */
export function LevelAndStateSelects({ filter: { query, set } }: { filter: ProductFilter }) {
  return (
    <>
      <Select
        aria-label="Stok düzeyi"
        placeholder="Tüm stoklar"
        options={PRODUCT_LEVELS.map(value => ({ value, label: PRODUCT_LEVEL_LABELS[value] }))}
        value={query.level ?? ''}
        onChange={({ target }) => set({ level: target.value })}
      />
      <Select
        aria-label="Durum"
        placeholder="Aktif ve pasif"
        options={ACTIVE_OPTIONS}
        value={query.is_active ?? ''}
        onChange={({ target }) => set({ active: target.value })}
      />
    </>
  )
}
