import { expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'

const CUSTOMERS = 200
/** How many customers order five products each; `npm run endure` sets a higher number. */
const CUSTOMERS_OF_FIVE = Number(process.env.CUSTOMERS_OF_FIVE ?? 60)

async function crowd(world: World, size: number) {
  const marketer = await world.marketer()
  const customers: Awaited<ReturnType<World['customer']>>[] = []
  while (customers.length < size) {
    customers.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => world.customer({ assigned_marketer_id: marketer.id })))),
    )
  }
  return customers
}

test('200 concurrent orders for the last 10 pieces sell exactly ten', { timeout: 120_000 }, async () => {
  const world = await makeWorld({ connections: 16 })
  const product_id = await world.product({ on_hand: 10 })
  const customers = await crowd(world, CUSTOMERS)
  const responses = await Promise.all(
    customers.map(customer => world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })),
  )

  expect(responses.filter(response => response.status === 201)).toHaveLength(10)
  const refused = responses.filter(response => response.status !== 201)
  expect(new Set(refused.map(response => `${response.status} ${response.json().code}`))).toEqual(
    new Set(['409 out_of_stock']),
  )
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 10 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('concurrent orders of five products, with their lines in any order, neither deadlock nor oversell', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld({ connections: 16 })
  const products = await Promise.all(Array.from({ length: 5 }, () => world.product({ on_hand: 10 })))
  const customers = await crowd(world, CUSTOMERS_OF_FIVE)
  const responses = await Promise.all(
    customers.map((customer, i) => {
      const turned = [...products.slice(i % 5), ...products.slice(0, i % 5)]
      const lines = i % 2 ? turned.reverse() : turned
      return world.post('/orders', customer, { items: lines.map(product_id => ({ product_id, quantity: 1 })) })
    }),
  )
  expect(responses.filter(response => response.status === 201)).toHaveLength(10)
  expect(responses.filter(response => response.status === 409)).toHaveLength(CUSTOMERS_OF_FIVE - 10)
  for (const product_id of products) expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 10 })
  expect(await world.ledgerDisagreements()).toEqual([])
})
