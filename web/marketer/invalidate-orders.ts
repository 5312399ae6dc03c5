import { listProducts } from '#contract/catalogue.ts'
import { listOwnCustomers, readOwnCustomer } from '#contract/customers.ts'
import { listCustomersOrderRevisions } from '#contract/order-revisions.ts'
import { listCustomersOrders, readCustomersOrder } from '#contract/orders.ts'
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

/** Invalidates the queries of orders, customers and stock after a customer's order was placed or changed. */
export async function invalidateOrders() {
  await Promise.all(STALE.map(call => queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })))
}
