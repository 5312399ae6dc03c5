import { hash, verify } from '@node-rs/argon2'

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
