import { randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Database } from '../db/tables.ts'
import { startPortal, UnusableDatabase } from '../portal.ts'
import { readSettings, WrongSettings } from '../settings.ts'
import { fillSample, makeSample, type Sample } from './sample/fill.ts'
import { SAMPLE_MARKETERS } from './sample/people.ts'

/** The portal on a data directory of its own, filled with a sample. It never touches real data and sends no mail. */

const DATA_DIR = './demo-data'
const LOGINS = join(DATA_DIR, 'logins.json')
const CONTACT = { SUPPORT_EMAIL: 'destek@toptan.ornek.com.tr', SUPPORT_PHONE: '0212 555 00 00' }

const Logins = z.array(
  z.object({ role: z.string(), name: z.string(), username: z.string(), password: z.string(), page: z.string() }),
)
type Logins = z.output<typeof Logins>

try {
  process.loadEnvFile()
} catch {
  // Without a .env file the environment alone counts.
}

try {
  const { DATABASE_URL: _, SMTP_URL: _1, ADMIN_USERNAME: _2, ADMIN_PASSWORD: _3, ...environment } = process.env
  const settings = readSettings({ LOG_LEVEL: 'warn', ...CONTACT, ...environment, DATA_DIR })
  const webRoot = fileURLToPath(new URL('../web', import.meta.url))
  const sample = makeSample(new Date())
  const logins = (await keptLogins()) ?? (await newLogins(sample))
  const [firstAdmin] = logins
  const portal = await startPortal({ ...settings, firstAdmin }, { webRoot })
  portal.stopOnSignals()
  if (firstAdmin && (await isEmpty(portal.db))) await fill(portal.db, sample, firstAdmin.password)
  print(portal.address, logins)
} catch (error) {
  console.error(error instanceof WrongSettings || error instanceof UnusableDatabase ? error.message : error)
  process.exit(1)
}

async function isEmpty(db: Database) {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) === undefined
}

async function fill(db: Database, sample: Sample, password: string) {
  console.log('Örnek veriler hazırlanıyor (bir kez, yaklaşık 10 saniye) …')
  const began = Date.now()
  const admin = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'is_active'])
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  await fillSample(db, { admin: { ...admin, role: 'admin' }, password }, sample)
  const { products, customers, trade } = sample
  const orders = trade.steps.filter(step => step.kind === 'order').length
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${products.length} ürün, ${customers.length} müşteri, ${orders} sipariş; ${seconds} saniye`)
}

/** The logins of the sample that is there already; the admin's first. */
async function keptLogins(): Promise<Logins | undefined> {
  const text = await readFile(LOGINS, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Logins.parse(JSON.parse(text))
}

/** One password for everybody, drawn for this demo and kept beside its data; written before anybody can log in with it. */
async function newLogins({ customers }: Sample): Promise<Logins> {
  const password = `demo-${randomInt(100_000, 1_000_000)}`
  const logins = [
    { role: 'Yönetici', name: 'Yönetici', username: 'admin', password, page: '/admin-login' },
    ...SAMPLE_MARKETERS.map(marketer => ({ role: 'Pazarlamacı', ...marketer, password, page: '/admin-login' })),
    ...customers.slice(0, 4).map(({ company_name: name, username }) => {
      return { role: 'Müşteri', name, username, password, page: '/login' }
    }),
  ]
  await mkdir(DATA_DIR, { recursive: true })
  await writeFile(LOGINS, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
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
