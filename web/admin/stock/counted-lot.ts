import { packageIn } from '#contract/gs1-packages.ts'
import {
  expiryKindOf,
  expiryText,
  isSameLotCode,
  type LotLabel,
  type LotQuantity,
  lotText,
} from '#contract/lot-labels.ts'
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

/** The label of a known lot; `on_hand` is 0 if nothing is left of it, and missing if it is counted only. */
export type KnownLot = Pick<LotQuantity, 'code' | 'expires_on' | 'expiry_kind'> & { on_hand?: number }

/**
 * Whether a scan with this lot, or without one, is for the same lot as an entry. One with the same code and without an
 * expiry is, unless it names another known lot.
 */
export function isOfSameLot(
  { lot }: Pick<CountLine, 'lot'>,
  scanned: LotLabel | undefined,
  known: readonly KnownLot[],
) {
  if (scanned === undefined || lot === undefined) return true
  if (lot === null) return false
  const named = knownLotOf(known, scanned)
  if (isSameLot(knownLotOf(known, lot) ?? lot, named ?? scanned)) return true
  return !named && !scanned.expires_on && isSameLotCode(lot.code, scanned.code)
}

/** Whether two labels name the same lot. */
export const isSameLot = (a: LotLabel, b: LotLabel) =>
  isSameLotCode(a.code, b.code) && (a.expires_on ?? null) === (b.expires_on ?? null)

/**
 * The known lot with a label, on hand or counted; one without an expiry also names the only lot with its code, as for
 * the server.
 */
export function knownLotOf(known: readonly KnownLot[], label: LotLabel): KnownLot | undefined {
  const same = presentWithCode(known, label)
  const [only, ...others] = same
  return same.find(lot => isSameLot(lot, label)) ?? (label.expires_on || others.length > 0 ? undefined : only)
}

const presentWithCode = (known: readonly KnownLot[], label: LotLabel) =>
  known.filter(({ code, on_hand }) => on_hand !== 0 && isSameLotCode(code, label.code))

const isOfKind = (one: LotLabel, lot: LotLabel) => expiryKindOf(one.expiry_kind) === expiryKindOf(lot.expiry_kind)

/**
 * The question about an entry whose lot is unknown although its code is: which of the known expiries is right, if it is
 * not that of the entry. Of a lot with goods whose kind of expiry is another one, only its own is right, as for the
 * server; one of which nothing is left would get the kind of the entry.
 */
export function questionAbout(
  { lot, new_lot }: Pick<CountLine, 'lot' | 'new_lot'>,
  known: readonly KnownLot[],
): { text: string; known: readonly KnownLot[] } | undefined {
  if (!lot) return undefined
  const named = knownLotOf(known, lot)
  if (named?.on_hand && lot.expires_on && !isOfKind(named, lot))
    return { text: `Bu parti ${expiryText(lot.expires_on, named.expiry_kind)} olarak kayıtlı.`, known: [named] }
  const isConfirmed = new_lot && isSameLot(new_lot, lot)
  if (named || (isConfirmed && isOfKind(new_lot, lot))) return undefined
  const emptied = known.filter(one => one.on_hand === 0 && isSameLot(one, lot) && !isOfKind(one, lot))
  const same = [...(isConfirmed ? [] : presentWithCode(known, lot)), ...emptied]
  if (same.length === 0 || dayFault(lot.expires_on ?? '')) return undefined
  const texts = same.map(one => (one.expires_on ? expiryText(one.expires_on, one.expiry_kind) : 'tarihsiz'))
  return { text: `Bu parti ${listText(texts)} olarak kayıtlı.`, known: same }
}

/** 'A, B ve C'. The oldest supported browsers have no `Intl.ListFormat`. */
const listText = (texts: readonly string[]) => texts.join(', ').replace(/, ([^,]*)$/, ' ve $1')

/** The fault of a line's lot, in Turkish; `undefined` if the line can be added. */
export function lotFaultOf({ product, lot }: Pick<CountLine, 'product' | 'lot'>): string | undefined {
  if ((product.lot_tracking ?? 'off') === 'off' || lot === null) return undefined
  if (lot === undefined) return 'Partiyi seçin'
  return lot.code.trim() === '' ? 'Parti numarasını yazın' : dayFault(lot.expires_on ?? '')
}

/** A counted lot in words. */
export const countedLotText = ({ code, expires_on = null, expiry_kind = null }: LotLabel) =>
  lotText({ code, expires_on, expiry_kind })
