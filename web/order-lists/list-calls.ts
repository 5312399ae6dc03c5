import {
  changeOrderList,
  createCustomersList,
  createOrderList,
  deleteOrderList,
  type ListContent,
  listCustomersLists,
  listOrderLists,
  type OrderList,
  readCustomersGuide,
  readOrderGuide,
} from '#contract/order-lists.ts'
import { isNotFound, isRequestError, request } from '../api.ts'
import { invalidate, useCallQuery } from '../queries.ts'
import { sendAgainIfLost } from '../send-again.ts'
import { useSession } from '../session.ts'

/** Whose lists: a customer's id, or null for the signed-in customer's own. */
export type ListOwner = string | null

/** The lists of a customer, and how to read them. */
export function useOrderLists(of: ListOwner) {
  const isCustomer = useSession()?.role === 'customer'
  const own = useCallQuery(listOrderLists, { enabled: isCustomer })
  const customers = useCallQuery(listCustomersLists, { params: { id: of ?? '' }, enabled: of !== null })
  return of === null ? own : customers
}

/** What a customer has bought lately. */
export function useOrderGuide(of: ListOwner) {
  const isCustomer = useSession()?.role === 'customer'
  const own = useCallQuery(readOrderGuide, { enabled: isCustomer })
  const customers = useCallQuery(readCustomersGuide, { params: { id: of ?? '' }, enabled: of !== null })
  return of === null ? own : customers
}

/** Makes a list. `key`: the `Idempotency-Key` of all attempts. */
export async function createList(of: ListOwner, content: ListContent, key: string): Promise<OrderList> {
  const made = await (of === null
    ? request(createOrderList, { body: content, key })
    : request(createCustomersList, { params: { id: of }, body: content, key }))
  await refetchLists()
  return made
}

/** How often a change is applied again to a list that others keep changing. */
const MAX_TRIES = 5

/** Changes a list; if it has changed meanwhile, its present content is changed. */
export async function changeList(
  of: ListOwner,
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
        isOvertaken && tries < MAX_TRIES ? (await readLists(of)).find(({ id }) => id === list.id) : undefined
      if (!found) throw error
      present = found
    }
  }
}

/** Deletes a list, once more if the reply was lost; one that is gone already counts as deleted. */
export async function deleteList(list: OrderList) {
  await sendAgainIfLost(() => request(deleteOrderList, { params: { id: list.id } })).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  // Not awaited: the screen leaves the list first, which would be gone otherwise.
  void refetchLists()
}

const readLists = (of: ListOwner) =>
  of === null ? request(listOrderLists, {}) : request(listCustomersLists, { params: { id: of } })

const refetchLists = () => invalidate(['lists'])
