import * as z from 'zod/mini'
import { listOwnCustomers, type OwnCustomer } from '#contract/customers.ts'
import { requestText } from '../api.ts'
import { session } from '../session.ts'
import { change, readKept } from './database.ts'

const FRESH_FOR = 10 * 60 * 1000

/** A marketer's own customers as they were at an instant, by company name. */
export type KeptCustomers = { at: string; customers: OwnCustomer[] }

/** As they came over the wire: they may be many, and are read, by the contract of the day, only when they are needed. */
const Kept = z.object({ user_id: z.string(), at: z.number(), answer: z.string() })

/** The signed-in marketer's customers that this browser keeps, if it does. */
export async function keptCustomers(): Promise<KeptCustomers | undefined> {
  const user_id = marketer()
  if (!user_id) return undefined
  const kept = Kept.safeParse(await readKept('answers', placeOf(user_id))).data
  // Somebody else may have signed in meanwhile.
  if (!kept || kept.user_id !== marketer()) return undefined
  const customers = read(kept.answer)
  return customers && { at: new Date(kept.at).toISOString(), customers }
}

/** Fetches the marketer's customers for a time without a network, unless what is kept is fresh. */
export async function keepCustomers(): Promise<void> {
  const user_id = marketer()
  if (!user_id) return
  const kept = z.object({ at: z.number() }).safeParse(await readKept('answers', placeOf(user_id))).data
  const age = Date.now() - (kept?.at ?? Number.NaN)
  // One from the future was kept while the clock was wrong.
  if (age >= 0 && age < FRESH_FOR) return
  const at = Date.now()
  const answer = await requestText(listOwnCustomers).catch(() => undefined)
  if (!answer || user_id !== marketer()) return
  await change('answers', placeOf(user_id), () => ({ user_id, at, answer }))
}

function read(text: string): OwnCustomer[] | undefined {
  try {
    return z.decode(listOwnCustomers.reply, JSON.parse(text))
  } catch {
    return undefined
  }
}

const placeOf = (user_id: string) => `${user_id} own customers`

function marketer() {
  const current = session()
  return current?.role === 'marketer' ? current.user.id : undefined
}
