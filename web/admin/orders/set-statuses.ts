import { type OrderStatus, setOrderStatus } from '#contract/orders.ts'
import { ApiError, request } from '../../api.ts'

/** So many are under way at a time: others want to be answered, too. */
const AT_ONCE = 4

export type Refused = { id: string; why: string }

/** Moves each of the orders to a status. Answers those that stayed as they were, and why. */
export async function setStatuses(ids: readonly string[], status: OrderStatus, onDone: (count: number) => void) {
  const left = ids.values()
  const refused: Refused[] = []
  let done = 0
  const work = async () => {
    for (const id of left) {
      await request(setOrderStatus, { params: { id }, body: { status } }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        refused.push({ id, why: error.message })
      })
      onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return refused
}
