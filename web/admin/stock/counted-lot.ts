import { packageIn } from '#contract/gs1-packages.ts'
import { type LotLabel, lotText } from '#contract/lot-labels.ts'
import type { AdminProduct } from '#contract/products.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { dayFault } from '../../ui/day-text.ts'
import type { CountLine } from './count-outbox.ts'
import { isSameCode } from './receipt-lines.ts'

// The lot of an entry of a count.

/** The lot that the scanned code of a product names, if the product has lots. */
export function lotIn({ lot_tracking }: Pick<AdminProduct, 'lot_tracking'>, scanned: string): LotLabel | undefined {
  if (lot_tracking === 'off' || scanned === '') return undefined
  const said = packageIn(scanned, istanbulDay(new Date()))
  return said?.lot
    ? { code: said.lot, expires_on: said.expires_on ?? null, expiry_kind: said.expiry_kind ?? null }
    : undefined
}

/** Whether a scan that names this lot, or none, is of the goods of an entry. */
export const isOfSameLot = ({ lot }: Pick<CountLine, 'lot'>, scanned: LotLabel | undefined) =>
  scanned === undefined || lot === undefined || (lot !== null && isSameLot(lot, scanned))

/** Whether two labels name the same lot. */
export const isSameLot = (a: LotLabel, b: LotLabel) =>
  isSameCode(a.code, b.code) && (a.expires_on ?? null) === (b.expires_on ?? null)

/** Why a line cannot be added without another lot, in Turkish. */
export function lotFaultOf({ product, lot }: Pick<CountLine, 'product' | 'lot'>): string | undefined {
  if ((product.lot_tracking ?? 'off') === 'off' || lot === null) return undefined
  if (lot === undefined) return 'Partiyi seçin'
  return lot.code.trim() === '' ? 'Parti numarasını yazın' : dayFault(lot.expires_on ?? '')
}

/** A counted lot in words. */
export const countedLotText = ({ code, expires_on = null, expiry_kind = null }: LotLabel) =>
  lotText({ code, expires_on, expiry_kind })
