import type { Ref } from 'react'
import { type AdminProduct, WAREHOUSES } from '#contract/catalogue.ts'
import { useAddress } from '../../ui/address.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { ProductFinder } from '../products/product-finder.tsx'

type StockFinderProps = {
  onChoose: (product: AdminProduct, byBarcode: boolean) => unknown
  /** The element to pass to `focusFinder`. */
  place?: Ref<HTMLDivElement>
}

/** Finds products one after the other, in one warehouse or both; accepts scans wherever the focus is. */
export function StockFinder({ onChoose, place }: StockFinderProps) {
  const { read, write } = useAddress()
  const warehouse = WAREHOUSES.find(one => one === read('warehouse'))
  return (
    <div ref={place} className="grid min-w-0 gap-3 sm:grid-cols-[1fr_11rem]">
      <ProductFinder
        label="Ürün bulun veya barkod okutun"
        anywhere
        slash
        warehouse={warehouse}
        onChoose={(product, byBarcode = false) => product && onChoose(product, byBarcode)}
      />
      <Field label="Depo">
        <Select
          placeholder="Tüm depolar"
          options={WAREHOUSES.map(value => ({ value, label: value }))}
          value={warehouse ?? ''}
          onChange={({ target }) => write({ warehouse: target.value }, { keeps: true })}
        />
      </Field>
    </div>
  )
}

/** Focuses the finder's input. */
export const focusFinder = (place: HTMLElement | null) =>
  place?.querySelector<HTMLElement>('[role=combobox]')?.focus({ preventScroll: true })
