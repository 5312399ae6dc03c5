import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { makeWorld } from '../testing/world.ts'
import { hashPassword } from './passwords.ts'

const Comparison = z.object({ stored: z.string(), password: z.string() })
const WRONG = 'yanlış-şifre-ölçülen'

test('a login does the same work whether or not the username exists, so that its duration does not reveal it', async () => {
  const world = await makeWorld()
  const { id, username } = await world.customer()
  const password_hash = await hashPassword('doğru-şifre')
  await world.db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
  const compared: string[] = []
  // Requests that earlier tests in this process have left may compare other passwords meanwhile.
  const remember = (comparison: unknown) => {
    const { stored, password } = Comparison.parse(comparison)
    if (password === WRONG) compared.push(stored)
  }
  subscribe('compared-password-hash', remember)
  onTestFinished(() => void unsubscribe('compared-password-hash', remember))
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())

  const work = async (name: string) => {
    compared.length = 0
    query.mockClear()
    const { status } = await world.post('/auth/login', undefined, { username: name, password: WRONG })
    expect(status).toBe(401)
    const [hash, ...others] = compared
    expect(others).toEqual([])
    const statements = query.mock.calls.map(([message]) => JSON.stringify(message))
    // Other parts of the server may send statements meanwhile.
    const own = statements.filter(
      statement => /login_failures|accounts/.test(statement) && !statement.includes('security_log'),
    )
    return { parameters: hash?.split('$').slice(0, 4), statements: own.length }
  }
  const known = await work(username)
  expect(known.parameters).toEqual(password_hash.split('$').slice(0, 4))
  expect(known.statements).toBeGreaterThan(0)
  expect(await work('kimse')).toEqual(known)
})
