import { MAX_USERNAME } from '#contract/fields.ts'
import { listAccounts } from '../auth/accounts.ts'
import { reachDatabase, startupErrorMessage } from '../database.ts'
import type { Pool } from '../db/transaction.ts'
import { readEnvFile } from '../env-file.ts'
import { readSettings } from '../settings.ts'
import { ACTIONS, findAction, InvalidCommand } from './admins.ts'

/** Manages admins from the command line, also while the portal runs: `npm run admin -- ACTION NAME`. */

const USAGE = `npm run admin -- list | ${Object.keys(ACTIONS).join(' | ')} NAME, or remove-second-factor admin|marketer NAME`

try {
  readEnvFile()
  const [action = '', ...words] = process.argv.slice(2)
  const name = words.join(' ').trim()
  const act = findAction(action)
  const most = MAX_USERNAME + (action === 'remove-second-factor' ? 'marketer '.length : 0)
  if (action !== 'list' && !(act && name && name.length <= most)) throw new InvalidCommand(`Usage: ${USAGE}`)
  const { db, closeDatabase } = await reachDatabase(readSettings(process.env))
  try {
    console.log(act ? await act(db, name, new Date()) : await listAdmins(db))
  } finally {
    await closeDatabase()
  }
} catch (error) {
  console.error(error instanceof InvalidCommand ? error.message : (startupErrorMessage(error) ?? error))
  process.exit(1)
}

async function listAdmins(db: Pool) {
  const admins = await listAccounts(db, 'admin')
  const lines = admins.map(({ username, created_at, is_active }) => {
    return `${username}   since ${created_at.slice(0, 10)}${is_active ? '' : '   deactivated'}`
  })
  return lines.join('\n') || 'There is no admin yet.'
}
