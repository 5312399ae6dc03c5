import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'

test('two admins concurrently set many orders to a status, one by one, and each order changes once', async () => {
  const world = await makeWorld()
  const [admin, other] = [await world.admin(), await world.admin()]
  const customer = await world.customer()
  const products = [await world.product({ on_hand: 100 }), await world.product({ on_hand: 15 })]
  const ids: string[] = []
  for (let i = 0; i < 20; i++) {
    const items = products.slice(0, i < 15 ? 2 : 1).map(product_id => ({ product_id, quantity: 1 }))
    ids.push((await world.post('/orders', customer, { items })).json().id)
  }
  const all = [...ids, ...ids.toReversed()].map((id, i) =>
    world.put(`/admin/orders/${id}/status`, i < ids.length ? admin : other, { status: 'tamamlandi' }),
  )
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200))
  expect(await world.figures(products[0]!)).toEqual({ on_hand: 80, reserved: 0 })
  expect(await world.figures(products[1]!)).toEqual({ on_hand: 0, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
  expect((await world.get('/admin/audit?entity=order', admin)).json()).toHaveLength(20)
  expect((await world.get('/notifications', customer)).json()).toHaveLength(20)
  expect(await world.mails()).toHaveLength(41)
})
