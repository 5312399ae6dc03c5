import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fairQueue } from './fair-queue.ts'

/** argon2id with 19 MiB and two passes, as OWASP recommends. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is kept of a password. */
export const hashPassword = (password: string) => hash(password, PARAMETERS)

const nobodys = hashPassword('nobody has this password')

/** Whether the password is right. With no account it takes as long, and the answer is no. */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const right = await verify(kept ?? (await nobodys), password)
  return right && kept !== undefined
}

/**
 * The queue of the passwords that are looked at, by network address. Node has four threads for this and for reading
 * files; one stays free. An office of a hundred people may log in at once.
 */
export const inLine = fairQueue({ places: 3, placesPerKey: 2, waitingPerKey: 100, waiting: 500 })

/** Without what is easily taken for something else on paper. Ten of these are beyond guessing. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for somebody else, to be read and typed by people. */
export const newPassword = () => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The same without the password, and with what is kept of it. Slow by design: done before a transaction, never in one. */
export async function withPasswordHash<T extends { password: string }>({ password, ...rest }: T) {
  return { ...rest, password_hash: await hashPassword(password) }
}

/** Somebody who is to get an account, with the password hashed already. */
export type Hashed<T extends { password: string }> = Omit<T, 'password'> & { password_hash: string }
