import { randomBytes } from 'node:crypto'
import { accountKey } from '#contract/turkish.ts'
import { deactivateAccount, findAccount, listAccounts, openAccount, setPassword } from '../auth/accounts.ts'
import { hashPassword } from '../auth/passwords.ts'
import { forgetFailures } from '../auth/throttle.ts'
import type { Database } from '../db/tables.ts'
import { reachDatabase, UnusableDatabase } from '../portal.ts'
import { readSettings, WrongSettings } from '../settings.ts'

/** What can be done about admins from the command line, also while the portal runs: `npm run admin -- ACTION NAME`. */

class Usage extends Error {}

const ACTIONS: Record<string, (db: Database, name: string) => Promise<string>> = {
  create: async (db, name) => {
    if (await findAccount(db, 'admin', name)) throw new Usage(`There is an admin called ${name} already.`)
    const password = newPassword()
    const password_hash = await hashPassword(password)
    await db
      .transaction()
      .execute(tx => openAccount(tx, { role: 'admin', username: name, name, password_hash }, new Date()))
    return `Admin ${name} made. Password (shown only now): ${password}`
  },
  'reset-password': async (db, name) => {
    const admin = await adminCalled(db, name)
    const password = newPassword()
    await setPassword(db, admin.id, await hashPassword(password))
    await forgetFailures(db, { role: 'admin', username_key: admin.username_key })
    return `Admin ${admin.username} has a new password (shown only now): ${password}`
  },
  deactivate: async (db, name) => {
    const admin = await adminCalled(db, name)
    const others = (await listAccounts(db, 'admin')).filter(one => one.is_active && one.username !== admin.username)
    if (others.length === 0) throw new Usage(`${admin.username} is the only active admin; make another one first.`)
    await deactivateAccount(db, admin.id)
    return `Admin ${admin.username} can no longer log in.`
  },
  unlock: async (db, name) => {
    const username_key = accountKey(name)
    const roles = ['admin', 'marketer', 'customer'] as const
    const accounts = await Promise.all(roles.map(role => findAccount(db, role, name)))
    if (!accounts.some(Boolean)) throw new Usage(`Nobody is called ${name}.`)
    for (const role of roles) await forgetFailures(db, { role, username_key })
    return `The failed logins of ${name} are forgotten.`
  },
}

const USAGE = `npm run admin -- list | ${Object.keys(ACTIONS).join(' | ')} NAME`

try {
  process.loadEnvFile()
} catch {
  // Without a .env file the environment alone counts.
}

try {
  const [action = '', ...words] = process.argv.slice(2)
  const name = words.join(' ').trim()
  const act = ACTIONS[action]
  if (action !== 'list' && !(act && name && name.length <= 64)) throw new Usage(`Usage: ${USAGE}`)
  const { db, closeDatabase } = await reachDatabase(readSettings(process.env))
  try {
    console.log(act ? await act(db, name) : await listed(db))
  } finally {
    await closeDatabase()
  }
} catch (error) {
  const isPlain = error instanceof Usage || error instanceof WrongSettings || error instanceof UnusableDatabase
  console.error(isPlain ? error.message : error)
  process.exit(1)
}

async function adminCalled(db: Database, name: string) {
  const admin = await findAccount(db, 'admin', name)
  if (!admin) throw new Usage(`There is no admin called ${name}.`)
  return admin
}

async function listed(db: Database) {
  const admins = await listAccounts(db, 'admin')
  const lines = admins.map(({ username, created_at, is_active }) => {
    return `${username}   since ${created_at.slice(0, 10)}${is_active ? '' : '   deactivated'}`
  })
  return lines.join('\n') || 'There is no admin yet.'
}

function newPassword() {
  return randomBytes(12).toString('base64url')
}
