import { listOwnCustomers, type OwnCustomer } from '#contract/customers.ts'
import { requestText } from '../api.ts'
import { session } from '../current-session.ts'
import { pastTime, readStored, updateStored } from '../pwa/database.ts'
import { isFresh } from '../pwa/offline-list.ts'
import { fieldsOf, isText } from '../stored-values.ts'

/** A marketer's own customers as they were at an instant, by company name. */
type OfflineCustomers = { at: string; customers: OwnCustomer[] }

// Stored as the raw response text: it may be long, and is decoded by the current contract only when needed.

/** The logged-in marketer's customers stored in this browser, if any. */
export async function readOfflineCustomers(): Promise<OfflineCustomers | undefined> {
  const user_id = marketer()
  if (!user_id) return undefined
  const { user_id: owner, at, answer, changed } = fieldsOf(await readStored('answers', keyOf(user_id)))
  if (typeof at !== 'number' || !isText(answer)) return undefined
  const { customersIn } = await import('./stored-customers.ts')
  // Another user may have logged in while the storage was read.
  if (owner !== marketer()) return undefined
  const customers = customersIn(answer, changed)
  return customers && { at: new Date(at).toISOString(), customers }
}

/**
 * Stores the marketer's customers for offline use, unless the stored ones are fresh, and deletes what is stored about
 * former ones. What was changed since they were requested stays beside them, and a list that another tab has requested
 * later is not replaced. Resolves to whether they were requested.
 */
export async function refreshOfflineCustomers(): Promise<boolean> {
  const user_id = marketer()
  if (!user_id) return false
  const { at: storedAt } = fieldsOf(await readStored('answers', keyOf(user_id)))
  if (typeof storedAt === 'number' && isFresh(storedAt)) return false
  const at = Date.now()
  const text = await requestText(listOwnCustomers).catch(() => undefined)
  if (!text || user_id !== marketer()) return true
  const kept = await updateStored('answers', keyOf(user_id), stored => {
    const { at: storedAt, changed } = fieldsOf(stored)
    if (pastTime(Number(storedAt)) > at) return stored
    const isSince = (change: unknown) => pastTime(Number(fieldsOf(change)['at'])) >= at
    const since = Object.entries(fieldsOf(changed)).filter(([, change]) => isSince(change))
    return { user_id, at, answer: text, changed: Object.fromEntries(since) }
  })
  if (fieldsOf(kept)['at'] !== at) return true
  await (await import('./former-customers.ts')).forgetFormerCustomers(user_id, text)
  return true
}

// As in `customers/update-stored-customer.ts`: a module of its own would be one more file of every first visit.
const keyOf = (user_id: string) => `${user_id} own customers`

function marketer() {
  const current = session()
  return current?.role === 'marketer' ? current.user.id : undefined
}
