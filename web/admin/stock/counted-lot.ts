import { packageIn } from '#contract/gs1-packages.ts'
import { isSameLotCode, type LotLabel, lotText } from '#contract/lot-labels.ts'
import type { AdminProduct } from '#contract/products.ts'
import { today } from '../../ui/clock.ts'
import { dayFault } from '../../ui/day-text.ts'
import type { CountLine } from './count-outbox.ts'

// The lot of an entry of a count.

/** The lot in the scanned code of a product, if the product has lots. */
export function lotIn({ lot_tracking }: Pick<AdminProduct, 'lot_tracking'>, scanned: string): LotLabel | undefined {
  if (lot_tracking === 'off' || scanned === '') return undefined
  const label = packageIn(scanned, today())
  return label?.lot
    ? { code: label.lot, expires_on: label.expires_on ?? null, expiry_kind: label.expiry_kind ?? null }
    : undefined
}

/** Whether a scan with this lot, or without one, is for the same lot as an entry. */
export const isOfSameLot = ({ lot }: Pick<CountLine, 'lot'>, scanned: LotLabel | undefined) =>
  scanned === undefined || lot === undefined || (lot !== null && isSameLot(lot, scanned))

/** Whether two labels name the same lot. */
export const isSameLot = (a: LotLabel, b: LotLabel) =>
  isSameLotCode(a.code, b.code) && (a.expires_on ?? null) === (b.expires_on ?? null)

/** The fault of a line's lot, in Turkish; `undefined` if the line can be added. */
export function lotFaultOf({ product, lot }: Pick<CountLine, 'product' | 'lot'>): string | undefined {
  if ((product.lot_tracking ?? 'off') === 'off' || lot === null) return undefined
  if (lot === undefined) return 'Partiyi seçin'
  return lot.code.trim() === '' ? 'Parti numarasını yazın' : dayFault(lot.expires_on ?? '')
}

/** A counted lot in words. */
export const countedLotText = ({ code, expires_on = null, expiry_kind = null }: LotLabel) =>
  lotText({ code, expires_on, expiry_kind })
