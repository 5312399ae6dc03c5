import { ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'

/** The statuses that an order passes through until it is completed, in sequence. */
const COURSE = ORDER_STATUSES.filter(status => ORDER_STATUS[status].progress > 0).sort(
  (a, b) => ORDER_STATUS[a].progress - ORDER_STATUS[b].progress,
)

/** The status that follows; `undefined` after the last one, and for a cancelled order. */
export function nextStatus(status: OrderStatus): OrderStatus | undefined {
  const place = COURSE.indexOf(status)
  return place < 0 ? undefined : COURSE[place + 1]
}
