import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { makeWorld } from '../testing/world.ts'

test('the database accepts the statuses of the contract and no others', async () => {
  const { db } = await makeWorld()
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'orders'::regclass and conname = 'orders_status_check'`.execute(db)
  const accepted = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, status]) => status)
  expect(accepted.toSorted()).toEqual(ORDER_STATUSES.toSorted())
})
