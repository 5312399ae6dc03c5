import {
  changeOrderList,
  createCustomersList,
  createOrderList,
  type ListContent,
  listCustomersLists,
  listOrderLists,
  type OrderList,
  readCustomersGuide,
  readOrderGuide,
} from '#contract/order-lists.ts'
import { isRequestError, request } from '../api.ts'
import { useSession } from '../current-session.ts'
import { invalidate, useCallQuery } from '../queries.ts'

/** The owner of lists: a customer's id, or null for the logged-in customer. */
export type ListOwner = string | null

/** Queries the lists of a customer. */
export function useOrderLists(owner: ListOwner) {
  const isCustomer = useSession()?.role === 'customer'
  const own = useCallQuery(listOrderLists, { enabled: isCustomer })
  const customers = useCallQuery(listCustomersLists, { params: { id: owner ?? '' }, enabled: owner !== null })
  return owner === null ? own : customers
}

/** Queries the order guide: the products that a customer has bought lately. */
export function useOrderGuide(owner: ListOwner) {
  const isCustomer = useSession()?.role === 'customer'
  const own = useCallQuery(readOrderGuide, { enabled: isCustomer })
  const customers = useCallQuery(readCustomersGuide, { params: { id: owner ?? '' }, enabled: owner !== null })
  return owner === null ? own : customers
}

/** Creates a list. `key` is the `Idempotency-Key` of all attempts. */
export async function createList(owner: ListOwner, content: ListContent, key: string): Promise<OrderList> {
  const made = await (owner === null
    ? request(createOrderList, { body: content, key })
    : request(createCustomersList, { params: { id: owner }, body: content, key }))
  await refetchLists()
  return made
}

/** How often a change is tried on a list that other users keep changing. */
const MAX_TRIES = 5

/** Changes a list. If another user has changed it since it was read, `change` is applied to its current content. */
export async function changeList(
  owner: ListOwner,
  list: OrderList,
  change: (present: OrderList) => ListContent,
): Promise<OrderList> {
  let present = list
  for (let tries = 1; ; tries += 1) {
    try {
      const body = { ...change(present), version: present.version }
      const saved = await request(changeOrderList, { params: { id: list.id }, body })
      await refetchLists()
      return saved
    } catch (error) {
      const isOvertaken = isRequestError(error) && error.is(changeOrderList, 'list_changed')
      const found =
        isOvertaken && tries < MAX_TRIES ? (await readLists(owner)).find(({ id }) => id === list.id) : undefined
      if (!found) throw error
      present = found
    }
  }
}

const readLists = (owner: ListOwner) =>
  owner === null ? request(listOrderLists, {}) : request(listCustomersLists, { params: { id: owner } })

const refetchLists = () => invalidate(changeOrderList.invalidates)
