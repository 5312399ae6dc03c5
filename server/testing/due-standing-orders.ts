import { expect } from 'vitest'
import { makeDueOrders } from '../standing-orders/due-orders.ts'
import type { TestUser, World } from './world.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/**
 * Makes the orders that are due, as the portal does every few seconds: `lead` milliseconds before their cut-offs. Fails
 * on any error.
 */
export async function makeDueOrdersNow(world: World, lead = HOUR) {
  const errors: unknown[] = []
  const making = { now: world.now(), lead, maxOpenValue: undefined }
  await makeDueOrders(world.db, making, error => errors.push(error))
  expect(errors).toEqual([])
}

/** Moves the clock ahead in steps of three hours, after each of which the orders that are due are made. */
export async function passHours(world: World, hours: number) {
  for (let passed = 0; passed < hours; passed += STEP) {
    world.pass(STEP * HOUR)
    await makeDueOrdersNow(world)
  }
}

/** The hours of a step of `passHours`. */
export const STEP = 3

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
export const content = (product_id: string, more: object = {}) => ({
  name: 'Sabah siparişi',
  items: [{ product_id, quantity: 3 }],
  weekdays: EVERY_DAY,
  ...more,
})

export async function createStandingOrder(world: World, as: TestUser, body: object) {
  const reply = await world.post('/standing-orders', as, body)
  expect(reply.status).toBe(201)
  return reply.json()
}

export const ordersOf = async (world: World, as: TestUser) => (await world.get('/orders', as)).json()
