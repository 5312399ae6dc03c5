import type { OrderStatus } from '#contract/order-status.ts'
import { setOrderStatus } from '#contract/orders.ts'
import { request, requestError } from '../../api.ts'

/** Number of concurrent requests, limited so that other requests are not delayed. */
const AT_ONCE = 4

export type Refused = { id: string; why: string }

type Change = { status: OrderStatus; reason?: string }

/** Sets the status of each order, with the reason of a cancellation; returns the orders that the server refused, with its messages. */
export async function setStatuses(ids: readonly string[], change: Change, onDone: (count: number) => void) {
  const left = ids.values()
  const refused: Refused[] = []
  let done = 0
  const work = async () => {
    for (const id of left) {
      await request(setOrderStatus, { params: { id }, body: change }).catch((error: unknown) => {
        refused.push({ id, why: requestError(error).message })
      })
      onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return refused
}
