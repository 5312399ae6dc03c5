import * as z from 'zod/mini'
import { ExpiryKind } from '#checked/lot-labels.ts'
import { Quantity } from '#checked/quantity.ts'
import type { ScannedPackage } from '#contract/gs1-packages.ts'
import { expiryKindOf, isSameLotCode } from '#contract/lot-labels.ts'
import { type AdminProduct, LOT_TRACKINGS } from '#contract/products.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { randomId } from '../../random-id.ts'
import { quantityIn } from './package-quantity.ts'

export const Line = z.object({
  // Drafts of earlier versions have neither this field nor the fields of lots.
  id: z._default(z.string(), ''),
  product_id: z.string(),
  name: z.string(),
  brand: z.string(),
  unit: z.string(),
  category: z.string(),
  warehouse: z.optional(z.string()),
  image_url: z.nullable(z.string()),
  quantity: Quantity,
  lot_tracking: z._default(z.enum(LOT_TRACKINGS), 'off'),
  /** The lot's code, '' for none. */
  code: z._default(z.string(), ''),
  /** YYYY-MM-DD, '' for none. */
  expires_on: z._default(z.string(), ''),
  expiry_kind: z._default(ExpiryKind, 'skt'),
  /** The keys of the answered questions about the lot. */
  answered: z._default(z.array(z.string()), []),
})
export type ReceiptLine = z.output<typeof Line>

/**
 * Adds a product to the lines, or raises the quantity of its line; that line becomes the first. `label`, the data in
 * the scanned code, determines the lot and, without `added` and if it states its contents, the quantity.
 */
export function withProduct(
  lines: readonly ReceiptLine[],
  product: AdminProduct,
  label: ScannedPackage | undefined,
  added = quantityIn(label, product),
) {
  const { lot_tracking } = product
  const lot = lot_tracking === 'off' ? NO_LOT : lotOf(label)
  const present = lineOf(lines, product, lot)
  const line = present ?? newLine(product, lot)
  const quantity = Math.min(line.quantity + added, MAX_QUANTITY)
  const expiry = line.expires_on === '' && lot.expires_on !== '' && { ...lot, code: line.code || lot.code }
  return {
    lines: [{ ...line, ...expiry, lot_tracking, quantity }, ...lines.filter(other => other !== present)],
    id: line.id,
  }
}

/** The lines without the quantities that were booked; the same array if none of them was. */
export function withoutBooked(lines: ReceiptLine[], booked: readonly ReceiptLine[]) {
  const bookedOf = new Map(booked.map(({ id, quantity }) => [id, quantity]))
  if (!lines.some(({ id }) => bookedOf.has(id))) return lines
  return lines.flatMap(line => {
    const quantity = line.quantity - (bookedOf.get(line.id) ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** Whether lot and expiry are entered for a line. */
export const hasLotFields = ({ lot_tracking, code, expires_on }: ReceiptLine) =>
  lot_tracking !== 'off' || code !== '' || expires_on !== ''

/** The fault of a line's code, in Turkish; `undefined` if the line can be booked. */
export function codeFault({ lot_tracking, code, expires_on }: ReceiptLine): string | undefined {
  if (code !== '') return undefined
  if (lot_tracking === 'required') return 'Parti numarasını yazın'
  return expires_on === '' ? undefined : 'Tarihle birlikte parti numarasını da yazın ya da tarihi silin'
}

type Lot = Pick<ReceiptLine, 'code' | 'expires_on' | 'expiry_kind'>

const NO_LOT: Lot = { code: '', expires_on: '', expiry_kind: 'skt' }

const lotOf = (label: ScannedPackage | undefined): Lot => ({
  code: label?.lot ?? '',
  expires_on: label?.expires_on ?? '',
  expiry_kind: expiryKindOf(label?.expiry_kind),
})

/**
 * The line that a scan is for, in the unit that the product has now: with a lot or an expiry, the line of that lot;
 * otherwise the only line of its product or, among several, the one without a code.
 */
function lineOf(lines: readonly ReceiptLine[], { id, unit, lot_tracking }: AdminProduct, lot: Lot) {
  const same = lines.filter(line => line.product_id === id && line.unit === unit)
  if (lot_tracking === 'off') return same[0]
  if (lot.code === '' && lot.expires_on === '') return same.length > 1 ? same.find(({ code }) => code === '') : same[0]
  return same.find(
    ({ code, expires_on }) =>
      (isSameLotCode(code, lot.code) || (lot.code === '' && expires_on === lot.expires_on)) &&
      (expires_on === '' || lot.expires_on === '' || expires_on === lot.expires_on),
  )
}

const newLine = (
  { id: product_id, name, brand, unit, category, warehouse, image_url, lot_tracking }: AdminProduct,
  lot: Lot,
): ReceiptLine => ({
  id: randomId(),
  product_id,
  name,
  brand,
  unit,
  category,
  warehouse,
  image_url,
  quantity: 0,
  lot_tracking,
  ...lot,
  answered: [],
})
