import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MIN_PASSWORD } from '#contract/fields.ts'
import { record } from './audit/audit.ts'
import { createAccount, hasAccounts } from './auth/accounts.ts'
import { passwordFault } from './auth/password-rules.ts'
import { hashPassword } from './auth/passwords.ts'
import { inTransaction, type Pool, takeAdvisoryLock } from './db/transaction.ts'
import { messageOf } from './db/unavailable.ts'
import { type Settings, WrongSettings } from './settings.ts'

/** A first admin with a generated password, and the absolute path of the file that contains it. */
type NewAdmin = { username: string; password: string; file: string }

/**
 * Creates the first admin if there is none: the configured one, or one with a generated password, which is written to a
 * file in DATA_DIR that only the portal's user can read. Throws `WrongSettings` if the file cannot be written or the
 * configured password is weak.
 */
export async function firstAdmin(db: Pool, settings: Settings): Promise<NewAdmin | undefined> {
  if (await hasAccounts(db, 'admin')) return undefined
  const { username, password } = settings.firstAdmin ?? {
    username: 'admin',
    password: randomBytes(9).toString('base64url'),
  }
  const owner = { role: 'admin' as const, name: username, username }
  if (passwordFault(password, owner)) throw new WrongSettings([WEAK_PASSWORD])
  const account = { ...owner, password_hash: await hashPassword(password) }
  return inTransaction(db, async tx => {
    // The lock lets only one of two concurrently starting processes create it.
    await takeAdvisoryLock(tx, 'first_admin')
    if (await hasAccounts(tx, 'admin')) return undefined
    const now = new Date()
    const id = await createAccount(tx, account, now)
    const after = { name: username, username }
    await record(tx, { actor: undefined, now }, [{ action: 'created', entity: 'admin', entity_id: id, after }])
    if (settings.firstAdmin) return undefined
    // Before the commit, so that no admin exists whose password was not written to the file.
    return { username, password, file: await writePassword(settings.dataDir, username, password) }
  })
}

const WEAK_PASSWORD = `ADMIN_PASSWORD must have at least ${MIN_PASSWORD.admin} characters, and be neither a common password nor made of ADMIN_USERNAME`

async function writePassword(dataDir: string, username: string, password: string): Promise<string> {
  const file = resolve(join(dataDir, 'first-admin.txt'))
  try {
    await mkdir(dataDir, { recursive: true })
    // A file that is left from an earlier database might be readable by other users.
    await rm(file, { force: true })
    await writeFile(file, `${username} ${password}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new WrongSettings([
      `DATA_DIR names ${dataDir}, where the first admin's password cannot be written (${messageOf(error)}); set ADMIN_USERNAME and ADMIN_PASSWORD instead`,
    ])
  }
  return file
}

/** The message that is printed for a first admin whose password was generated. */
export const newAdminMessage = ({ username, file }: Pick<NewAdmin, 'username' | 'file'>) =>
  `First admin: ${username}   its password is in ${file}; delete the file when you have changed the password`
