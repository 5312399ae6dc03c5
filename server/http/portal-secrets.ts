import type { Pool } from '../db/transaction.ts'

/** A secret of this portal, the same in all its processes; the first process that needs it makes and stores it. */
export async function portalSecret(db: Pool, name: 'idempotency' | 'push', make: () => Buffer): Promise<Buffer> {
  const stored = () => db.selectFrom('portal_secrets').select('value').where('name', '=', name).executeTakeFirst()
  const known = await stored()
  if (known) return known.value
  await db
    .insertInto('portal_secrets')
    .values({ name, value: make() })
    .onConflict(on => on.doNothing())
    .execute()
  const { value } = (await stored()) ?? missing(name)
  return value
}

const missing = (name: string): never => {
  throw new Error(`the secret ${name} was deleted while it was made`)
}
