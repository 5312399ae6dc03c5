import * as z from 'zod/mini'
import { listOwnCustomers, type OwnCustomer } from '#contract/customers.ts'
import { requestText } from '../api.ts'
import { session } from '../session.ts'
import { change, readKept } from './database.ts'

const FRESH_FOR = 10 * 60 * 1000

/** A marketer's own customers as they were at an instant, by company name. */
export type KeptCustomers = { at: string; customers: OwnCustomer[] }

/** Stored as the raw response text: it may be long, and is decoded by the current contract only when needed. */
const Stored = z.object({ user_id: z.string(), at: z.number(), answer: z.string() })

/** The signed-in marketer's customers stored in this browser, if any. */
export async function keptCustomers(): Promise<KeptCustomers | undefined> {
  const user_id = marketer()
  if (!user_id) return undefined
  const stored = Stored.safeParse(await readKept('answers', keyOf(user_id))).data
  // Another user may have signed in meanwhile.
  if (!stored || stored.user_id !== marketer()) return undefined
  const customers = decode(stored.answer)
  return customers && { at: new Date(stored.at).toISOString(), customers }
}

/** Stores the marketer's customers for offline use, unless the stored ones are fresh. */
export async function keepCustomers(): Promise<void> {
  const user_id = marketer()
  if (!user_id) return
  const stored = z.object({ at: z.number() }).safeParse(await readKept('answers', keyOf(user_id))).data
  const age = Date.now() - (stored?.at ?? Number.NaN)
  // A timestamp in the future was stored while the clock was wrong.
  if (age >= 0 && age < FRESH_FOR) return
  const at = Date.now()
  const answer = await requestText(listOwnCustomers).catch(() => undefined)
  if (!answer || user_id !== marketer()) return
  await change('answers', keyOf(user_id), () => ({ user_id, at, answer }))
}

function decode(text: string): OwnCustomer[] | undefined {
  try {
    return z.decode(listOwnCustomers.reply, JSON.parse(text))
  } catch {
    return undefined
  }
}

const keyOf = (user_id: string) => `${user_id} own customers`

function marketer() {
  const current = session()
  return current?.role === 'marketer' ? current.user.id : undefined
}
