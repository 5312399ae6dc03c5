import { expect, test } from 'vitest'
import * as lists from '../catalogue/lists.ts'
import { finalizedLotDifferences } from '../counts/counted-lots.ts'
import { blockExpired } from '../lots/expiry-blocks.ts'
import { sendExpiryNotices } from '../lots/expiry-notices.ts'
import { replacePicksOf } from '../lots/picks.ts'
import { MAILS } from '../mail/outbox.ts'
import * as pushes from '../notifications/pushes.ts'
import { bringForward } from '../outbox/outbox.ts'
import { securityInsert } from '../security-log/security-log.ts'
import { makeDueOrders } from '../standing-orders/due-orders.ts'
import { fill, fillCommonTables, fillLots, minutesBefore, ROWS, rowUuid, uuidFrom } from '../testing/large-tables.ts'
import { type Explainer, explainer, type Scan, sentDuring } from '../testing/query-plans.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { inTransaction, queueStatement } from './transaction.ts'

const MINUTE = 60_000
const BARCODE = '8690000000001'
const COUNT = '7d1f0c52-6a0c-4f7e-9a5e-2f6f3f0c1a55'
const OPEN_COUNT = '3b8e0a7d-5c41-4a52-8d0f-91c6b7e2d4f8'
/** Tables of which only rows with known ids are read, such as those of names in the audit trail. */
const NOT_FILLED = new Set([
  'orders',
  'order_items',
  'custom_orders',
  'stock_counts',
  'delivery_routes',
  'delivery_exceptions',
])

// The statements of orders, and those of reports and lists of orders, are in `orders/query-plans.test.ts`.
test('no statement that is sent often reads more than a small part of a table that grows', async () => {
  const world = await makeWorld()
  const explain = await explainer(world)
  const users = await usersOf(world)
  await fillCommonTables(explain.client, await world.customer())
  await fillTablesOfAccounts(explain, users, world.now())
  await fillTablesOfGoods(explain, users, world.now())
  await explain.client.query('vacuum analyze')
  const ofUsers = {
    ...login(world, users),
    ...bells(world, users),
    ...carts(world, users),
    ...staffLists(world, users),
    ...counts(world, users),
  }
  const scans: Scan[] = []
  for (const [name, work] of Object.entries({ ...ofUsers, ...catalogue(world), ...outboxes(world), ...jobs(world) })) {
    const sent = await sentDuring(async () => void (await work()))
    expect(sent, name).not.toEqual([])
    for (const statement of sent)
      for (const { table, slow } of await explain.executedScans(statement))
        scans.push({ table, slow: slow && `${name}: ${slow}` })
  }
  expect(scans.flatMap(({ slow }) => slow ?? [])).toEqual([])
  const read = new Set(scans.map(({ table }) => table).filter(table => !NOT_FILLED.has(table)))
  expect(await explain.tablesWithFewerThan(ROWS / 2, read), 'tables that this test must fill').toEqual([])
})

type Users = Awaited<ReturnType<typeof usersOf>>
/** What sends the statements, by its name. */
type Works = Record<string, () => Promise<unknown>>

async function usersOf(world: World) {
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const admin = await world.admin()
  const product = await world.product({ barcode: BARCODE, lot_tracking: 'asked' })
  await succeeds(world.post('/admin/stock/receipts', admin, { product_id: product, quantity: 1, lot: { code: 'L1' } }))
  const { id: lot } = await world.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  return { admin, marketer, customer, product, lot }
}

async function succeeds(reply: Promise<{ status: number; body: string }>) {
  const { status, body } = await reply
  expect(status, body).toBeLessThan(300)
}

function login(world: World, { customer, marketer }: Users): Works {
  const { username, password } = customer
  let cookie = ''
  return {
    'a login': async () => {
      const { status, headers } = await world.post('/auth/login', undefined, { username, password })
      expect(status).toBe(200)
      cookie = String(headers['set-cookie']).split(';')[0]!
    },
    'a login of a known device': () =>
      succeeds(world.post('/auth/login', undefined, { username, password }, { cookie })),
    'a login with a wrong password': async () => {
      const wrong = { username: marketer.username, password: 'yanlış' }
      expect((await world.post('/marketer/login', undefined, wrong)).status).toBe(401)
    },
    'a denied login': () =>
      inTransaction(world.db, tx =>
        queueStatement(
          tx,
          securityInsert([{ created_at: world.now(), event: 'wrong_login', role: 'customer', username_key: 'u1' }]),
        ),
      ),
    'a session whose last use is stored': async () => {
      world.pass(2 * MINUTE)
      await succeeds(world.get('/auth/profile', customer))
    },
    'a forgotten password': () =>
      succeeds(world.post('/auth/forgot-password', undefined, { email: `${username}@ornek.com.tr` })),
  }
}

function bells(world: World, { customer, marketer, admin }: Users): Works {
  const of = (role: string, user: typeof admin): Works => ({
    [`notifications of ${role}`]: () => succeeds(world.get('/notifications?limit=20', user)),
    [`the unread count of ${role}`]: () => succeeds(world.get('/notifications/unread', user)),
  })
  const until = world.now().toISOString()
  return {
    ...of('a customer', customer),
    ...of('a marketer', marketer),
    ...of('an admin', admin),
    'notifications that are read': () => succeeds(world.post('/notifications/read', customer, { until })),
    'the browsers that receive pushes': () => succeeds(world.get('/notifications/push', customer)),
  }
}

function carts(world: World, { customer, marketer }: Users): Works {
  const change = async () => {
    const put = { id: crypto.randomUUID(), quantity: 2, age: 0, price: 100, vat_rate: 10, promised_for: null }
    const known = { version: 0, quantity: 0, taken: 0 }
    return { changes: [{ product_id: await world.product(), known, put }] }
  }
  let soldOut = ''
  return {
    'a cart': () => succeeds(world.get('/cart', customer)),
    'a change of a cart': async () => succeeds(world.post('/cart/changes', customer, await change())),
    'the carts of a marketer': () => succeeds(world.get('/marketer/carts', marketer)),
    'a change of a cart by a marketer': async () =>
      succeeds(world.post(`/marketer/carts/${customer.id}/changes`, marketer, await change())),
    'a watch of a product': async () => {
      soldOut = await world.product({ on_hand: 0 })
      await succeeds(world.post(`/products/${soldOut}/watch`, customer))
    },
    'the watched products': () => succeeds(world.get('/products/watched', customer)),
    'the end of a watch': () => succeeds(world.request('DELETE', `/products/${soldOut}/watch`, customer)),
  }
}

function staffLists(world: World, { admin, customer, product, lot }: Users): Works {
  const paths = [
    '/admin/audit?limit=20',
    '/admin/audit?limit=20&action=deleted',
    '/admin/audit?limit=20&action=recalled',
    `/admin/audit?limit=20&entity=customer&entity_id=${customer.id}`,
    `/admin/audit?limit=20&actor=${customer.id}`,
    '/admin/security-log?limit=20',
    '/admin/security-log?limit=20&event=wrong_login',
    `/admin/security-log?limit=20&person=${customer.id}`,
    `/admin/stock/ledger?limit=20&product_id=${product}`,
    `/admin/stock/ledger/excel?product_id=${product}`,
    `/admin/lots/movements?limit=20&lot_id=${lot}`,
    '/admin/lots?limit=20',
    '/admin/lots?limit=20&state=all',
    '/admin/lots?limit=20&state=expired',
    '/admin/lots?limit=20&expires_until=2026-06-01',
    `/admin/products/by-barcode/${BARCODE}`,
    `/admin/products/by-barcode/${BARCODE}/warehouses`,
  ]
  return Object.fromEntries(paths.map(path => [path, () => succeeds(world.get(path, admin))]))
}

function counts(world: World, { admin, product }: Users): Works {
  const lot = { code: 'L2', expires_on: '2026-09-01' }
  const entry = { product_id: product, counted_quantity: 1, lot }
  return {
    'a lot that is counted': () => succeeds(world.post(`/admin/stock/counts/${OPEN_COUNT}/products`, admin, entry)),
  }
}

/** What fills the model of the catalogue, and what is read instead while it is filled. */
function catalogue({ db, product }: World): Works {
  return {
    'a page of products': () => lists.listProducts(db, {}).read(undefined, 20),
    'a page of a category': () => lists.listProducts(db, { category: 'Kategori 7' }).read(undefined, 20),
    'a search': () => lists.listProducts(db, { search: 'mal9999' }).read(undefined, 20),
    'products by their ids': async () => lists.listProducts(db, { ids: await product() }).read(undefined, 20),
    'a product': async () => lists.readProduct(db, await product()),
    'the next products of the model': async () => lists.readPageOnSale(db, { id: await product(), name: 'Mal 5' }, 100),
    'the changed products of the model': async () => lists.readSomeOnSale(db, [await product()]),
  }
}

function outboxes({ db, mails, now }: World): Works {
  return {
    'mails that are sent, or fail': mails,
    'mails that are brought forward': () => bringForward(db, MAILS, now()),
    'a push that cannot be sent': async () => {
      const push = (await pushes.claimDuePush(db, now()))!
      expect(push).toBeDefined()
      await pushes.writePush(db, push, now())
      await pushes.recordPushFailure(db, push, { why: 'no answer', isFinal: false, retryAfter: 0 }, now())
    },
    'a push that is sent': async () => {
      const push = (await pushes.claimDuePush(db, now()))!
      await pushes.claimDuePush(db, now(), push, [push.id])
    },
    'pushes that are brought forward': () => bringForward(db, pushes.PUSHES, now()),
  }
}

function jobs({ db, now, product, app: { log } }: World): Works {
  const fail = (error: unknown) => {
    throw error
  }
  const options = { now: now(), lead: 0, maxOpenValue: undefined }
  return {
    'the standing orders that are due': () => makeDueOrders(db, options, fail),
    'the lots that have expired': () => blockExpired({ db, log }, now()),
    'the lots that expire soon': () => sendExpiryNotices(db, now()),
    'the lots of a finalized count': () => finalizedLotDifferences(db, COUNT),
    'the picks of a lot that is blocked': async () => {
      const lot = { id: crypto.randomUUID(), product_id: await product() }
      await inTransaction(db, tx => replacePicksOf(tx, lot, now()))
    },
  }
}

/** One of 500 accounts, by the row. */
const SOME_ACCOUNT = uuidFrom(`'account ' || 1 + n % 500`)
const adderTo = (client: Explainer['client']) => (table: string, columns: string, values: string) =>
  fill(client, table, columns, values)

/** Fills the tables of accounts, and of what they do, with `ROWS` rows each. */
async function fillTablesOfAccounts({ client }: Explainer, { customer, marketer }: Users, now: Date) {
  const ago = minutesBefore(now)
  const add = adderTo(client)
  // Twenty rows are the customer's.
  const account = `case when n % 500 = 0 then '${customer.id}' else ${SOME_ACCOUNT} end`
  await client.query(`update customers set assigned_marketer_id = $1 where left(id::text, 2) = '00'`, [marketer.id])
  await add('known_devices', 'token_hash, account_id, last_used_at', `sha256(n::text::bytea), ${account}, ${ago('n')}`)
  await add(
    'login_failures',
    'role, username_key, address, failed_at, is_decided',
    `'customer', 'u' || n % 1000, '10.0.0.' || n % 200, ${ago('n / 700')}, true`,
  )
  await add('counted_requests', 'kind, asker, asked_at', `'mail', '10.0.0.' || n % 200, ${ago('n / 200')}`)
  await add(
    'asked_mails',
    'mail_id, email_key, written_at',
    `${rowUuid('mail')}, 'u' || n || '@ornek.com.tr', ${ago('n')}`,
  )
  await add(
    'notifications',
    'id, account_id, created_at, kind, title, body, link, read_at',
    `${rowUuid('notification')}, ${account}, ${ago('n')}, 'order_status', '', '', '',
      case when n % 7 > 0 then ${ago('n')} end`,
  )
  await add(
    'pushes',
    'id, notification_id, subscription_id, created_at, next_at, expires_at',
    `${rowUuid('push')}, ${rowUuid('notification')}, ${rowUuid('subscription')}, ${ago('n')}, ${ago('n')}, ${ago('-n')}`,
  )
  await add(
    'mails',
    'id, kind, facts, created_at, next_at, sent_at',
    `${rowUuid('mail')}, 'unknown', '{}', ${ago('n')}, ${ago('n')}, case when n > 2 then ${ago('n')} end`,
  )
  await add(
    'audit_log',
    'created_at, actor_id, actor_role, actor_name, action, entity, entity_id, search_text',
    `${ago('n')}, ${account}, 'customer', 'Firma', case when n % 50 = 0 then 'deleted' else 'updated' end, 'customer', ${account}, 'firma'`,
  )
  await add(
    'security_log',
    'created_at, event, account_id, address',
    `${ago('n')}, case when n % 3 = 0 then 'wrong_login' else 'denied' end, ${account}, '10.0.0.1'`,
  )
}

/** Fills the tables of goods, and of what customers choose of them, with `ROWS` rows each. */
async function fillTablesOfGoods({ client }: Explainer, { product }: Users, now: Date) {
  const ago = minutesBefore(now)
  const add = adderTo(client)
  await add(
    'stock_ledger',
    'created_at, product_id, reason, on_hand_change, reserved_change, on_hand_after, reserved_after',
    `${ago('n')}, case when n % 500 = 0 then '${product}' else ${rowUuid('product')} end, 'created', 1, 0, 1, 0`,
  )
  await addProductChanges(client, product)
  await add('carts', 'account_id, customer_id, version', `${rowUuid('account')}, ${rowUuid('account')}, 1`)
  await add(
    'cart_lines',
    'account_id, customer_id, product_id, quantity, taken, price, vat_rate, version, position, changed_at',
    `${SOME_ACCOUNT}, ${SOME_ACCOUNT}, ${rowUuid('product')}, 1, 0, 1, 10, 1, n, ${ago('n')}`,
  )
  await add(
    'product_watches',
    'customer_id, product_id, created_at',
    `${rowUuid('account')}, ${rowUuid('product')}, ${ago('n')}`,
  )
  await fillLots(client, now)
  await addCount(client)
  await addOpenCount(client)
  await add(
    'standing_orders',
    'id, customer_id, name, weekdays, every_weeks, starts_on, closed_days, shortages, created_at, updated_at, updated_by, effective_from, check_at',
    `${rowUuid('standing')}, ${rowUuid('account')}, '', '{1}', 1, '2026-01-01', 'move', 'reduce', ${ago('n')}, ${ago('n')}, '', ${ago('n')}, ${ago('-(5 + n % 55)')}`,
  )
}

/** Adds a hundred changes of a product's price to the audit trail, and one of its unit. */
async function addProductChanges(client: Explainer['client'], product: string) {
  await client.query(
    `insert into audit_log (created_at, action, entity, entity_id, search_text, before, after)
    select now(), 'updated', 'product', $1, '', jsonb_build_object(field, 1), jsonb_build_object(field, 2)
    from generate_series(0, 100) as n, lateral (values (case when n = 0 then 'unit' else 'price' end)) as changed (field)`,
    [product],
  )
}

/** Adds a finalized count of one lot, which has half of all movements. */
async function addCount(client: Explainer['client']) {
  const [product, lot] = [uuidFrom(`'product 1'`), uuidFrom(`'lot 1'`)]
  await insertCount(client, COUNT)
  await client.query(
    `insert into stock_count_items (count_id, product_id, product_name, brand, unit, counted_quantity)
    values ($1, ${product}, '', '', 'KG', 1)`,
    [COUNT],
  )
  await client.query(
    `insert into stock_count_lots (count_id, product_id, code, counted_quantity) values ($1, ${product}, 'X', 1)`,
    [COUNT],
  )
  await fill(
    client,
    'lot_ledger',
    'created_at, lot_id, reason, on_hand_change, on_hand_after, count_id',
    `now(), case when n % 2 = 0 then ${lot} else ${rowUuid('lot')} end, 'count', 1, 1,
      case when n = 2 then '${COUNT}' when n % 9 = 0 then 'count ' || n / 100 end`,
  )
}

/** Adds an open count of `ROWS` lots. */
async function addOpenCount(client: Explainer['client']) {
  await insertCount(client, OPEN_COUNT)
  await fill(
    client,
    'stock_count_items',
    'count_id, product_id, product_name, brand, unit, counted_quantity',
    `'${OPEN_COUNT}', ${rowUuid('product')}, '', '', 'KG', 1`,
  )
  const ofProduct = `'${OPEN_COUNT}', ${rowUuid('product')}, n, '2026-09-01', 'skt', 1`
  await fill(
    client,
    'stock_count_lots',
    'count_id, product_id, code, expires_on, expiry_kind, counted_quantity',
    ofProduct,
  )
}

const insertCount = (client: Explainer['client'], id: string) =>
  client.query(
    `insert into stock_counts (id, count_date, created_at, created_by_id, created_by_admin_name)
    values ($1, '2026-03-01', now(), gen_random_uuid(), '')`,
    [id],
  )
