import { readCustomersDeliveryDays } from '#contract/delivery.ts'
import { listCustomersLists, readCustomersGuide } from '#contract/order-lists.ts'
import { listCustomersOrderRevisions } from '#contract/order-revisions.ts'
import { listCustomersOrders, readCustomersOrder } from '#contract/staff-orders.ts'
import { readAll, updateStored } from '../pwa/database.ts'
import { queryKeyOf } from '../queries.ts'
import { fieldsOf, parseJson } from '../stored-values.ts'

const OF_CUSTOMER = new Set<unknown>(
  [listCustomersLists, readCustomersDeliveryDays, readCustomersGuide].map(call => queryKeyOf(call)[0]),
)
const [LIST] = queryKeyOf(listCustomersOrders)
const [ONE] = queryKeyOf(readCustomersOrder)
const [REVISIONS] = queryKeyOf(listCustomersOrderRevisions)

type Reply = { queryKey: readonly unknown[]; answer: unknown }

/**
 * Deletes what is stored for the marketer `user_id` about customers who are not in the text of the whole list of the
 * marketer's customers.
 */
export async function forgetFormerCustomers(user_id: string, text: string) {
  const customers = parseJson(text)
  if (!Array.isArray(customers)) return
  const own = new Set(customers.map(customer => fieldsOf(customer)['id']))
  const isOwn = (order: unknown) => own.has(fieldsOf(order)['user_id'])
  const replies = [...(await readAll('answers'))].flatMap(([name, stored]) => {
    const queryKey = name.startsWith(`${user_id} `) && parseJson(name.slice(user_id.length + 1))
    return Array.isArray(queryKey) ? [{ name, queryKey, answer: fieldsOf(stored)['answer'] }] : []
  })
  const ordersOf = ({ queryKey: [call], answer }: Reply) =>
    call === LIST ? (itemsIn(answer) ?? []) : call === ONE ? [answer] : []
  const ownOrders = new Set(replies.flatMap(ordersOf).flatMap(order => (isOwn(order) ? [fieldsOf(order)['id']] : [])))
  /** What may stay of a reply; the same value if all of it may. */
  const allowed = ({ queryKey: [call, target], answer }: Reply): unknown => {
    const { id } = fieldsOf(fieldsOf(target)['params'])
    if (OF_CUSTOMER.has(call)) return own.has(id) ? answer : undefined
    if (call === ONE) return isOwn(answer) ? answer : undefined
    if (call === REVISIONS) return ownOrders.has(id) ? answer : undefined
    const items = call === LIST ? itemsIn(answer) : undefined
    if (!items || items.every(isOwn)) return answer
    return Array.isArray(answer) ? items.filter(isOwn) : { ...fieldsOf(answer), items: items.filter(isOwn) }
  }
  for (const { name, queryKey, answer } of replies)
    if (allowed({ queryKey, answer }) !== answer)
      // It may have been replaced or deleted meanwhile.
      await updateStored('answers', name, stored => {
        const left = allowed({ queryKey, answer: fieldsOf(stored)['answer'] })
        return left === undefined ? undefined : { ...fieldsOf(stored), answer: left }
      })
  // Not loaded on a first visit, when there are none.
  if (Object.keys(localStorage).some(key => key.startsWith('entry-choices:')))
    (await import('../order-lists/stored-choices.ts')).forgetChoices(user_id, own)
}

/** The items of a stored list, which is a first page or the whole list. */
function itemsIn(answer: unknown): unknown[] | undefined {
  const items = Array.isArray(answer) ? answer : fieldsOf(answer)['items']
  return Array.isArray(items) ? items : undefined
}
