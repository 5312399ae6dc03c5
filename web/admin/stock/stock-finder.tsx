import type { Ref } from 'react'
import { type AdminProduct, WAREHOUSES } from '#contract/products.ts'
import { session } from '../../current-session.ts'
import { Field } from '../../ui/field.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Select } from '../../ui/select.tsx'
import { ProductFinder } from '../products/product-finder.tsx'
import { ScanSoundSwitch } from '../scanning/scan-sound-switch.tsx'

type StockFinderProps = {
  /** `scanned` is the whole code of a scan, `quantity` what was typed for a stored one. */
  onChoose: (product: AdminProduct, byBarcode: boolean, scanned: string, quantity?: number) => unknown
  /** The element to pass to `focusFinder`. */
  place?: Ref<HTMLDivElement>
  /** In a blind count the stock is not shown. */
  hidesStock?: boolean
}

/** Finds products one after the other, in one warehouse or both; accepts scans wherever the focus is. */
export function StockFinder({ onChoose, place, hidesStock = false }: StockFinderProps) {
  const { read, write } = useAddress()
  const mode = read('mode') || 'add'
  const warehouse = WAREHOUSES.find(one => one === read('warehouse'))
  return (
    <div
      ref={place}
      className="grid min-w-0 grid-cols-[1fr_auto] gap-3 max-sm:items-end sm:grid-cols-[1fr_11rem_auto] sm:[&>button]:mt-6 max-sm:[&>:first-child]:col-span-2"
    >
      <ProductFinder
        label="Ürün bulun veya barkod okutun"
        anywhere
        slash
        isIndexed
        // A correction stores none: of several scans taken together, only the last product would be seen.
        scanScreen={mode === 'edit' ? undefined : scanScreenOf(mode, read('count'))}
        hidesStock={hidesStock}
        hasCamera={mode === 'add'}
        warehouse={warehouse}
        onChoose={(product, byBarcode = false, scanned = '', quantity) =>
          product && onChoose(product, byBarcode, scanned, quantity)
        }
      />
      <Field label="Depo">
        <Select
          placeholder="Tüm depolar"
          options={WAREHOUSES.map(value => ({ value, label: value }))}
          value={warehouse ?? ''}
          onChange={({ target }) => write({ warehouse: target.value }, { skipsLeaveCheck: true })}
        />
      </Field>
      <ScanSoundSwitch />
    </div>
  )
}

/** The name under which a screen's scans are stored: a count's are shared, those of a receipt are its user's own. */
export const scanScreenOf = (mode: string, count_id: string) =>
  `${mode}:${mode === 'add' ? (session()?.user.id ?? '') : count_id}`

/** Focuses the finder's input. */
export const focusFinder = (place: HTMLElement | null) =>
  place?.querySelector<HTMLElement>('[role=combobox]')?.focus({ preventScroll: true })
