import { sql } from 'kysely'
import { expiryText } from '#contract/lot-labels.ts'
import { formatNumber, type Kurus } from '#contract/money.ts'
import { offerNameOf } from '#contract/new-offer-names.ts'
import type { LotOffer } from '#contract/offers.ts'
import { QUANTITY_TOO_SMALL } from '#contract/quantity.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { record } from '../audit/audit.ts'
import { insertProducts, lockProducts, passVatRatesOn, setOnSale } from '../catalogue/products.ts'
import type { Database } from '../db/tables.ts'
import { type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { adjustPicks } from '../lots/later-lots.ts'
import { refreshCatalogue } from '../stock/catalogue-screens.ts'
import { refuseOtherUnit } from '../stock/changed-units.ts'
import { blockExpiredLots } from '../stock/expired-lots.ts'
import { type Arrivals, availableOf, type Figures, lockStock, move } from '../stock/ledger.ts'
import { recordOrigins } from '../stock/lot-origins.ts'
import {
  allowSalePastExpiry,
  findOrCreateLots,
  freeOf,
  IN_BLOCKED_LOTS,
  isBlocked,
  lockLots,
  type StoredLot,
  setInCatalogue,
} from '../stock/lots.ts'
import { areOffersAllowed } from './settings.ts'

/** Without an actor the portal itself acts. */
type By = { actor: Actor | undefined; now: Date; arrivals: Arrivals }
type Product = NonNullable<Awaited<ReturnType<typeof productOf>>>

/** The offer of a lot, found by the lot that its goods come from or by the offer's own lot. */
export async function readLotOffer(db: Database, lot_id: string, now: Date): Promise<LotOffer> {
  const today = istanbulDay(now)
  const offer = await offerOf(db, lot_id)
  const source = await db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'product_id')
    .innerJoin('stock', 'stock.product_id', 'products.id')
    .select(['lots.on_hand as in_lot', 'picked', 'blocked_at', 'expires_on', 'stock.on_hand', 'reserved'])
    .select(['unit', 'price'])
    .where('lots.id', '=', offer?.lot_id ?? lot_id)
    .executeTakeFirst()
  if (!source) refuse('not_found')
  const offered = offer && (await readOffered(db, offer.product_id))
  const { in_lot, picked, blocked_at, on_hand, reserved, unit, price } = source
  const lot = { on_hand: in_lot, picked, blocked_at }
  const hasSameUnit = !offer || offer.has_same_unit
  const most = isOfferable(source, today) ? movableQuantity({ lot, stock: { on_hand, reserved } }) : 0
  return {
    is_allowed: await areOffersAllowed(db),
    is_changeable: (offered?.is_active || most > 0) && (!offered || isOfferable(offered, today)),
    offer: offered ? { ...offered, regular_price: hasSameUnit ? price : null } : null,
    most,
    unit,
    regular_price: hasSameUnit || (offered && isEmpty(offered)) ? price : null,
  }
}

/** Whether an offer has no goods, so that its next ones set its unit. */
const isEmpty = (goods: { on_hand: number; reserved_quantity: number }) =>
  goods.on_hand === 0 && goods.reserved_quantity === 0

const readOffered = (db: Database, id: string) =>
  db
    .selectFrom('products')
    .innerJoin('stock', 'stock.product_id', 'products.id')
    .innerJoin('offers', 'offers.product_id', 'products.id')
    .innerJoin('lots', 'lots.id', 'offer_lot_id')
    .select(['products.id as product_id', 'name as product_name', 'unit', 'price', 'stock.on_hand'])
    .select([
      'reserved as reserved_quantity',
      sql<number>`reserved - ${IN_BLOCKED_LOTS}`.as('ordered_quantity'),
      'is_active',
      'blocked_at',
      'expires_on',
    ])
    .where('products.id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * Moves goods of a lot to its offer, which is made if there is none, and sets the offer's price (kuruş); without a
 * price, a known offer keeps its own. The offer gets the VAT rate of its source, and if it is empty the unit. Refuses
 * with `offers_off` if offers are not allowed, with `lot_not_offered` if the moved goods or the goods already on offer
 * cannot be sold, with `offer_too_much` for more than the lot's free quantity, with `offer_unit_differs` to add goods to
 * an offer in another unit, and with `invalid_input` if the user saw another `unit` of the source.
 */
export async function offerLot(
  tx: Tx,
  by: By,
  lot_id: string,
  { price, quantity, unit }: { price?: Kurus | undefined; quantity: number; unit?: string | undefined },
): Promise<LotOffer> {
  await takeAdvisoryLock(tx, 'transfer')
  if (!(await areOffersAllowed(tx))) refuse('offers_off')
  const { offer: known, source } = await lockOffer(tx, lot_id)
  refuseOtherUnit(unit, source.unit)
  const found = await lockGoods(tx, source.id, known?.lot_id ?? lot_id)
  // Only the price of an offer can be changed while its own goods can be sold, but no more of the lot.
  if (quantity > 0 || !known) refuseLot(found.lot, by.now)
  const most = movableQuantity(found)
  if (quantity > most) refuse('offer_too_much', `${formatNumber(most)} ${source.unit}`)
  if (quantity === 0 && !known) refuseField('invalid_input', 'quantity', QUANTITY_TOO_SMALL)
  const priced = () => price ?? refuseField('invalid_input', 'price', 'Fiyat bir sayı olmalıdır')
  const product_id = known?.product_id ?? (await copyOf(tx, by, source, found.lot, priced()))
  const offer = known ?? (await storeOffer(tx, by, found.lot, product_id))
  const offered = await lockGoods(tx, product_id, offer.offer_lot_id)
  refuseLot(offered.lot, by.now)
  const { on_hand, reserved } = offered.stock
  const takesUnit = isEmpty({ on_hand, reserved_quantity: reserved })
  if (quantity > 0 && !takesUnit && known?.has_same_unit === false) refuse('offer_unit_differs')
  await setInCatalogue(tx, offer.offer_lot_id, true)
  await recordOrigins(tx, [{ lot_id: offer.offer_lot_id, from_lot_id: offer.lot_id }])
  await moveGoods(tx, by, { from: found.lot, to: offered.lot, quantity, note: `Fırsata · ${source.name}` })
  await adjustPicks(tx, [source.id, product_id], by.now)
  // Heals an offer whose source got another VAT rate from a program of before migration 079.
  await passVatRatesOn(tx, by, [source.id])
  const terms = { ...(price !== undefined && { price }), ...(takesUnit && { unit: source.unit }) }
  await setOnSale(tx, by, product_id, { ...terms, is_active: true })
  await tx.updateTable('offers').set({ ended_at: null }).where('product_id', '=', product_id).execute()
  const { code, expires_on } = found.lot
  const after = { product_name: source.name, code, expires_on, quantity, reason: 'Fırsat' }
  await record(tx, by, [{ action: 'offered', entity: 'lot', entity_id: offer.lot_id, after }])
  refreshCatalogue(tx)
  return readLotOffer(tx, lot_id, by.now)
}

/**
 * Ends the offer of a lot: goods that no order has go back to their lot, and its product is taken off sale. Expired
 * lots are blocked first, so that their goods stay, or are blocked where they arrive, unless an admin has released
 * them. If the product has another unit than its source, an admin is refused with `offer_unit_differs`, and the portal
 * leaves the goods in the offer.
 */
export async function endOffer(tx: Tx, by: By, lot_id: string): Promise<LotOffer> {
  await takeAdvisoryLock(tx, 'transfer')
  const { offer = refuse('not_found'), source: product } = await lockOffer(tx, lot_id)
  await blockExpiredLots(tx, { product_id: offer.product_id, now: by.now })
  const offered = await lockGoods(tx, offer.product_id, offer.offer_lot_id)
  const free = movableQuantity(offered)
  if (free > 0 && !offer.has_same_unit && by.actor) refuse('offer_unit_differs')
  const quantity = offer.has_same_unit ? free : 0
  if (quantity > 0) {
    if (offered.lot.sold_past_expiry) await allowSalePastExpiry(tx, [offer.lot_id])
    await blockExpiredLots(tx, { product_id: offer.source_id, lotIds: [offer.lot_id], now: by.now })
  }
  const { lot: source } = await lockGoods(tx, offer.source_id, offer.lot_id)
  await moveGoods(tx, by, { from: offered.lot, to: source, quantity, note: 'Fırsattan geri' })
  if (quantity > 0) await recordOrigins(tx, [{ lot_id: offer.lot_id, from_lot_id: offer.offer_lot_id }])
  await adjustPicks(tx, [offer.source_id, offer.product_id], by.now)
  await setOnSale(tx, by, offer.product_id, { is_active: false })
  await tx.updateTable('offers').set({ ended_at: by.now }).where('product_id', '=', offer.product_id).execute()
  const { code, expires_on } = offered.lot
  const after = { product_name: product.name, code, expires_on, quantity, reason: 'Fırsat' }
  await record(tx, by, [{ action: 'offer_ended', entity: 'lot', entity_id: offer.lot_id, after }])
  refreshCatalogue(tx)
  return readLotOffer(tx, lot_id, by.now)
}

function refuseLot(lot: StoredLot, now: Date) {
  if (lot.expires_on === null) refuseField('invalid_input', 'quantity', 'Tarihi olmayan parti fırsat yapılamaz')
  if (!isOfferable(lot, istanbulDay(now))) refuse('lot_not_offered')
}

/** Whether goods of a lot may be sold as an offer: it is not blocked, and has an expiry that is not over. */
const isOfferable = (lot: Pick<StoredLot, 'blocked_at' | 'expires_on'>, today: string) =>
  !isBlocked(lot) && lot.expires_on !== null && lot.expires_on >= today

/** Whether an offer and its source have the same unit. */
export const HAS_SAME_UNIT = sql<boolean>`(
  select min(unit) = max(unit) from products where products.id in (offers.product_id, source_id)
)`

/** The offer whose goods come from a lot, or are that lot. */
const offerOf = (db: Database, lot_id: string) =>
  db
    .selectFrom('offers')
    .selectAll()
    .select(HAS_SAME_UNIT.as('has_same_unit'))
    .where(eb => eb.or([eb('lot_id', '=', lot_id), eb('offer_lot_id', '=', lot_id)]))
    .executeTakeFirst()

/**
 * The offer of a lot, if it has one, and the product that its goods come from, both with their stock locked: their
 * units, prices and VAT rates are read after that, and stay until the transaction ends.
 */
async function lockOffer(tx: Tx, lot_id: string) {
  const known = await offerOf(tx, lot_id)
  const from = known?.lot_id ?? lot_id
  const { id } = (await productOf(tx, from)) ?? refuse('not_found')
  await lockProducts(tx, known ? [id, known.product_id] : [id])
  return { offer: await offerOf(tx, lot_id), source: (await productOf(tx, from)) ?? refuse('not_found') }
}

const productOf = (db: Database, lot_id: string) =>
  db
    .selectFrom('products')
    .selectAll('products')
    .where('id', '=', sql<string>`(select product_id from lots where lots.id = ${lot_id})`)
    .executeTakeFirst()

type Goods = { lot: Pick<StoredLot, 'on_hand' | 'picked' | 'blocked_at'>; stock: Pick<Figures, 'on_hand' | 'reserved'> }

/**
 * How much of a lot can be moved: what is neither picked from it nor reserved of its product; nothing of a blocked lot,
 * as what is available of its product may lie outside it.
 */
const movableQuantity = ({ lot, stock }: Goods) =>
  isBlocked(lot) ? 0 : Math.max(0, Math.min(freeOf(lot), availableOf(stock)))

async function lockGoods(tx: Tx, product_id: string, lot_id: string): Promise<{ lot: StoredLot; stock: Figures }> {
  const stock = (await lockStock(tx, [product_id])).get(product_id)
  const lot = (await lockLots(tx, [product_id], [lot_id])).find(({ id }) => id === lot_id)
  if (!stock || !lot) refuse('not_found')
  return { lot, stock }
}

/**
 * The product that sells the goods. It has no barcode, as a scan of the package must find the source, and no minimum
 * remaining days, as its price is lower because of its expiry.
 */
async function copyOf(tx: Tx, { actor, now }: By, source: Product, lot: StoredLot, price: Kurus): Promise<string> {
  const { id: _, search_text: __, created_at: ___, updated_at: ____, ...fields } = source
  const name = await freeNameOf(tx, source, lot)
  const own = { barcode: null, min_remaining_days: null, expected_stock_date: null, lot_tracking: 'required' } as const
  const copy = { ...fields, ...own, name, price, is_active: true, on_hand: 0 }
  const [id] = await insertProducts(tx, [copy], { reason: 'created', actor, now })
  return id!
}

/** A name that no other offer of the product has, such as that of a lot with another code and the same expiry. */
async function freeNameOf(tx: Tx, source: Product, { code, expires_on }: StoredLot): Promise<string> {
  if (expires_on === null) return source.name
  const name = offerNameOf(source.name, { expires_on })
  const other = await tx
    .selectFrom('offers')
    .innerJoin('products', 'products.id', 'offers.product_id')
    .select('products.id')
    .where('source_id', '=', source.id)
    .where('name', '=', name)
    .executeTakeFirst()
  return other ? offerNameOf(source.name, { expires_on, code }) : name
}

async function storeOffer(tx: Tx, { now }: By, lot: StoredLot, product_id: string) {
  const { supplier, delivery_note } = lot
  const [offer_lot_id] = await findOrCreateLots(tx, [{ product_id, label: lot, supplier, delivery_note }], now)
  const offer = { product_id, source_id: lot.product_id, lot_id: lot.id, offer_lot_id: offer_lot_id! }
  await tx.insertInto('offers').values(offer).execute()
  return offer
}

type Moved = { from: StoredLot; to: StoredLot; quantity: number; note: string }

async function moveGoods(tx: Tx, by: By, { from, to, quantity, note }: Moved) {
  const goods = ({ id, product_id }: StoredLot, on_hand: number) => ({
    product_id,
    on_hand,
    lots: on_hand === 0 ? [] : [{ lot_id: id, on_hand }],
  })
  const text = `${note} · ${from.expires_on ? expiryText(from.expires_on, from.expiry_kind) : from.code}`
  await move(tx, [goods(from, -quantity), goods(to, quantity)], { reason: 'offer', ...by, note: text })
}
