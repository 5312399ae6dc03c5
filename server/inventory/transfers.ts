import { type ExpiryKind, expiryText } from '#contract/lot-labels.ts'
import { formatNumber } from '#contract/money.ts'
import { MAIN_WAREHOUSE, WAREHOUSES, type Warehouse } from '#contract/products.ts'
import { MAX_STOCK, stockTooLarge } from '#contract/quantity.ts'
import type { NewTransfer, Transferred } from '#contract/transfers.ts'
import { counterpartIn } from '../catalogue/counterparts.ts'
import { insertProducts } from '../catalogue/products.ts'
import { type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { Refusal, refuse, refuseField, sentence } from '../http/refusal.ts'
import { blockExpiredOf } from '../lots/expiry-blocks.ts'
import { adjustPicks } from '../lots/later-lots.ts'
import { refuseOtherUnit, unitsOf } from '../stock/changed-units.ts'
import { type Arrivals, availableOf, type Figures, lockStock, move } from '../stock/ledger.ts'
import { recordOrigins } from '../stock/lot-origins.ts'
import {
  allowSalePastExpiry,
  effectOn,
  findOrCreateLots,
  freeOf,
  isBlocked,
  type LotChange,
  lockLots,
  otherKinds,
  type StoredLot,
} from '../stock/lots.ts'

type By = { actor: Actor; now: Date; arrivals: Arrivals }

/**
 * Moves goods to the same product in the other warehouse, all lines or none; a product belongs to one warehouse. Lines
 * of one product are merged. Only available goods may be moved, not those of open orders; expired lots are blocked
 * before. Lots go with their goods, and a recall of either lot finds the other one.
 */
export async function transferGoods(tx: Tx, by: By, { items, notes }: NewTransfer): Promise<Transferred[]> {
  // Two concurrent transfers would each create the product that is missing in the other warehouse.
  await takeAdvisoryLock(tx, 'transfer')
  const lines: Line[] = []
  for (const [id, { quantity, named }] of mergeItems(items)) {
    const from = await productOf(tx, id)
    if (!from) refuseField('invalid_input', fieldOf(items, id), 'Ürün bulunamadı')
    if (await isOffer(tx, id))
      refuseField('invalid_input', fieldOf(items, id), 'Fırsat ürünü aktarılamaz; önce fırsatı bitirin')
    for (const [i, item] of items.entries())
      if (item.product_id === id) refuseOtherUnit(item.unit, from.unit, `items.${i}.unit`)
    const to = await targetOf(tx, by, from)
    if (to.unit !== from.unit) refuseField('transfer_unit_differs', fieldOf(items, id), from.name, to.warehouse)
    lines.push({ from, to, quantity, named })
  }
  const ids = lines.flatMap(({ from, to }) => [from.id, to.id])
  const locked = await lockStock(tx, ids)
  const units = await unitsOf(tx, ids)
  // A product has been deleted or has got another unit since it was read; a repetition reads it again.
  if (lines.flatMap(({ from, to }) => [from, to]).some(({ id, unit }) => units.get(id) !== unit)) refuse('not_ready')
  // The job may not have done so yet, and goods past their use-by date must not be sold in the other warehouse.
  for (const [id, { in_lots }] of locked) if (in_lots > 0) await blockExpiredOf(tx, id, by.now)
  const transferred = new Map<string, Transferred>()
  for (const round of inRounds(lines))
    for (const one of await moveLines(tx, by, { items, notes }, round)) transferred.set(one.product_id, one)
  return lines.flatMap(({ from }) => transferred.get(from.id) ?? [])
}

/** The lines in rounds in which each product occurs once, as lines may share a target, or be each other's reverse. */
function inRounds(lines: readonly Line[]): Line[][] {
  const rounds: Line[][] = []
  const nextOf = new Map<string, number>()
  for (const line of lines) {
    const ids = [line.from.id, line.to.id]
    const at = Math.max(...ids.map(id => nextOf.get(id) ?? 0))
    rounds[at] = [...(rounds[at] ?? []), line]
    for (const id of ids) nextOf.set(id, at + 1)
  }
  return rounds
}

/** Moves the goods of lines in which each product occurs once. */
async function moveLines(
  tx: Tx,
  by: By,
  { items, notes }: NewTransfer,
  lines: readonly Line[],
): Promise<Transferred[]> {
  const stock = await lockStock(
    tx,
    lines.flatMap(({ from, to }) => [from.id, to.id]),
  )
  const faults = lines.flatMap(({ from, quantity }) => {
    const figures = stock.get(from.id)
    const most = figures ? Math.max(0, availableOf(figures)) : 0
    if (quantity <= most) return []
    const message = sentence('transfer_too_much', from.name, `${formatNumber(most)} ${from.unit}`)
    return [{ field: fieldOf(items, from.id), message }]
  })
  if (faults[0]) throw new Refusal('transfer_too_much', faults[0].message, faults)
  for (const { from, to, quantity } of lines)
    if ((stock.get(to.id)?.on_hand ?? 0) + quantity > MAX_STOCK)
      refuseField('invalid_input', fieldOf(items, from.id), stockTooLarge())
  const lots = await lotsThatGo(tx, items, lines, stock, by.now)
  const moves = lines.flatMap(({ from, to, quantity }) => {
    const note = noteOf(from.warehouse, to.warehouse, notes)
    const { leaving = [], arriving = [] } = lots.get(from.id) ?? {}
    return [
      { product_id: from.id, on_hand: -quantity, lots: leaving, note },
      { product_id: to.id, on_hand: quantity, lots: arriving, note },
    ]
  })
  await move(tx, moves, { reason: 'transfer', ...by })
  await adjustPicks(tx, [...stock.keys()], by.now)
  return lines.map(({ from, to, quantity }) => ({
    product_id: from.id,
    to_product_id: to.id,
    product_name: from.name,
    unit: from.unit,
    quantity,
    from: from.warehouse,
    to: to.warehouse,
    stock_quantity: (stock.get(from.id)?.on_hand ?? 0) - quantity,
    to_stock_quantity: (stock.get(to.id)?.on_hand ?? 0) + quantity,
    is_new: to.isNew,
    is_active: to.is_active,
  }))
}

type Line = { from: Product; to: Target; quantity: number; named: LotChange[] }

/** The quantity to move of each product, and of the lots that lines name. */
function mergeItems(items: NewTransfer['items']): Map<string, Pick<Line, 'quantity' | 'named'>> {
  const products = new Map<string, Pick<Line, 'quantity' | 'named'>>()
  for (const { product_id, quantity, lot_id } of items) {
    const one = products.get(product_id) ?? { quantity: 0, named: [] }
    const same = one.named.find(change => change.lot_id === lot_id)
    if (same) same.on_hand -= quantity
    else if (lot_id) one.named.push({ lot_id, on_hand: -quantity })
    products.set(product_id, { ...one, quantity: one.quantity + quantity })
  }
  return products
}

type Carried = { leaving: LotChange[]; arriving: LotChange[] }

/**
 * The lots that go with the goods of each line, by the product that they leave: the same label in the other warehouse.
 */
async function lotsThatGo(
  tx: Tx,
  items: NewTransfer['items'],
  lines: readonly Line[],
  stock: ReadonlyMap<string, Figures>,
  now: Date,
): Promise<Map<string, Carried>> {
  const carried = new Map<string, Carried>()
  const withLots = lines.filter(({ from, named }) => named.length > 0 || (stock.get(from.id)?.in_lots ?? 0) > 0)
  if (withLots.length === 0) return carried
  const lots = await lockLots(
    tx,
    withLots.map(({ from }) => from.id),
  )
  for (const { from, to, quantity, named } of withLots) {
    const own = lots.filter(({ product_id }) => product_id === from.id)
    refuseNamed(items, from, own, named)
    const { on_hand, in_lots } = stock.get(from.id)!
    const leaving = effectOn(own, on_hand - in_lots, { on_hand: -quantity, lots: named }).changes
    const going = leaving.flatMap(({ lot_id }) => own.filter(({ id }) => id === lot_id))
    const there = going.map(lot => {
      const { supplier, delivery_note } = lot
      return { product_id: to.id, label: lot, supplier, delivery_note }
    })
    const [other] = await otherKinds(tx, there)
    if (other) refuseOtherKind(items, { from, to }, going[other.at]!, other.kind)
    const ids = await findOrCreateLots(tx, there, now)
    await allowSalePastExpiry(
      tx,
      ids.filter((_, i) => going[i]?.sold_past_expiry),
    )
    const arriving = leaving.map((change, i) => ({ lot_id: ids[i]!, on_hand: -change.on_hand }))
    await recordOrigins(
      tx,
      leaving.map(({ lot_id }, i) => ({ lot_id: ids[i]!, from_lot_id: lot_id })),
    )
    carried.set(from.id, { leaving, arriving })
  }
  return carried
}

/** Refuses named lots that are another product's, blocked, or have less than the quantity that is not picked. */
function refuseNamed(items: NewTransfer['items'], from: Product, own: readonly StoredLot[], named: LotChange[]) {
  for (const { lot_id, on_hand } of named) {
    const field = `items.${items.findIndex(item => item.product_id === from.id && item.lot_id === lot_id)}`
    const lot = own.find(({ id }) => id === lot_id)
    if (!lot) refuseField('invalid_input', field, 'Bu parti bu ürünün değil')
    if (isBlocked(lot)) refuseField('invalid_input', field, 'Engellenen parti aktarılamaz')
    const free = freeOf(lot)
    if (-on_hand > free)
      refuseField('transfer_too_much', field, `${from.name} · ${lot.code}`, `${formatNumber(free)} ${from.unit}`)
  }
}

/** Refuses the line of a lot that has goods with the other kind of expiry in the other warehouse. */
function refuseOtherKind(
  items: NewTransfer['items'],
  { from, to }: Pick<Line, 'from' | 'to'>,
  { id, code, expires_on, expiry_kind }: StoredLot,
  kind: ExpiryKind,
): never {
  const named = items.findIndex(item => item.product_id === from.id && item.lot_id === id)
  const [here, there] = [expiry_kind, kind].map(one => expiryText(expires_on ?? '', one))
  const message = `${from.name} · ${code}: burada ${here}, ${to.warehouse} içinde ${there} olarak kayıtlı; başka bir parti seçin`
  refuseField('invalid_input', named < 0 ? fieldOf(items, from.id) : `items.${named}`, message)
}

type Product = NonNullable<Awaited<ReturnType<typeof productOf>>>
type Target = { id: string; unit: string; warehouse: Warehouse; is_active: boolean; isNew: boolean }

const fieldOf = (items: NewTransfer['items'], id: string) =>
  `items.${items.findIndex(({ product_id }) => product_id === id)}`

const noteOf = (from: Warehouse, to: Warehouse, notes: string | null | undefined) =>
  [`${from} → ${to}`, notes].filter(Boolean).join(' · ')

const productOf = (tx: Tx, id: string) => tx.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()

const isOffer = async (tx: Tx, id: string) =>
  (await tx.selectFrom('offers').select('product_id').where('product_id', '=', id).executeTakeFirst()) !== undefined

/** The product of the same goods in the other warehouse; created there, inactive, if there is none. */
async function targetOf(tx: Tx, { actor, now }: By, from: Product): Promise<Target> {
  const warehouse = WAREHOUSES.find(other => other !== from.warehouse) ?? MAIN_WAREHOUSE
  const counterpart = await counterpartIn(tx, from, warehouse)
  if (counterpart) return { ...counterpart, isNew: false }
  const { id: _, search_text: __, created_at: ___, updated_at: ____, ...fields } = from
  // Customers would see the same goods twice.
  const copy = { ...fields, warehouse, is_active: false, expected_stock_date: null, on_hand: 0 }
  const [id] = await insertProducts(tx, [copy], { reason: 'created', actor, now })
  return { id: id!, unit: from.unit, warehouse, is_active: false, isNew: true }
}
