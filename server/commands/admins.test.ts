import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { reachDatabase } from '../database.ts'
import { schemaVersion } from '../db/migrate.ts'
import { currentRole } from '../db/roles.ts'
import { readSettings } from '../settings.ts'
import { urlOf } from '../testing/databases.ts'
import { codeAt, giveSecondFactor } from '../testing/second-factor.ts'
import { makeWorld } from '../testing/world.ts'
import { ACTIONS, findAction } from './admins.ts'

test('actions of the command line are recorded with it as the actor, without passwords', async () => {
  const world = await makeWorld()
  const [admin, customer, marketer] = [await world.admin('Ayşe'), await world.customer(), await world.marketer()]
  const run = async (action: string, name: string) => (await ACTIONS[action]?.(world.db, name, world.now())) ?? ''
  const made = /: (\S+)$/.exec(await run('create', 'ışıl'))?.[1] ?? ''
  const { id } = (await world.post('/admin/login', undefined, { username: 'IŞIL', password: made })).json().admin
  const reset = /: (\S+)$/.exec(await run('reset-password', 'Işıl'))?.[1] ?? ''
  expect((await world.post('/admin/login', undefined, { username: 'ışıl', password: made })).status).toBe(401)
  await run('unlock', 'ışıl')
  await run('unlock', customer.username)
  await giveSecondFactor(world.db, marketer, world.now())
  await run('remove-second-factor', marketer.username)
  expect((await world.post('/marketer/login', undefined, marketer)).status).toBe(200)
  await run('deactivate', 'ışıl')
  await run('deactivate', 'ışıl')
  const entries: AuditEntry[] = (await world.get('/admin/audit?actor=komut', admin)).json()
  expect(entries.map(one => [one.action, one.entity, one.entity_id, one.before, one.after])).toEqual([
    ['updated', 'admin', id, { is_active: true }, { is_active: false }],
    ['second_factor_removed', 'marketer', marketer.id, null, null],
    ['unlocked', 'customer', customer.id, null, null],
    ['unlocked', 'admin', id, null, null],
    ['password_changed', 'admin', id, null, null],
    ['created', 'admin', id, null, { name: 'ışıl', username: 'ışıl' }],
  ])
  expect(new Set(entries.map(one => `${one.actor_role} ${one.actor_name}`))).toEqual(new Set(['null Komut satırı']))
  const everything = JSON.stringify(await world.db.selectFrom('audit_log').selectAll().execute())
  for (const secret of [made, reset]) expect([secret.length, everything.includes(secret)]).toEqual([16, false])
})

test('a refused action of the command line changes nothing', async () => {
  const world = await makeWorld()
  const [admin, gone] = [await world.admin('Ayşe'), await world.admin('Ali')]
  await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', gone.id).execute()
  for (const [action, name, sentence] of [
    ['create', admin.username, 'already'],
    ['reset-password', 'yok', 'no admin'],
    ['reset-password', gone.username, 'is deactivated'],
    ['deactivate', admin.username, 'only active admin'],
    ['unlock', 'yok', 'no account'],
    ['remove-second-factor', admin.username, 'has a second factor'],
  ] as const)
    await expect(ACTIONS[action]?.(world.db, name, world.now())).rejects.toThrow(sentence)
  expect((await world.get('/admin/audit?actor=komut', admin)).json()).toEqual([])
})

test('of an admin and a marketer of one name, only the named one loses the second factor', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  for (const owner of [admin, marketer]) await giveSecondFactor(world.db, owner, world.now())
  await world.db
    .updateTable('accounts')
    .set({ username: 'mehmet', username_key: 'mehmet' })
    .where('id', 'in', [admin.id, marketer.id])
    .execute()
  const remove = (name: string) => ACTIONS['remove-second-factor']?.(world.db, name, world.now())
  const owners = async () => {
    const accounts = world.db.selectFrom('accounts').select('role').where('has_second_factor', '=', true)
    return (await accounts.orderBy('role').execute()).map(({ role }) => role)
  }
  await expect(remove('mehmet')).rejects.toThrow('Say which: remove-second-factor admin mehmet')
  expect(await owners()).toEqual(['admin', 'marketer'])
  expect(await remove('marketer Mehmet')).toBe('The marketer mehmet can log in with the password alone.')
  expect(await owners()).toEqual(['admin'])
  await remove('mehmet')
  expect(await owners()).toEqual([])
})

test('an account that was locked by wrong passwords can log in after the command line has unlocked it', async () => {
  const world = await makeWorld()
  const { username, password } = await world.customer()
  const logIn = async (given: string) =>
    (await world.post('/auth/login', undefined, { username, password: given })).status
  for (let wrong = 0; wrong < 10; wrong++) expect(await logIn('yanlış')).toBe(401)
  expect(await logIn(password)).toBe(429)
  await ACTIONS.unlock?.(world.db, username, world.now())
  expect(await logIn(password)).toBe(200)
})

test('after wrong codes of a second factor the right one works once the command line has unlocked the account', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await giveSecondFactor(world.db, admin, world.now())
  const logIn = async (code: string) => (await world.post('/admin/login', undefined, { ...admin, code })).status
  for (let wrong = 0; wrong < 5; wrong++) expect(await logIn('abcdefgh')).toBe(400)
  expect(await logIn(codeAt(world.now()))).toBe(429)
  await ACTIONS.unlock?.(world.db, admin.username, world.now())
  expect(await logIn(codeAt(world.now()))).toBe(200)
})

test('a word that names no action is refused, even if every object has a property of that name', () => {
  expect(findAction('unlock')).toBe(ACTIONS.unlock)
  expect(['delete', 'constructor', 'toString'].map(findAction)).toEqual([undefined, undefined, undefined])
})

test('a command does not migrate a database, which the portal of another version uses', async () => {
  const world = await makeWorld()
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  const urls = { DATABASE_URL: urlOf(world.database), DATABASE_OWNER_URL: urlOf(world.ownerDatabase) }
  const latest = await schemaVersion(world.owner)
  await sql`delete from kysely_migration where name = ${latest}`.execute(world.owner)
  await expect(reachDatabase(readSettings(urls))).rejects.toThrow(
    `, and this program needs ${latest}. Nothing was changed: only a start of the portal migrates a database`,
  )
  expect(await schemaVersion(world.owner)).not.toBe(latest)
})

test('a command can read tables that a restore has created as the role of DATABASE_OWNER_URL', async () => {
  const world = await makeWorld()
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  await sql`revoke all on accounts, kysely_migration from ${sql.id((await currentRole(world.db)).name)}`.execute(
    world.owner,
  )
  const urls = { DATABASE_URL: urlOf(world.database), DATABASE_OWNER_URL: urlOf(world.ownerDatabase) }
  const { db, closeDatabase } = await reachDatabase(readSettings(urls))
  onTestFinished(closeDatabase)
  expect(await db.selectFrom('accounts').select('id').execute()).toEqual([])
})

test('a command names the database that it uses, without the login, and does not create one', async () => {
  const world = await makeWorld()
  const DATA_DIR = join(tmpdir(), `toptan-none-${crypto.randomUUID()}`)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  await expect(reachDatabase(readSettings({ DATA_DIR }))).rejects.toThrow(
    `There is no database in ${DATA_DIR}, which DATA_DIR names, and DATABASE_URL is not set.`,
  )
  expect(existsSync(DATA_DIR)).toBe(false)
  expect(written).not.toHaveBeenCalled()
  const { host, pathname, searchParams } = new URL(urlOf(world.database))
  const url = `postgres://portal:secret@${host}${pathname}?${searchParams.toString()}`
  const { closeDatabase } = await reachDatabase(readSettings({ DATA_DIR, DATABASE_URL: url }))
  onTestFinished(closeDatabase)
  expect(written).toHaveBeenCalledWith(`Using the database postgres://${host}${pathname}\n`)
})
