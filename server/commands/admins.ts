import { randomBytes } from 'node:crypto'
import { accountKey } from '#contract/turkish.ts'
import { COMMAND_LINE, record } from '../audit/audit.ts'
import { createAccount, deactivateAccount, findAccount, listAccounts, setPassword } from '../auth/accounts.ts'
import { hashPassword } from '../auth/passwords.ts'
import { clearWrongCodes, removeSecondFactor } from '../auth/second-factor.ts'
import { clearFailures } from '../auth/throttle.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'

/** An invalid command, with a message for the operator. */
export class InvalidCommand extends Error {}

/** The actions on a named account. Each resolves to the text to print, and is recorded in the audit trail. */
export const ACTIONS: Record<string, (db: Pool, name: string, now: Date) => Promise<string>> = {
  create: async (db, name, now) => {
    if (await findAccount(db, 'admin', name)) throw new InvalidCommand(`There is an admin called ${name} already.`)
    const password = newPassword()
    const password_hash = await hashPassword(password)
    await inTransaction(db, async tx => {
      const id = await createAccount(
        tx,
        { role: 'admin', username: name, name, password_hash, password_is_temporary: true },
        now,
      )
      const after = { name, username: name }
      await record(tx, { actor: COMMAND_LINE, now }, [{ action: 'created', entity: 'admin', entity_id: id, after }])
    })
    return `Admin ${name} made. Password (shown only now): ${password}`
  },
  'reset-password': async (db, name, now) => {
    const admin = await adminCalled(db, name)
    if (!admin.is_active) throw new InvalidCommand(`${admin.username} is deactivated and stays so; make another admin.`)
    const password = newPassword()
    const password_hash = await hashPassword(password)
    await inTransaction(db, async tx => {
      await setPassword(tx, admin.id, password_hash, { isTemporary: true })
      await clearFailures(tx, { role: 'admin', username_key: admin.username_key })
      const entry = { action: 'password_changed', entity: 'admin', entity_id: admin.id } as const
      await record(tx, { actor: COMMAND_LINE, now }, [entry])
    })
    return `Admin ${admin.username} has a new password (shown only now): ${password}`
  },
  deactivate: async (db, name, now) => {
    const admin = await adminCalled(db, name)
    const others = (await listAccounts(db, 'admin')).filter(one => one.is_active && one.username !== admin.username)
    if (others.length === 0)
      throw new InvalidCommand(`${admin.username} is the only active admin; make another one first.`)
    await inTransaction(db, async tx => {
      await deactivateAccount(tx, admin.id)
      const entry = { action: 'updated', entity: 'admin', entity_id: admin.id } as const
      const [before, after] = [{ is_active: admin.is_active }, { is_active: false }]
      await record(tx, { actor: COMMAND_LINE, now }, [{ ...entry, before, after }])
    })
    return `Admin ${admin.username} can no longer log in.`
  },
  'remove-second-factor': async (db, name, now) => {
    const role = STAFF.find(one => name.startsWith(`${one} `))
    const named = await secondFactorOwners(db, STAFF, name)
    const owners = named.length || !role ? named : await secondFactorOwners(db, [role], name.slice(role.length))
    const [owner, other] = owners
    if (!owner) throw new InvalidCommand(`No admin or marketer called ${name} has a second factor.`)
    if (other)
      throw new InvalidCommand(
        `An admin and a marketer are called ${name}. Say which: remove-second-factor admin ${name}`,
      )
    await removeSecondFactor(db, { actor: COMMAND_LINE, now }, owner)
    return `The ${owner.role} ${owner.username} can log in with the password alone.`
  },
  unlock: async (db, name, now) => {
    const username_key = accountKey(name)
    const roles = ['admin', 'marketer', 'customer'] as const
    const found = await Promise.all(roles.map(async role => ({ role, account: await findAccount(db, role, name) })))
    const entries = found.flatMap(({ role, account }) =>
      account ? [{ action: 'unlocked' as const, entity: role, entity_id: account.id }] : [],
    )
    if (entries.length === 0) throw new InvalidCommand(`There is no account named ${name}.`)
    await inTransaction(db, async tx => {
      for (const role of roles) await clearFailures(tx, { role, username_key })
      await clearWrongCodes(
        tx,
        entries.map(({ entity_id }) => entity_id),
      )
      await record(tx, { actor: COMMAND_LINE, now }, entries)
    })
    return `The failed logins and wrong codes of ${name} are forgotten.`
  },
}

/** The action with this name, if there is one. */
export const findAction = (name: string) => (Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined)

async function adminCalled(db: Database, name: string) {
  const admin = await findAccount(db, 'admin', name)
  if (!admin) throw new InvalidCommand(`There is no admin called ${name}.`)
  return admin
}

const STAFF = ['admin', 'marketer'] as const

/** The accounts of these roles with this username that have a second factor. */
async function secondFactorOwners(db: Database, roles: readonly (typeof STAFF)[number][], username: string) {
  const found = await Promise.all(
    roles.map(async role => ({ role, account: await findAccount(db, role, username.trim()) })),
  )
  return found.flatMap(({ role, account }) =>
    account?.has_second_factor ? [{ role, id: account.id, username: account.username }] : [],
  )
}

function newPassword() {
  return randomBytes(12).toString('base64url')
}
