import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'
import { hashPassword } from './passwords.ts'

const TRIES = 15
const HALF_AN_HOUR = 30 * 60 * 1000

test('the duration of a login does not reveal whether the username exists', async () => {
  const world = await makeWorld()
  const { id, username } = await world.customer()
  // The accounts of tests have weak hashes.
  const password_hash = await hashPassword('doğru-şifre')
  await world.db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
  const took = { known: [] as number[], unknown: [] as number[] }
  const time = async (name: string) => {
    // Keeps throttling out of the measurement.
    world.pass(HALF_AN_HOUR)
    const start = performance.now()
    const { status } = await world.post('/auth/login', undefined, { username: name, password: 'yanlış-şifre' })
    expect(status).toBe(401)
    return performance.now() - start
  }
  await time(username)
  for (let i = 0; i < TRIES; i++) {
    took.known.push(await time(username))
    took.unknown.push(await time('kimse'))
  }
  const ratio = median(took.unknown) / median(took.known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
