import { listProducts } from '#contract/catalogue.ts'
import { listOwnCustomers, readOwnCustomer } from '#contract/customers.ts'
import { listCustomersOrderRevisions, listCustomersOrders, readCustomersOrder } from '#contract/orders.ts'
import { readMarketerStats } from '#contract/reports.ts'
import { queryClient, queryKeyOf } from '../queries.ts'

const STALE = [
  listCustomersOrders,
  readCustomersOrder,
  listCustomersOrderRevisions,
  readMarketerStats,
  listOwnCustomers,
  readOwnCustomer,
  listProducts,
]

/** An order of a customer was made or changed: what tells of orders, customers and stock is asked for anew. */
export async function ordersChanged() {
  await Promise.all(STALE.map(call => queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })))
}
