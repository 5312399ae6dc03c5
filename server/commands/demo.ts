import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ROLE_LABELS } from '#contract/roles.ts'
import { startupErrorMessage } from '../database.ts'
import { NoEmbeddedDatabase } from '../db/embedded-binaries.ts'
import type { Pool } from '../db/transaction.ts'
import { messageOf } from '../db/unavailable.ts'
import { readEnvFile } from '../env-file.ts'
import { startPortal } from '../portal.ts'
import { fillSample, makeSample, type Sample } from '../sample/fill.ts'
import { SAMPLE_MARKETERS } from '../sample/people.ts'
import { readSettings, WrongSettings } from '../settings.ts'
import { demoEnvironment } from './demo-environment.ts'

/** Starts the portal on a data directory of its own with sample data. It never touches real data and sends no mail. */

// Read before the .env file, which is the real portal's.
const given = { ...process.env }
const DATA_DIR = given.DATA_DIR || './demo-data'
const LOGINS = join(DATA_DIR, 'logins.json')
const CONTACT = { SUPPORT_EMAIL: 'destek@toptan.ornek.com.tr', SUPPORT_PHONE: '0212 555 00 00' }

const Logins = z.array(
  z.object({ role: z.string(), name: z.string(), username: z.string(), password: z.string(), page: z.string() }),
)
type Logins = z.output<typeof Logins>

try {
  readEnvFile()
  const environment = demoEnvironment(given, process.env)
  const settings = readSettings({ LOG_LEVEL: 'warn', ...CONTACT, ...environment, DATA_DIR })
  const webRoot = fileURLToPath(new URL('../web', import.meta.url))
  const saved = await savedLogins()
  if (!saved && existsSync(join(DATA_DIR, 'postgres')))
    throw new WrongSettings([`DATA_DIR names ${DATA_DIR}, whose database is not a demo's; give the demo another one`])
  const sample = makeSample(new Date())
  const logins = saved ?? (await newLogins(sample))
  const [firstAdmin] = logins
  const portal = await startPortal({ ...settings, workers: 1, firstAdmin }, { webRoot, printsLinks: true })
  portal.stopOnSignals()
  if (firstAdmin && (await isEmpty(portal.db)))
    await fill(portal.db, sample, { password: firstAdmin.password, companyName: settings.companyName })
  print(portal.address, logins)
} catch (error) {
  // The demo ignores DATABASE_URL: it must not fill a database that is in use.
  const isWithout = error instanceof NoEmbeddedDatabase
  console.error(isWithout ? `${error.message} The demo needs it.` : (startupErrorMessage(error) ?? error))
  process.exit(1)
}

async function isEmpty(db: Pool) {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) === undefined
}

async function fill(db: Pool, sample: Sample, given: { password: string; companyName: string }) {
  console.log('Örnek veriler hazırlanıyor; bir kez yapılır, çoğu makinede bir dakikadan kısa sürer …')
  const began = Date.now()
  const since = () => ((Date.now() - began) / 1000).toFixed(1)
  const admin = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'is_active'])
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const report = (what: string) => console.log(`  ${what} (${since()} saniye)`)
  await fillSample(db, { admin: { ...admin, role: 'admin' }, ...given, report }, sample)
  const { products, customers, trade } = sample
  const orders = trade.steps.filter(step => step.kind === 'order').length
  console.log(`${products.length} ürün, ${customers.length} müşteri, ${orders} sipariş; ${since()} saniye`)
}

/** The logins of existing sample data; the admin's first. */
async function savedLogins(): Promise<Logins | undefined> {
  const text = await readFile(LOGINS, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return Logins.parse(JSON.parse(text))
  } catch {
    throw new WrongSettings([
      `DATA_DIR names ${DATA_DIR}, whose logins.json is not a demo's; give the demo another one`,
    ])
  }
}

/** The demo's logins, with one generated password; stored beside the data before the accounts are created. */
async function newLogins({ customers }: Sample): Promise<Logins> {
  const password = `demo-${randomInt(100_000, 1_000_000)}`
  const logins = [
    { role: ROLE_LABELS.admin, name: ROLE_LABELS.admin, username: 'admin', password, page: '/admin-login' },
    ...SAMPLE_MARKETERS.map(marketer => ({ role: ROLE_LABELS.marketer, ...marketer, password, page: '/admin-login' })),
    ...customers.slice(0, 4).map(({ company_name: name, username }) => {
      return { role: ROLE_LABELS.customer, name, username, password, page: '/login' }
    }),
  ]
  try {
    await mkdir(DATA_DIR, { recursive: true })
    await writeFile(LOGINS, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    throw new WrongSettings([`DATA_DIR names ${DATA_DIR}, which cannot be written: ${messageOf(error)}`])
  }
  return logins
}

function print(address: string, logins: Logins) {
  const head = { role: 'Rol', name: 'Ad', username: 'Kullanıcı adı', password: 'Şifre', page: 'Giriş sayfası' }
  const rows = [head, ...logins]
  const width = (column: keyof typeof head) => Math.max(...rows.map(row => row[column].length))
  const line = (row: typeof head) =>
    (['role', 'name', 'username', 'password', 'page'] as const)
      .map(column => row[column].padEnd(width(column)))
      .join('   ')
  console.log(`\nToptan demo: ${address}\n\n${rows.map(row => `  ${line(row).trimEnd()}`).join('\n')}\n`)
}
