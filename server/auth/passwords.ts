import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Role } from '#contract/call.ts'
import { fairQueue } from './fair-queue.ts'
import { requirePassword } from './password-rules.ts'

/** argon2id with 19 MiB and two passes, as OWASP recommends. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash of a password. */
export const hashPassword = (password: string) => hash(password, PARAMETERS)

const dummyHash = hashPassword('no account has this password')

/** Whether the password matches the hash. Without a hash it takes equally long and returns false. */
export async function isPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  const right = await verify(storedHash ?? (await dummyHash), password)
  return right && storedHash !== undefined
}

/**
 * Node's thread pool has four threads, of which one stays free for file access. A hundred users behind one address can
 * log in simultaneously.
 */
const LIMITS = { concurrency: 3, concurrencyPerKey: 2, maxWaitingPerKey: 100, maxWaiting: 500 }

let enqueue = fairQueue(LIMITS)

/** Runs password checks in a fair queue per network address. */
export const enqueuePasswordCheck: typeof enqueue = (network, check) => enqueue(network, check)

/** Divides the number of simultaneous checks among the processes of a portal, as they share the processors. */
export function sharePasswordChecks(workers: number) {
  if (workers === 1) return
  const share = (most: number) => Math.ceil(most / workers)
  const { concurrency, concurrencyPerKey, ...waiting } = LIMITS
  enqueue = fairQueue({
    ...waiting,
    concurrency: share(concurrency),
    concurrencyPerKey: share(concurrencyPerKey),
  })
}

/** Characters that are not confused in print. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Random characters that are easy to read and type, of about five bits each. */
export const readableCode = (length: number) =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Generates a password that is easy to read and type, and cannot be guessed. */
export const generatePassword = () => readableCode(10)

/**
 * Replaces the password of a new account by its hash; refuses a weak one at the field `password`. Slow by design: call
 * it before a transaction, never in one.
 */
export async function hashAccountPassword<T extends NewUser>(role: Role, { password, ...rest }: T) {
  requirePassword(password, { role, username: rest.username, name: rest.company_name ?? rest.name ?? '' })
  return { ...rest, password_hash: await hashPassword(password) }
}

type NewUser = { password: string; username: string; company_name?: string; name?: string }

/** An input for a new account with `password` replaced by its hash. */
export type Hashed<T extends { password: string }> = Omit<T, 'password'> & { password_hash: string }
