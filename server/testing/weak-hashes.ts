import { createRequire } from 'node:module'

// Loaded before the server's tests, and before a portal that browser tests share: hashing and checking the passwords of
// their many accounts then takes a fraction of a millisecond rather than 25. A portal that is started in a process of
// its own, as users start it, hashes with the usual parameters.

type Hash = (password: string, parameters?: object) => Promise<string>

const argon2: { hash: Hash } = createRequire(import.meta.url)('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password, parameters) => hash(password, { ...parameters, memoryCost: 64, timeCost: 1 })
