import { expect, test } from 'vitest'
import { CUSTOMER_SORTS, type Customer } from '#contract/customers.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function severalCustomers() {
  const world = await makeWorld()
  const [admin, ali, cem] = [await world.admin(), await world.marketer(), await world.marketer()]
  const marketers = [ali.id, undefined, cem.id, ali.id, undefined]
  const customers = []
  for (const [i, company_name] of ['Şeker', 'çınar', 'Ilgaz', 'İncir', 'Sedir'].entries()) {
    const assigned_marketer_id = marketers[i]
    customers.push(await world.customer({ company_name, ...(assigned_marketer_id && { assigned_marketer_id }) }))
  }
  const product_id = await world.product({ on_hand: 100 })
  for (const [who, quantity] of [
    [0, 1],
    [0, 1],
    [2, 7],
  ] as const)
    await world.post('/orders', customers[who], { items: [{ product_id, quantity }] })
  await world.put(`/admin/customers/${customers[3]!.id}`, admin, { is_active: false })
  return { world, admin, customers }
}

async function pagesOf(world: World, admin: TestUser, query: string): Promise<Customer[]> {
  const customers: Customer[] = []
  let path: string | undefined = `/admin/customers?${query}&limit=2`
  while (path) {
    const page = await world.get(path, admin)
    customers.push(...page.json())
    path = /<\/api([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1]
  }
  return customers
}

const collator = new Intl.Collator('tr')
const compare = (a: string, b: string) => collator.compare(a, b)
const COMPARED: Record<(typeof CUSTOMER_SORTS)[number], (a: Customer, b: Customer) => number> = {
  company_name: () => 0,
  assigned_marketer_name: (a, b) => compare(a.assigned_marketer_name ?? '', b.assigned_marketer_name ?? ''),
  is_active: (a, b) => Number(b.is_active) - Number(a.is_active),
  total_orders: (a, b) => a.total_orders - b.total_orders,
  total_spent: (a, b) => a.total_spent - b.total_spent,
}

test('customers can be sorted by each column, page by page, and equal ones are sorted by company', async () => {
  const { world, admin } = await severalCustomers()
  const byName = (await pagesOf(world, admin, '')).toSorted((a, b) => compare(a.company_name, b.company_name))
  expect(byName).toHaveLength(5)
  for (const sort of CUSTOMER_SORTS)
    for (const order of ['asc', 'desc'] as const) {
      const sorted = byName.toSorted(COMPARED[sort]).map(customer => customer.company_name)
      const listed = await pagesOf(world, admin, `sort=${sort}&order=${order}`)
      expect(
        listed.map(customer => customer.company_name),
        `${sort} ${order}`,
      ).toEqual(order === 'asc' ? sorted : sorted.toReversed())
    }
})

test('the customers that match a filter are counted and can be selected as a whole', async () => {
  const { world, admin } = await severalCustomers()
  for (const query of ['', 'search=ilgaz', 'marketer_id=none', 'is_active=false', 'is_active=true&search=i']) {
    const listed = await pagesOf(world, admin, query)
    const first = await world.get(`/admin/customers?${query}&limit=1`, admin)
    expect(first.headers['x-total-count'], query).toBe(String(listed.length))
    const selected = await world.get(`/admin/customer-selection?${query}`, admin)
    expect(selected.json(), query).toEqual(listed.map(({ id }) => id))
    const withMarketers = await world.get(`/admin/customer-selection?${query}&with=marketer`, admin)
    const theirs = listed.map(({ id, assigned_marketer_id }) => ({ id, assigned_marketer_id }))
    expect(withMarketers.json(), query).toEqual(theirs)
  }
})
