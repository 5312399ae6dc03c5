type Identified = { customer_id: string }

/**
 * The customers of a route as this user has ordered them, after another user has changed them from `base` to `present`:
 * customers that the other user added come last, and those that were removed are left out.
 */
export function mergedCustomers<Customer extends Identified>(
  mine: readonly Customer[],
  base: readonly Identified[],
  present: readonly Customer[],
): Customer[] {
  const [typed, before, now] = [mine, base, present].map(
    customers => new Map(customers.map(customer => [customer.customer_id, customer])),
  )
  const kept = mine.filter(({ customer_id }) => !before?.has(customer_id) || now?.has(customer_id))
  const added = present.filter(({ customer_id }) => !before?.has(customer_id) && !typed?.has(customer_id))
  return [...kept, ...added]
}
