import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { formatMoney, type Kurus, kurus, MAX_PRICE } from '#contract/money.ts'
import {
  MAX_PRICE_CHANGES,
  type PreviewedPrice,
  type PriceChange,
  type PriceChangeRecord,
  type PriceChangeResult,
  type previewPriceChange,
  TOO_MANY_PRICES,
} from '#contract/price-changes.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { refreshCatalogue } from '../stock/catalogue-screens.ts'
import { dearOfferWarning } from './dear-offers.ts'
import { listAllProducts } from './lists.ts'
import { inLira, lockFields, nextEditTime } from './products.ts'

type By = { actor: Actor<'admin'>; now: Date }

/** The price after a change, in kuruş: rounded half up once, to the change's step. */
export function changedPrice(price: Kurus, { kind, value, step }: PriceChange): Kurus {
  const [changed, parts] = kind === 'percent' ? [price * (100_00 + value), 100_00] : [price + value, 1]
  // Numerator and denominator are doubled, so that all numbers are whole: half a step may be half a kuruş.
  return kurus(Math.floor((2 * changed + step * parts) / (2 * step * parts)) * step)
}

/** Why a price (kuruş) cannot be set, in Turkish; undefined if it can. */
function faultOf(price: Kurus): string | undefined {
  if (price <= 0) return `Yeni fiyat 0 veya altında olurdu (${formatMoney(price)})`
  return price > MAX_PRICE ? `Yeni fiyat en fazla ${formatMoney(MAX_PRICE)} olabilir` : undefined
}

/**
 * The prices that a change would set, by name: of the products with these ids, or of all but offers that match the
 * filter. Refuses with `only_offers_match` if the filter has no other products.
 */
export async function previewPrices(
  db: Database,
  { change, product_ids, filter = {} }: z.output<typeof previewPriceChange.body>,
): Promise<PreviewedPrice[]> {
  const products = product_ids ? await readPriced(db, product_ids) : await readFiltered(db, filter)
  if (products.length === 0 && product_ids) refuseField('invalid_input', 'product_ids', 'En az bir ürün seçin')
  if (products.length === 0) refuse('only_offers_match')
  return products.map(({ id, name, brand, unit, warehouse, price }) => {
    const new_price = changedPrice(price, change)
    const fault = faultOf(new_price) ?? null
    return {
      product_id: id,
      product_name: name,
      brand,
      unit,
      warehouse,
      price,
      new_price: fault ? null : new_price,
      fault,
    }
  })
}

async function readFiltered(db: Database, filter: Parameters<typeof listAllProducts>[1]) {
  const { rows, last } = await listAllProducts(db, { ...filter, sort: 'name', without_offers: true }).read(
    undefined,
    MAX_PRICE_CHANGES,
  )
  if (last !== undefined) refuse('invalid_input', TOO_MANY_PRICES)
  return rows
}

const readPriced = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'brand', 'unit', 'warehouse', 'price'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** A price (kuruş) to set, and the one that the product must have. */
type Wanted = { product_id: string; from: Kurus; to: Kurus }

/** Changes the prices of products by a rule, as far as they are still the given ones. */
export async function changePrices(
  db: Database,
  by: By,
  { change, products }: { change: PriceChange; products: { product_id: string; price: Kurus }[] },
): Promise<PriceChangeResult> {
  const wanted = products.map(({ product_id, price }) => ({ product_id, from: price, to: changedPrice(price, change) }))
  return inTransaction(db, async tx => {
    const result = await setPrices(tx, by, wanted, faultOf)
    return store(tx, by, result, { change })
  })
}

/**
 * Restores the prices that a change has replaced, unless they have changed again; stored as a new change. Of a change
 * that was undone before, every product is refused with that reason, whatever its price is now.
 */
export async function undoPriceChange(db: Database, by: By, id: string): Promise<PriceChangeResult> {
  return inTransaction(db, async tx => {
    const undone = await tx
      .selectFrom('price_changes')
      .select(['lines', 'undone_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const { lines, undone_at } = undone ?? refuse('not_found')
    if (undone_at !== null) return refusedAsUndone(tx, lines)
    const wanted = lines.map(({ product_id, from, to }) => ({ product_id, from: to, to: from }))
    const result = await setPrices(tx, by, wanted, () => undefined)
    if (result.changed.length > 0)
      await tx.updateTable('price_changes').set({ undone_at: by.now }).where('id', '=', id).execute()
    return store(tx, by, result, { undoes: id })
  })
}

async function refusedAsUndone(tx: Tx, lines: readonly Wanted[]): Promise<PriceChangeResult> {
  const ids = lines.map(({ product_id }) => product_id)
  const names = new Map((await readPriced(tx, ids)).map(({ id, name }) => [id, name]))
  const reason = 'Bu değişiklik daha önce geri alındı'
  const refused = ids.map(product_id => ({ product_id, product_name: names.get(product_id) ?? null, reason }))
  return { id: null, changed_count: 0, refused }
}

type Outcome = { changed: Wanted[]; refused: PriceChangeResult['refused'] }

/** Sets the prices that can be set, with their entries in the audit trail. */
async function setPrices(
  tx: Tx,
  { actor, now }: By,
  wanted: readonly Wanted[],
  faultOfPrice: (price: Kurus) => string | undefined,
): Promise<Outcome> {
  const ids = wanted.map(({ product_id }) => product_id)
  await lockFields(tx, ids)
  const present = new Map((await readPriced(tx, ids)).map(product => [product.id, product]))
  const outcome: Outcome = { changed: [], refused: [] }
  for (const one of new Map(wanted.map(each => [each.product_id, each])).values()) {
    const product = present.get(one.product_id)
    const reason = product
      ? product.price === one.from
        ? faultOfPrice(one.to)
        : `Fiyatı bu arada ${formatMoney(product.price)} oldu`
      : 'Ürün silinmiş'
    if (reason) outcome.refused.push({ product_id: one.product_id, product_name: product?.name ?? null, reason })
    else if (one.to !== one.from) outcome.changed.push(one)
  }
  const { changed } = outcome
  if (changed.length === 0) return outcome
  await sql`
    update products set price = wanted.price, updated_at = ${nextEditTime(now)}
    from unnest(${changed.map(({ product_id }) => product_id)}::uuid[], ${changed.map(({ to }) => to)}::bigint[])
      as wanted (id, price)
    where products.id = wanted.id`.execute(tx)
  const entries = changed.map(({ product_id, from, to }) => {
    const [before, after] = [inLira({ price: from }), inLira({ price: to })]
    return { action: 'updated', entity: 'product', entity_id: product_id, before, after } as const
  })
  await record(tx, { actor, now }, entries)
  refreshCatalogue(tx)
  return outcome
}

type Kind = { change: PriceChange } | { undoes: string }

/** Stores what was changed, so that it can be undone. */
async function store(
  tx: Tx,
  { actor, now }: By,
  { changed, refused }: Outcome,
  kind: Kind,
): Promise<PriceChangeResult> {
  if (changed.length === 0) return { id: null, changed_count: 0, refused }
  const id = randomUUID()
  const change = 'change' in kind ? kind.change : undefined
  await tx
    .insertInto('price_changes')
    .values({
      id,
      created_at: now,
      actor_id: actor.id,
      actor_name: actor.name,
      kind: change?.kind ?? null,
      value: change?.value ?? null,
      step: change?.step ?? null,
      undoes: 'undoes' in kind ? kind.undoes : null,
      lines: JSON.stringify(changed),
    })
    .execute()
  const warning = await dearOfferWarning(
    tx,
    changed.map(({ product_id }) => product_id),
  )
  return { id, changed_count: changed.length, refused, ...warning }
}

/** The changes of many prices, newest first. */
export function listPriceChanges(db: Database): List<PriceChangeRecord> {
  const changes = db
    .selectFrom('price_changes')
    .select(['id', 'created_at', 'actor_name', 'kind', 'value', 'step', 'undoes', 'undone_at'])
    .select(sql<number>`jsonb_array_length(lines)`.as('changed_count'))
  return keyedList(changes, {
    direction: 'desc',
    key: [
      { ref: 'created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'id', kind: 'id', of: row => row.id },
    ],
    item: ({ kind, value, step, ...row }) => ({
      ...row,
      change: kind && value !== null && step ? { kind, value, step } : null,
    }),
  })
}
