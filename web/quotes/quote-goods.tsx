import { formatNumber } from '#contract/money.ts'
import { lineTotal } from '#contract/order-totals.ts'
import type { OrderItem } from '#contract/orders.ts'
import { type AnswerItem, orderedItems, type Quote, type QuoteAnswer, unansweredItems } from '#contract/quotes.ts'
import { formatInstant } from '#contract/turkish.ts'
import { OrderLines } from '../orders/order-lines.tsx'
import { Money } from '../ui/money.tsx'

/** The requested goods in the customer's own words, under a heading that names the customer. */
export function RequestedGoods({ quote: { items, notes }, requester }: { quote: Quote; requester: string }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-ink-soft text-sm">{requester}</h3>
      <ul aria-label="İstenenler" className="grid gap-1">
        {items.map((item, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a request never changes
          <li key={place} className="grid gap-0.5 sm:flex sm:flex-wrap sm:items-baseline sm:gap-x-2">
            <span className="wrap-anywhere font-medium">{item.product_name}</span>
            <span className="text-ink-soft">
              {formatNumber(item.quantity)} {item.unit}
              {/* 0 is an unknown price, as the form explains: 'Bilmiyorsanız 0'. */}
              {item.price === 0 ? (
                ' · fiyat belirtilmedi'
              ) : (
                <>
                  {' × '}
                  <Money amount={item.price} />
                </>
              )}
            </span>
            {item.notes && <span className="wrap-anywhere text-ink-soft">· {item.notes}</span>}
          </li>
        ))}
      </ul>
      {notes && <p className="whitespace-pre-line wrap-anywhere text-ink-soft">Not: {notes}</p>}
    </section>
  )
}

/** The answered goods, or what was ordered of them, line by line, and the requested goods without an answer. */
export function AnsweredGoods({ answer, requested }: { answer: QuoteAnswer; requested: Quote['items'] }) {
  const { items, notes, answered_at } = answer
  const unanswered = unansweredItems(requested, items)
  return (
    <div className="min-w-0">
      <h3 className="text-ink-soft text-sm">
        Teklifimiz · <time dateTime={answered_at}>{formatInstant(answered_at)}</time>
      </h3>
      <OrderLines items={orderedItems(items).map(asLine)} />
      {items.map(
        ({ product_id, product_name, quantity, accepted_quantity, unit, new_unit }) =>
          typeof accepted_quantity === 'number' && (
            <p key={product_id} className="wrap-anywhere">
              {product_name}: {accepted_quantity > 0 && 'stok yetmediği için '}teklifteki {formatNumber(quantity)}{' '}
              {unit}
              {new_unit ? ', ' : ' '}
              {accepted_quantity > 0
                ? `yerine ${formatNumber(accepted_quantity)} ${unit} sipariş edildi.`
                : `${new_unit ? `birimi artık ${new_unit} olduğu` : 'karşılanamadığı'} için sipariş edilmedi.`}
            </p>
          ),
      )}
      {items.map(
        item =>
          item.notes && (
            <p key={item.product_id} className="whitespace-pre-line wrap-anywhere text-ink-soft">
              {item.product_name}: {item.notes}
            </p>
          ),
      )}
      {notes && <p className="whitespace-pre-line wrap-anywhere text-ink-soft">Not: {notes}</p>}
      {unanswered.length > 0 && (
        <p className="mt-2 wrap-anywhere">
          Şunlar için teklif veremedik:{' '}
          {unanswered
            .map(({ product_name, quantity, unit }) => `${product_name} (${formatNumber(quantity)} ${unit})`)
            .join(', ')}
        </p>
      )}
    </div>
  )
}

/** An answered line as the order line that it would become. */
const asLine = (item: AnswerItem): OrderItem => ({ ...item, total_price: lineTotal(item), expected_stock_date: null })
