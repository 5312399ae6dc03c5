import * as z from 'zod/mini'
import { Quantity } from '#checked/fields.ts'
import { ExpiryKind } from '#checked/lot-labels.ts'
import type { ScannedPackage } from '#contract/gs1-packages.ts'
import { type AdminProduct, LOT_TRACKINGS } from '#contract/products.ts'
import { randomId } from '../../random-id.ts'

export const Line = z.object({
  // This and what belongs to lots is missing in drafts of earlier versions.
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
  /** The questions about the lot that were answered. */
  answered: z._default(z.array(z.string()), []),
})
export type ReceiptLine = z.output<typeof Line>

const MAX_QUANTITY = 1_000_000

/**
 * Adds a product to the lines, or raises the quantity of its line; that line becomes the first. What the scanned code `said`
 * decides on the lot's line and, if it says how much it contains, on the quantity.
 */
export function withProduct(lines: readonly ReceiptLine[], product: AdminProduct, said: ScannedPackage | undefined) {
  const { lot_tracking } = product
  const lot = lot_tracking === 'off' ? NO_LOT : lotOf(said)
  const present = lineOf(lines, product, lot)
  const line = present ?? newLine(product, lot)
  const quantity = Math.min(line.quantity + quantityIn(said, product), MAX_QUANTITY)
  const expiry = line.expires_on === '' && lot.expires_on !== '' && { ...lot, code: line.code || lot.code }
  return {
    lines: [{ ...line, ...expiry, lot_tracking, quantity }, ...lines.filter(other => other !== present)],
    id: line.id,
  }
}

/** How much one scan adds: the count that the code says, or of goods sold by the kilogram its weight, unless that is no whole number. */
function quantityIn(said: ScannedPackage | undefined, { unit }: AdminProduct): number {
  if (said?.count) return said.count
  const weight = unit === 'KG' ? said?.net_weight_kg : undefined
  return weight && Number.isInteger(weight) ? weight : 1
}

/** Whether two codes name the same lot: capitals make no difference. */
export const isSameCode = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Whether lot and expiry are entered for a line. */
export const hasLotFields = ({ lot_tracking, code, expires_on }: ReceiptLine) =>
  lot_tracking !== 'off' || code !== '' || expires_on !== ''

/** Why a line cannot be booked without another code, in Turkish. */
export function codeFault({ lot_tracking, code, expires_on }: ReceiptLine): string | undefined {
  if (code !== '') return undefined
  if (lot_tracking === 'required') return 'Parti numarasını yazın'
  return expires_on === '' ? undefined : 'Tarihle birlikte parti numarasını da yazın ya da tarihi silin'
}

type Lot = Pick<ReceiptLine, 'code' | 'expires_on' | 'expiry_kind'>

const NO_LOT: Lot = { code: '', expires_on: '', expiry_kind: 'skt' }

const lotOf = (said: ScannedPackage | undefined): Lot => ({
  code: said?.lot ?? '',
  expires_on: said?.expires_on ?? '',
  expiry_kind: said?.expiry_kind ?? 'skt',
})

/**
 * The line that a scan is for. One that names a lot or an expiry is for the line of that lot; any other for the only line of
 * its product, or, among several lots, for the one without a code.
 */
function lineOf(lines: readonly ReceiptLine[], { id, lot_tracking }: AdminProduct, lot: Lot) {
  const same = lines.filter(({ product_id }) => product_id === id)
  if (lot_tracking === 'off') return same[0]
  if (lot.code === '' && lot.expires_on === '') return same.length > 1 ? same.find(({ code }) => code === '') : same[0]
  return same.find(
    ({ code, expires_on }) =>
      (isSameCode(code, lot.code) || (lot.code === '' && expires_on === lot.expires_on)) &&
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
