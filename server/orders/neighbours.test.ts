import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'

test('an admin walks from order to order in the list’s order, within its filter, also from one that no longer matches', async () => {
  const world = await makeWorld()
  const [admin, customer, other] = [await world.admin(), await world.customer(), await world.customer()]
  const product_id = await world.product({ on_hand: 100 })
  const place = async (by: typeof customer) => {
    world.pass(1000)
    return (await world.post('/orders', by, { items: [{ product_id, quantity: 1 }] })).json().id
  }
  const [oldest, others, newest] = [await place(customer), await place(other), await place(customer)]
  const neighbours = async (id: string, query = '') =>
    (await world.get(`/admin/orders/${id}/neighbours${query}`, admin)).json()
  expect(await neighbours(newest)).toEqual({ previous: null, next: others })
  expect(await neighbours(others)).toEqual({ previous: newest, next: oldest })
  expect(await neighbours(oldest)).toEqual({ previous: others, next: null })
  expect(await neighbours(newest, `?customer_id=${customer.id}`)).toEqual({ previous: null, next: oldest })
  await world.put(`/admin/orders/${others}/status`, admin, { status: 'hazirlaniyor' })
  expect(await neighbours(others, '?status=beklemede')).toEqual({ previous: newest, next: oldest })
  expect(await neighbours('00000000-0000-4000-8000-000000000000')).toMatchObject({ code: 'order_not_found' })
})
