import { hash } from 'node:crypto'

/** The SHA-256 of a token in hexadecimal digits. */
// Every request hashes a token; in one call it takes a quarter of the time of a hash object.
export const hashOf = (token: string) => hash('sha256', token, 'hex')

/** The form in which the database stores a hash. */
export const storedHash = (hexadecimal: string) => Buffer.from(hexadecimal, 'hex')

/** The hash under which the database stores a token. */
export const tokenHash = (token: string) => storedHash(hashOf(token))
