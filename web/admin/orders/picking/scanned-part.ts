import { spellingsOf } from '#contract/barcode-spellings.ts'
import { barcodeIn } from '#contract/gs1.ts'
import { packageIn, type ScannedPackage } from '#contract/gs1-packages.ts'
import { isSameLotCode, lotText } from '#contract/lot-labels.ts'
import type { PickingLine } from '#contract/order-lots.ts'
import { handOutFault } from './lot-warning.ts'

/** A part of a line that is picked in one go: the quantity from one lot, or the quantity without a lot. */
export type Part = { key: string; lot: PickingLine['lots'][number] | undefined; quantity: number; text: string }

/** The parts of a line, in the order in which they are picked. */
export function partsOf({ product_id, lots, without_lot, has_lots }: PickingLine): Part[] {
  const named = lots.map(lot => ({
    key: partKey(product_id, lot.lot_id, lot.quantity),
    lot,
    quantity: lot.quantity,
    text: lotText(lot),
  }))
  if (without_lot === 0) return named
  return [
    ...named,
    { key: `${product_id} ${without_lot}`, lot: undefined, quantity: without_lot, text: has_lots ? 'Partisiz' : '' },
  ]
}

/** The key of the part that a line gets from a lot: another quantity is another part, which is not ticked yet. */
export const partKey = (product_id: string, lot_id: string, quantity: number) => `${product_id} ${lot_id} ${quantity}`

/**
 * What a scan refers to: a part of a line, another lot for the lines with its barcode (offers have that of their
 * source), or a product that is not in the order.
 */
export type ScannedPart =
  | { kind: 'part'; line: PickingLine; part: Part; wasTicked: boolean }
  | { kind: 'other_lot'; lines: PickingLine[]; label: ScannedPackage }
  | { kind: 'absent'; barcode: string }

/**
 * Finds what a scanned code refers to in an order. A code without a lot refers to the next part of its product that is
 * not ticked yet, first to one that may be handed out; once all are ticked, also. `today` (YYYY-MM-DD) is needed to read the code's dates.
 */
export function scannedPart(
  lines: readonly PickingLine[],
  ticked: ReadonlySet<string>,
  code: string,
  today: string,
): ScannedPart {
  const barcode = barcodeIn(code)
  const spellings = spellingsOf(barcode)
  const own = lines.filter(line => line.barcode !== null && spellings.includes(line.barcode))
  const parts = own.flatMap(line => partsOf(line).map(part => ({ line, part, wasTicked: ticked.has(part.key) })))
  const label = packageIn(code, today)
  const withLots = own.filter(({ has_lots }) => has_lots)
  const isNamed = label !== undefined && (label.lot !== null || label.expires_on !== null)
  const fitting =
    isNamed && withLots.length > 0 ? parts.filter(({ part }) => part.lot && isLot(label, part.lot)) : parts
  const open = fitting.filter(({ wasTicked }) => !wasTicked)
  const mayLeave = ({ line, part }: (typeof parts)[number]) => !part.lot || handOutFault(part.lot, line) === undefined
  const found = open.find(mayLeave) ?? open[0] ?? fitting.find(mayLeave) ?? fitting[0]
  if (found) return { kind: 'part', ...found }
  if (withLots.length === 0 || !label) return { kind: 'absent', barcode }
  return { kind: 'other_lot', lines: withLots, label }
}

/** Whether a package can be of a lot: code and expiry agree, as far as the package states them. */
export const isLot = (
  label: Pick<ScannedPackage, 'lot' | 'expires_on'>,
  { code, expires_on }: { code: string; expires_on: string | null },
) =>
  (label.lot === null || isSameLotCode(label.lot, code)) &&
  (label.expires_on === null || expires_on === null || label.expires_on === expires_on)

type Share = { lot_id: string; quantity: number }

/** The lots with nothing but their quantities, as a request names those that the user saw. */
export const sharesOf = (lots: readonly Share[]): Share[] => lots.map(({ lot_id, quantity }) => ({ lot_id, quantity }))

/**
 * The lots of a line after another lot has replaced the parts that are not ticked yet, as far as its free quantity
 * suffices; the rest stays with the previous lots.
 */
export function withLot(line: PickingLine, ticked: ReadonlySet<string>, lot: { id: string; free: number }) {
  const parts = partsOf(line)
  const isOpen = (part: Part) => !ticked.has(part.key)
  const open = parts.filter(isOpen)
  const quantity = Math.min(lot.free, sumOf(open))
  let left = sumOf(open) - quantity
  const lots: Share[] = [{ lot_id: lot.id, quantity }]
  for (const part of parts) {
    // Also not if the lot is in the line already: after a request that was saved although its reply was lost.
    if (!part.lot || (isOpen(part) && part.lot.lot_id === lot.id)) continue
    const kept = isOpen(part) ? Math.min(left, part.quantity) : part.quantity
    if (isOpen(part)) left -= kept
    if (kept > 0) lots.push({ lot_id: part.lot.lot_id, quantity: kept })
  }
  return { quantity, lots }
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { quantity }) => sum + quantity, 0)
