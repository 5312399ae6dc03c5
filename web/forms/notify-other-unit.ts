import { formatNumber } from '#contract/money.ts'
import { toast } from '../ui/toaster.tsx'

/** Says that a kept number of a product was not filled in again, as it was typed in another unit. */
export function notifyOtherUnit(
  product: { name: string; unit: string },
  what: 'miktar' | 'stok',
  typed: number | string | undefined,
  typedUnit: string,
) {
  const text = typeof typed === 'number' ? (Number.isNaN(typed) ? '' : formatNumber(typed)) : typed
  const description = `Yazdığınız ${what} geri getirilmedi: ${text} ${typedUnit}`
  toast.warning(`${product.name}: birim artık ${product.unit}`, text ? { description } : {})
}
