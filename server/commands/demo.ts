import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Database } from '../db/tables.ts'
import { startPortal, UnusableDatabase } from '../portal.ts'
import { readSettings, WrongSettings } from '../settings.ts'
import { fillSample, makeSample, type Sample } from './sample/fill.ts'
import { SAMPLE_MARKETERS, SAMPLE_PASSWORD } from './sample/people.ts'

/** The portal on a data directory of its own, filled with a sample. It never touches real data and sends no mail. */

const DATA_DIR = './demo-data'
const LOGINS = join(DATA_DIR, 'logins.json')
const ADMIN = { username: 'admin', password: SAMPLE_PASSWORD }

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
  const portal = await startPortal({ ...settings, firstAdmin: ADMIN }, { webRoot })
  portal.stopOnSignals()
  if (await isEmpty(portal.db)) await fill(portal.db, new Date())
  print(portal.address, Logins.parse(JSON.parse(await readFile(LOGINS, 'utf8'))))
} catch (error) {
  console.error(error instanceof WrongSettings || error instanceof UnusableDatabase ? error.message : error)
  process.exit(1)
}

async function isEmpty(db: Database) {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) === undefined
}

async function fill(db: Database, now: Date) {
  console.log('Örnek veriler hazırlanıyor (bir kez, yaklaşık 10 saniye) …')
  const began = Date.now()
  const sample = makeSample(now)
  const admin = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'is_active'])
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  // First the logins: whoever finds the sample finds them too, wherever a filling was broken off.
  await mkdir(DATA_DIR, { recursive: true })
  await writeFile(LOGINS, `${JSON.stringify(loginsOf(sample), null, 2)}\n`)
  await fillSample(db, { ...admin, role: 'admin' }, sample)
  const { products, customers, trade } = sample
  const orders = trade.steps.filter(step => step.kind === 'order').length
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${products.length} ürün, ${customers.length} müşteri, ${orders} sipariş; ${seconds} saniye`)
}

function loginsOf({ customers }: Sample): Logins {
  const password = SAMPLE_PASSWORD
  return [
    { role: 'Yönetici', name: 'Yönetici', ...ADMIN, page: '/admin-login' },
    ...SAMPLE_MARKETERS.map(marketer => ({ role: 'Pazarlamacı', ...marketer, password, page: '/admin-login' })),
    ...customers.slice(0, 4).map(({ company_name: name, username }) => {
      return { role: 'Müşteri', name, username, password, page: '/login' }
    }),
  ]
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
