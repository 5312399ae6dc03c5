import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { kurus } from '#contract/money.ts'
import { NEW_PRODUCT } from '#contract/products.ts'
import { type AppOptions, buildApp } from '../app.ts'
import { createAccount } from '../auth/accounts.ts'
import { startSession } from '../auth/sessions.ts'
import { insertProducts, type ProductFields } from '../catalogue/products.ts'
import { createCustomer } from '../customers/customers.ts'
import { connect } from '../db/connect.ts'
import { DiskSpace } from '../db/disk-space.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import type { Message } from '../mail/layout.ts'
import { mailSending } from '../mail/mail-sender.ts'
import { mailContext } from '../mail-context.ts'
import { createMarketer } from '../marketers/marketers.ts'
import { startLive } from '../notifications/live.ts'
import { pushSending } from '../notifications/push-sender.ts'
import { pushContext } from '../push-context.ts'
import { readSettings, type Settings } from '../settings.ts'
import { UNLIMITED } from './overload.ts'
import { LOOPBACK } from './push-service.ts'
import { acquireDatabase } from './reused-databases.ts'
import { sendDue } from './send-due.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { connectionString: string } | { host: string; user: string; database: string }
    template: string
    shared: string
  }
}

const PASSWORD = 'doğru-şifre'
// Weak parameters, so that the many logins of tests cost almost nothing.
const password_hash = await hash(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 })

export type World = Awaited<ReturnType<typeof makeWorld>>
export type TestUser = { id: string; token: string; actor: Actor; username: string; password: string }

type WorldOptions = Partial<Settings> & Pick<AppOptions, 'overload' | 'stall'> & { connections?: number }

/** A server with its own database, a clock that is moved by hand, and users who can send requests. */
export async function makeWorld({ connections = 8, overload = UNLIMITED, stall, ...overrides }: WorldOptions = {}) {
  const database = await acquireDatabase(inject('database'), inject('template'), connections)
  const { db } = database
  let owner: Pool | undefined
  let time = new Date('2026-03-10T07:00:00Z')
  const settings: Settings = { ...readSettings({}), ...overrides }
  const live = startLive(database.address, { heartbeatInterval: 200 })
  const disk = new DiskSpace()
  const app = await buildApp(db, settings, {
    live,
    disk,
    clock: () => time,
    isStrict: true,
    overload,
    pushNetwork: LOOPBACK,
    ...(stall && { stall }),
  })
  onTestFinished(async () => {
    await app.close()
    await live.close()
    await Promise.all([db.destroy(), owner?.destroy()])
    await database.release()
  })
  return {
    app,
    db,
    disk,
    /** For connections of the test's own; no later test then uses this database. */
    get database() {
      return database.exclusive().address
    },
    get ownerDatabase() {
      return database.exclusive().owner
    },
    /** The database as its owner, which unlike the portal may alter tables and disable triggers. */
    get owner() {
      owner ??= connect(database.exclusive().owner, { connections: 2 })
      return owner
    },
    ...people(db, () => time),
    ...requests(app),
    ...(await senders(db, settings, { clock: () => time, log: app.log })),
    now: () => time,
    pass: (milliseconds: number) => void (time = new Date(time.getTime() + milliseconds)),
    product: async (fields: NewProduct = {}) => (await addProducts(db, [fields], time))[0]!,
    /** Creates products in one transaction; resolves to their ids in this order. */
    products: (many: NewProduct[]) => addProducts(db, many, time),
    figures: async (product_id: string) =>
      db
        .selectFrom('stock')
        .select(['on_hand', 'reserved'])
        .where('product_id', '=', product_id)
        .executeTakeFirstOrThrow(),
    ledgerDisagreements: () => ledgerDisagreements(db),
  }
}

/** What is sent in the background in a portal. */
async function senders(db: Pool, settings: Settings, shared: Pick<Parameters<typeof pushContext>[2], 'clock' | 'log'>) {
  const inbox: Message[] = []
  const transport = { deliver: async (message: Message) => void inbox.push(message), close: () => undefined }
  const mailing = mailContext(db, settings, { ...shared, address: 'http://localhost', transport })
  const pushing = await pushContext(db, settings, { ...shared, network: LOOPBACK })
  return {
    /** Sends the mails that are due now and returns them. */
    mails: async () => {
      await sendDue(mailSending(mailing))
      return inbox.splice(0)
    },
    pushing,
    /** Sends the pushes that are due now. */
    pushes: () => sendDue(pushSending(pushing)),
  }
}

/** Creates users, each with a session. */
export function people(db: Pool, now: () => Date) {
  const user = async (role: Actor['role'], id: string, username: string, name: string): Promise<TestUser> => {
    // Without the checks of a login, which cost several times as much.
    const { token } = await inTransaction(db, tx => startSession(tx, { id, role, name }, {}, now()))
    return { id, token, username, password: PASSWORD, actor: { id, role, name, is_active: true } }
  }
  const admin = async (name = 'Ayşe Yönetici') => {
    const username = `admin-${randomUUID().slice(0, 8)}`
    const id = await inTransaction(db, tx => createAccount(tx, { role: 'admin', username, name, password_hash }, now()))
    return user('admin', id, username, name)
  }
  const marketer = async (name = 'Mehmet Pazarlamacı') => {
    const username = `marketer-${randomUUID().slice(0, 8)}`
    const { id } = await createMarketer(db, undefined, { username, name, password_hash }, now())
    return user('marketer', id, username, name)
  }
  const customer = async ({ company_name = 'Lezzet Lokantası', assigned_marketer_id = null as string | null } = {}) => {
    const username = `customer-${randomUUID().slice(0, 8)}`
    const creator: Actor = { id: randomUUID(), role: 'admin', name: 'test', is_active: true }
    const input = {
      username,
      company_name,
      email: `${username}@ornek.com.tr`,
      password_hash,
      phone: '0212 000 00 00',
      address: 'İstanbul',
    }
    const { id } = await createCustomer(db, creator, { ...input, assigned_marketer_id }, now())
    return user('customer', id, username, company_name)
  }
  return { admin, marketer, customer }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Sends requests to an app. */
export function requests(app: Awaited<ReturnType<typeof buildApp>>) {
  const request = async (
    method: Method,
    url: string,
    as?: TestUser,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await app.inject({
      method,
      url: `/api${url}`,
      headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
      ...(payload !== undefined && { payload: payload as object }),
    })
    return { status: response.statusCode, headers: response.headers, body: response.body, json: () => response.json() }
  }
  return {
    request,
    get: (url: string, as?: TestUser) => request('GET', url, as),
    post: (url: string, as?: TestUser, payload?: unknown, headers?: Record<string, string>) =>
      request('POST', url, as, payload, headers),
    put: (url: string, as?: TestUser, payload?: unknown) => request('PUT', url, as, payload),
  }
}

type NewProduct = Partial<ProductFields> & { on_hand?: number }

/** Creates products with stock, all in one transaction; resolves to their ids in this order. */
export function addProducts(db: Pool, many: NewProduct[], now: Date) {
  const { stock_quantity: _, ...usual } = NEW_PRODUCT
  const whole = many.map((fields): ProductFields & { on_hand: number } => ({
    ...usual,
    name: 'Beyaz Peynir',
    brand: 'Yayla',
    category: 'Peynir',
    price: kurus(10_000),
    vat_rate: 10,
    on_hand: 10,
    ...fields,
  }))
  return inTransaction(db.invalidating([]), tx =>
    insertProducts(tx, whole, { reason: 'created', actor: undefined, now }),
  )
}

/**
 * Products whose figures differ from the sum of their ledger, from its last row or from their lots, and lots whose
 * quantity differs from the sum of their ledger.
 */
export async function ledgerDisagreements(db: Database) {
  const { rows: lots } = await sql`
    select product_id, 'lots' as of from stock left join (
      select product_id, sum(on_hand) as sum from lots group by product_id
    ) as lots using (product_id) where in_lots <> coalesce(lots.sum, 0)
    union all
    select product_id, code from lots left join (
      select lot_id, sum(on_hand_change) as sum from lot_ledger group by lot_id
    ) as moved on lot_id = lots.id where on_hand <> coalesce(moved.sum, 0)
    union all
    select product_id, code from lots left join (
      select lot_id, sum(quantity) as sum from order_lots where taken is null group by lot_id
    ) as open on lot_id = lots.id where picked <> coalesce(open.sum, 0)`.execute(db)
  return [...(await stockDisagreements(db)), ...lots]
}

async function stockDisagreements(db: Database) {
  const ledger = await db.selectFrom('stock_ledger').selectAll().orderBy('id').execute()
  const stock = await db.selectFrom('stock').selectAll().execute()
  return stock.filter(({ product_id, on_hand, reserved }) => {
    const rows = ledger.filter(row => row.product_id === product_id)
    const sums = rows.reduce(
      (sum, row) => ({ on_hand: sum.on_hand + row.on_hand_change, reserved: sum.reserved + row.reserved_change }),
      { on_hand: 0, reserved: 0 },
    )
    const last = rows.at(-1)
    const agree =
      sums.on_hand === on_hand &&
      sums.reserved === reserved &&
      (!last || (last.on_hand_after === on_hand && last.reserved_after === reserved))
    return !agree
  })
}
