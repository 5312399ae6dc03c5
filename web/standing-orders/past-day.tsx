import { dayWithWeekday } from '#contract/delivery-days.ts'
import { orderNumber } from '#contract/orders.ts'
import { type PastDay as Day, shortageText } from '#contract/standing-orders.ts'
import { Link } from '../ui/router.tsx'

/** What became of a past day: its order with its shortages, or why there is none. */
export function PastDay({ day, orderPath }: { day: Day; orderPath: (id: string) => string }) {
  const { due_on, order_id, failure, shortages } = day
  return (
    <>
      <p className="flex flex-wrap gap-x-3">
        <span>{dayWithWeekday(day.day ?? due_on)}</span>
        {order_id ? (
          <Link to={orderPath(order_id)} className="text-link">
            Sipariş {orderNumber(order_id)}
          </Link>
        ) : (
          <span className="text-danger-ink">Verilemedi: {failure}</span>
        )}
      </p>
      {shortages.map(short => (
        <p key={short.product_name} className="text-ink-soft text-sm">
          {shortageText(short)}
        </p>
      ))}
    </>
  )
}
