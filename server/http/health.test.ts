import { expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { UNLIMITED } from '../testing/overload.ts'
import { makeWorld } from '../testing/world.ts'

test('while transactions hold every connection, the portal is ready at once', async () => {
  const world = await makeWorld({ connections: 2, overload: UNLIMITED })
  const ready = await inTransaction(world.db, () => inTransaction(world.db, () => world.get('/health/ready')))
  expect([ready.status, ready.json()]).toEqual([200, { status: 'ok', storage: 'ok' }])
})
