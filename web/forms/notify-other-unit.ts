import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'

/** Says that a kept quantity of a product was not filled in again, as it was typed in another unit than `unit`. */
export function notifyOtherUnit(product: { name: string; unit: string }, kept: number | undefined, keptUnit: string) {
  const description = `Yazdığınız miktar geri getirilmedi: ${wholeText(kept ?? Number.NaN)} ${keptUnit}`
  const isNumber = kept !== undefined && Number.isFinite(kept)
  toast.warning(`${product.name}: birim artık ${product.unit}`, isNumber ? { description } : {})
}
