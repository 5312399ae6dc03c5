import { channel } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'

// Loaded before the server's tests, and before a portal that browser tests share: hashing and checking the passwords of
// their many accounts then takes a fraction of a millisecond rather than 25. A portal that is started in a process of
// its own, as users start it, hashes with the usual parameters. Tests can subscribe to the comparisons.

type Argon2 = {
  hash: (password: string, parameters?: object) => Promise<string>
  verify: (hash: string, password: string) => Promise<boolean>
}

const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2')
const { hash, verify } = argon2
const compared = channel('compared-password-hash')
argon2.hash = (password, parameters) => hash(password, { ...parameters, memoryCost: 64, timeCost: 1 })
argon2.verify = (stored, password) => {
  compared.publish({ stored, password })
  return verify(stored, password)
}
