import { sql } from 'kysely'
import { formatMoney, formatNumber, type Kurus } from '#contract/money.ts'
import type { Tx } from '../db/transaction.ts'

/** How many offers the warning names. */
const MAX_NAMED = 10

/**
 * Which offers on sale, of these products or among them, cost as much as their fresh goods or more; those in another
 * unit cannot be compared.
 */
export async function dearOfferWarning(tx: Tx, ids: readonly string[]): Promise<{ offer_warning?: string }> {
  const { rows: dear } = await sql<{ name: string; price: Kurus; regular_price: Kurus }>`
    select offer.name, offer.price, source.price as regular_price
    from offers
    join products as offer on offer.id = offers.product_id
    join products as source on source.id = source_id
    join stock on stock.product_id = offer.id
    where (source_id = any(${ids}::uuid[]) or offer.id = any(${ids}::uuid[]))
      and offer.is_active and on_hand > reserved and offer.unit = source.unit and offer.price >= source.price
    order by offer.name collate "tr-x-icu", offer.id`.execute(tx)
  if (dear.length === 0) return {}
  const more = dear.length - MAX_NAMED
  const named = [
    ...dear
      .slice(0, MAX_NAMED)
      .map(({ name, price, regular_price }) => `${name} ${formatMoney(price)} (ürün ${formatMoney(regular_price)})`),
    ...(more > 0 ? [`ve ${formatNumber(more)} fırsat daha`] : []),
  ]
  return { offer_warning: `Artık ürününden ucuz olmayan fırsatlar: ${named.join(', ')}` }
}
