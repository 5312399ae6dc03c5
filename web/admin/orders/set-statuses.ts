import type { OrderStatus } from '#contract/order-status.ts'
import { setOrderStatus } from '#contract/orders.ts'
import { request, requestError } from '../../api.ts'

/** Number of concurrent requests, limited so that other requests are not delayed. */
const AT_ONCE = 4

export type Refused = { id: string; why: string }

/** Sets the status of each order; returns the orders that the server refused, with its messages. */
export async function setStatuses(ids: readonly string[], status: OrderStatus, onDone: (count: number) => void) {
  const left = ids.values()
  const refused: Refused[] = []
  let done = 0
  const work = async () => {
    for (const id of left) {
      await request(setOrderStatus, { params: { id }, body: { status } }).catch((error: unknown) => {
        refused.push({ id, why: requestError(error).message })
      })
      onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return refused
}
