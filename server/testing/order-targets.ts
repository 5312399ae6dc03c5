import { randomUUID } from 'node:crypto'
import { requireSuccess } from './callers.ts'
import type { Fixture, Target } from './matrix-entry.ts'
import type { World } from './world.ts'

/** A pending order of the owner. */
export const anOrder: Target = { make: orderOf, isOwned: true, absent: 'order_not_found' }

/** The idempotency key with which the owner placed an order. */
export const aKey: Target = {
  make: async fixture => keyOf(fixture, fixture.owner.id, await orderOf(fixture)),
  isOwned: true,
  absent: 'order_not_found',
}

/** The idempotency key with which the owner’s marketer, or the calling admin, placed an order for it. */
export const aMarketersKey: Target = {
  make: async fixture => keyOf(fixture, await staffOf(fixture), await orderOf(fixture)),
  isOwned: true,
  absent: 'order_not_found',
}

/** The body of an order of the fixture’s product. */
export function cart({ product_id }: Fixture) {
  return { items: [{ product_id, quantity: 1 }] }
}

/** Creates a record of the owner and returns its id; a passive owner is active while it is created. */
export async function whileActive(
  { world, owner }: Fixture,
  create: () => ReturnType<World['request']>,
): Promise<string> {
  const accounts = world.db.updateTable('accounts').where('id', '=', owner.id)
  const [activated] = await accounts.set({ is_active: true }).where('is_active', '=', false).returning('id').execute()
  const { id } = requireSuccess(await create()).json()
  if (activated) await accounts.set({ is_active: false }).execute()
  return id
}

async function orderOf(fixture: Fixture): Promise<string> {
  return whileActive(fixture, () => fixture.world.post('/orders', fixture.owner, cart(fixture)))
}

/** An idempotency key with which the account has created the record. */
export async function keyOf(fixture: Fixture, account_id: string, result_id: string): Promise<string> {
  const key = randomUUID()
  const row = { account_id, key, request_hash: Buffer.alloc(0), status: 201, result_id }
  await fixture.world.db.insertInto('idempotency_keys').values(row).execute()
  return key
}

async function staffOf(fixture: Fixture): Promise<string> {
  const { role, id } = fixture.account?.actor ?? {}
  return role === 'admin' && id ? id : marketerOf(fixture)
}

/** The id of the owner’s marketer. */
export async function marketerOf({ world, owner }: Fixture): Promise<string> {
  const profile = world.db.selectFrom('customers').select('assigned_marketer_id').where('id', '=', owner.id)
  return (await profile.executeTakeFirstOrThrow()).assigned_marketer_id ?? ''
}
