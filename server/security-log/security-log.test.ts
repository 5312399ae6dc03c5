import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { CUSTOMER_COLUMNS } from '#contract/customer-import.ts'
import type { SecurityEntry } from '#contract/security-log.ts'
import { ACTIONS } from '../commands/admins.ts'
import { tokenIn } from '../testing/link-token.ts'
import { REGISTRATION } from '../testing/registration.ts'
import { giveSecondFactor } from '../testing/second-factor.ts'
import { upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { Denials, MAX_ENTRIES } from './denials.ts'
import { deleteOldSecurityEvents, type SecurityRecord } from './security-log.ts'

const PHONE = '203.0.113.7'

async function entries(world: World, admin: TestUser, query = ''): Promise<SecurityEntry[]> {
  await world.app.context.security.flush()
  return (await world.get(`/admin/security-log?limit=100&${query}`, admin)).json()
}

const from = (address: string) => ({ 'x-forwarded-for': address })

/** The entries without time and ids. On a slow machine equal events may have several entries, which are added up. */
function totals(found: SecurityEntry[]) {
  const sums = new Map<string, number>()
  for (const entry of found) {
    const key = JSON.stringify(contentOf(entry).slice(0, -1))
    sums.set(key, (sums.get(key) ?? 0) + entry.times)
  }
  return [...sums].map(([key, times]): unknown[] => [...JSON.parse(key), times]).sort()
}

/** The content of an entry, without time and ids. */
const contentOf = ({ event, account, actor, address, operation, code, times }: SecurityEntry) => [
  event,
  account?.username ?? null,
  actor?.username ?? null,
  address,
  operation,
  code,
  times,
]

test('wrong logins are recorded with their account and address, and equal ones within a second in one entry', async () => {
  const world = await makeWorld({ trustProxy: 1 })
  const [admin, customer] = [await world.admin(), await world.customer()]
  const wrong = { username: customer.username.toUpperCase(), password: 'yanlış-şifre' }
  const first = await world.post('/auth/login', undefined, wrong, from(PHONE))
  await world.post('/auth/login', undefined, wrong, from(PHONE))
  // The password, typed into the field of the username.
  await world.post('/auth/login', undefined, { username: customer.password, password: 'x' }, from('198.51.100.9'))
  const found = await entries(world, admin)
  expect(totals(found)).toEqual([
    ['wrong_login', null, null, '198.51.100.9', 'postAuthLogin', 'wrong_login', 1],
    ['wrong_login', customer.username, null, PHONE, 'postAuthLogin', 'wrong_login', 2],
  ])
  expect(found.findLast(({ account }) => account)).toMatchObject({
    account: { id: customer.id, name: 'Lezzet Lokantası', role: 'customer' },
    request_id: first.headers['x-request-id'],
    created_at: world.now().toISOString(),
  })
  const { rows } = await sql<{ row: string }>`select security_log::text as row from security_log`.execute(world.db)
  expect(rows.map(({ row }) => row).join()).not.toContain(customer.password)
})

test('attempts at a locked login and with the right password of an inactive account are recorded', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  await world.put(`/admin/marketers/${marketer.id}`, admin, { is_active: false })
  await world.post('/marketer/login', undefined, marketer)
  for (let i = 0; i < 11; i++) await world.post('/admin/login', undefined, { ...admin, password: 'yanlış' })
  expect(totals(await entries(world, admin))).toEqual([
    ['locked_out', admin.username, null, '127.0.0.1', 'postAdminLogin', 'too_many_tries', 1],
    ['login_denied', marketer.username, null, '127.0.0.1', 'postMarketerLogin', 'marketer_inactive', 1],
    ['wrong_login', admin.username, null, '127.0.0.1', 'postAdminLogin', 'wrong_login', 10],
  ])
})

test('denied calls and wrong current passwords are recorded; ended sessions and other refusals are not', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  await world.get('/admin/customers', customer)
  await world.get('/admin/customers', { ...customer, token: 'unknown' })
  await world.get('/orders/6f1c2a3e-0000-4000-8000-000000000000', customer)
  await world.post('/auth/change-password', customer, { current_password: 'yanlış', new_password: 'bambaşka-şifre' })
  expect((await entries(world, admin)).map(contentOf).sort()).toEqual([
    ['denied', null, customer.username, '127.0.0.1', 'getAdminCustomers', 'forbidden', 1],
    [
      'wrong_password',
      customer.username,
      customer.username,
      '127.0.0.1',
      'postAuthChangePassword',
      'wrong_password',
      1,
    ],
  ])
})

test('exports of personal data are recorded before they begin; pages of a list are no exports', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.get('/admin/customers?limit=60', admin)
  await world.get('/admin/customers', admin)
  // An admin reads these lists for a telephone order.
  for (const query of ['?limit=60', '']) await world.get(`/marketer/customers${query}`, admin)
  for (const query of ['?limit=60', '']) await world.get(`/standing-orders${query}`, admin)
  await world.get('/admin/reports/orders-excel', admin)
  await world.get('/catalog/pdf', admin)
  const customer = await world.customer()
  await world.get('/standing-orders', customer)
  await world.get(`/admin/customers/${customer.id}/data`, admin)
  expect((await entries(world, admin)).map(contentOf)).toEqual([
    ['exported', customer.username, admin.username, '127.0.0.1', 'getAdminCustomersIdData', null, 1],
    ['exported', null, admin.username, '127.0.0.1', 'getAdminReportsOrdersExcel', null, 1],
    ['exported', null, admin.username, '127.0.0.1', 'getStandingOrders', null, 1],
    ['exported', null, admin.username, '127.0.0.1', 'getMarketerCustomers', null, 1],
    ['exported', null, admin.username, '127.0.0.1', 'getAdminCustomers', null, 1],
  ])
  const marketer = await world.marketer()
  const product_id = await world.product()
  for (const path of ['orders', 'orders?limit=60', 'custom-orders', 'customers'])
    await world.get(`/marketer/${path}`, marketer)
  for (const path of ['/excel?', '?', '?limit=60&'])
    await world.get(`/admin/stock/ledger${path}product_id=${product_id}`, admin)
  // The ledger names customers as actors.
  expect((await entries(world, admin)).slice(0, 4).map(({ operation }) => operation)).toEqual([
    'getAdminStockLedger',
    'getAdminStockLedgerExcel',
    'getMarketerCustomOrders',
    'getMarketerOrders',
  ])
  await sql`create function jam() returns trigger language plpgsql as $$ begin raise 'jammed'; end $$`.execute(
    world.owner,
  )
  await sql`create trigger jam before insert on security_log execute function jam()`.execute(world.owner)
  expect((await world.get('/admin/customers', admin)).status).toBe(500)
  expect((await world.get('/admin/customers?limit=1', admin)).status).toBe(200)
  expect((await world.post('/admin/login', undefined, { username: 'x', password: 'y' })).status).toBe(401)
})

test('changes of passwords and addresses are recorded in their transaction, with their request', async () => {
  const world = await makeWorld()
  const [admin, customer, marketer] = [await world.admin(), await world.customer(), await world.marketer()]
  await world.put(`/admin/customers/${customer.id}`, admin, { password: 'bambaşka-şifre', phone: '1' })
  await world.put(`/admin/customers/${customer.id}`, admin, { email: 'yeni@ornek.com.tr' })
  const { headers } = await world.put(`/admin/marketers/${marketer.id}`, admin, { password: 'bambaşka-şifre' })
  const found = await entries(world, admin)
  expect(found.map(contentOf)).toEqual([
    ['password_changed', marketer.username, admin.username, '127.0.0.1', 'putAdminMarketersId', null, 1],
    ['email_changed', customer.username, admin.username, '127.0.0.1', 'putAdminCustomersId', null, 1],
    ['password_changed', customer.username, admin.username, '127.0.0.1', 'putAdminCustomersId', null, 1],
  ])
  expect(found[0]?.request_id).toBe(headers['x-request-id'])
})

test('users’ own changes are recorded: by the current password, by a link, and undone', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const tokenOf = async (subject: string) => {
    const mail = (await world.mails()).find(message => message.subject.includes(subject))
    return tokenIn(mail?.link)
  }
  await world.mails()
  const change = { email: 'yeni@ornek.com.tr', current_password: customer.password }
  expect((await world.put('/auth/profile', customer, change)).status).toBe(200)
  const undo = await tokenOf('e-posta adresi')
  expect((await world.post('/auth/undo-email-change', undefined, { token: undo })).status).toBe(200)
  const reset = await tokenOf('geri alındı')
  const new_password = 'bambaşka-şifre'
  expect((await world.post('/auth/reset-password', undefined, { token: reset, new_password })).status).toBe(200)
  expect((await entries(world, admin)).map(({ event, operation }) => [event, operation])).toEqual([
    ['password_changed', 'postAuthResetPassword'],
    ['password_changed', 'postAuthUndoEmailChange'],
    ['email_changed', 'postAuthUndoEmailChange'],
    ['email_changed', 'putAuthProfile'],
  ])
})

test('confirmed addresses are in audit trail and security log, once each, whichever link confirms them', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const tokenTo = async (address: string) =>
    tokenIn((await world.mails()).findLast(({ to }) => to.address === address)?.link)
  const confirm = async (token: string) => (await world.post('/auth/verify-email', undefined, { token })).status
  const reset = async (token: string, new_password: string) =>
    (await world.post('/auth/reset-password', undefined, { token, new_password })).status
  const forgot = (email: string) => world.post('/auth/forgot-password', undefined, { email })
  const email = 'yeni@ornek.com.tr'
  await world.put('/auth/profile', customer, { email, current_password: customer.password })
  const token = await tokenTo(email)
  expect([await confirm(token), await confirm(token)]).toEqual([200, 400])
  await world.post('/auth/register', undefined, REGISTRATION)
  await forgot(REGISTRATION.email)
  const first = await tokenTo(REGISTRATION.email)
  expect(await reset(first, 'bambaşka-şifre')).toBe(200)
  // It is confirmed now.
  await forgot(REGISTRATION.email)
  expect(await reset(await tokenTo(REGISTRATION.email), 'daha-başka-şifre')).toBe(200)
  expect((await entries(world, admin)).map(contentOf)).toEqual([
    ['password_changed', 'baska', 'baska', '127.0.0.1', 'postAuthResetPassword', null, 1],
    ['password_changed', 'baska', 'baska', '127.0.0.1', 'postAuthResetPassword', null, 1],
    ['email_confirmed', 'baska', 'baska', '127.0.0.1', 'postAuthResetPassword', null, 1],
    ['email_confirmed', customer.username, customer.username, '127.0.0.1', 'postAuthVerifyEmail', null, 1],
    ['email_changed', customer.username, customer.username, '127.0.0.1', 'putAuthProfile', null, 1],
  ])
  const trail = (await world.get('/admin/audit?action=email_confirmed', admin)).json()
  expect(trail.map((entry: AuditEntry) => [entry.actor_name, entry.entity_name, entry.before, entry.after])).toEqual([
    ['Başka', 'Başka', null, { email: REGISTRATION.email }],
    ['Lezzet Lokantası', 'Lezzet Lokantası', null, { email }],
  ])
})

test('ended sessions, removed second factors, and wrong codes and passwords are recorded', async () => {
  const world = await makeWorld()
  const [admin, customer, other] = [await world.admin(), await world.customer(), await world.admin()]
  await world.post('/auth/reauthenticate', admin, { current_password: 'yanlış' })
  await world.post(`/admin/accounts/${customer.id}/end-sessions`, admin)
  await giveSecondFactor(world.db, admin, world.now())
  await world.post('/admin/login', undefined, { ...admin, code: '000000' })
  await world.request('DELETE', '/auth/second-factor', admin)
  expect(totals(await entries(world, other))).toEqual([
    ['second_factor_removed', admin.username, admin.username, '127.0.0.1', 'deleteAuthSecondFactor', null, 1],
    ['sessions_ended', customer.username, admin.username, '127.0.0.1', 'postAdminAccountsIdEndSessions', null, 1],
    ['wrong_code', admin.username, null, '127.0.0.1', 'postAdminLogin', 'wrong_code', 1],
    ['wrong_password', admin.username, admin.username, '127.0.0.1', 'postAuthReauthenticate', 'wrong_password', 1],
  ])
})

test('used recovery codes and the changes of an import are recorded with their call', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  await giveSecondFactor(world.db, admin, world.now())
  const codes = (await world.post('/auth/second-factor/recovery-codes', admin)).json().recovery_codes
  expect((await world.post('/admin/login', undefined, { ...admin, code: codes[0] })).status).toBe(200)
  const row = [customer.username, 'Lezzet', 'yeni@ornek.com.tr', null, null, 'bambaşka-şifre', null]
  await upload(world, admin, '/admin/customers/import', workbookOf([[...CUSTOMER_COLUMNS], row]))
  const events = (await entries(world, admin)).map(({ event, address, operation }) => [event, address, operation])
  expect(events.sort()).toEqual([
    ['email_changed', '127.0.0.1', 'postAdminCustomersImport'],
    ['password_changed', '127.0.0.1', 'postAdminCustomersImport'],
    ['recovery_code_used', '127.0.0.1', 'postAdminLogin'],
    ['recovery_codes_replaced', '127.0.0.1', 'postAuthSecondFactorRecoveryCodes'],
  ])
})

test('commands on the server are recorded without an address', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await ACTIONS['reset-password']?.(world.db, admin.username, world.now())
  await ACTIONS.unlock?.(world.db, admin.username, world.now())
  const other = await world.admin()
  expect((await entries(world, other, `person=${admin.id}&event=unlocked`)).map(contentOf)).toEqual([
    ['unlocked', admin.username, null, null, null, null, 1],
  ])
  expect(await entries(world, other, `person=${admin.id}&event=password_changed`)).toHaveLength(1)
})

test('the log can be searched by event, name, address and day, and is read in pages', async () => {
  const world = await makeWorld({ trustProxy: 1 })
  const [admin, customer] = [await world.admin(), await world.customer({ company_name: 'Işık Büfe' })]
  for (const [i, address] of [PHONE, '203.0.113.8', '203.0.114.1'].entries()) {
    const wrong = { ...(i === 2 ? admin : customer), password: 'yanlış' }
    await world.post(i === 2 ? '/admin/login' : '/auth/login', undefined, wrong, from(address))
    world.pass(24 * 60 * 60 * 1000)
  }
  const late = await world.admin()
  const addresses = async (query: string) => (await entries(world, late, query)).map(({ address }) => address)
  expect(await addresses('')).toEqual(['203.0.114.1', '203.0.113.8', PHONE])
  expect(await addresses('address=203.0.113.')).toEqual(['203.0.113.8', PHONE])
  expect(await addresses('address=203.0.11')).toEqual(['203.0.114.1', '203.0.113.8', PHONE])
  expect(await addresses('person=isik')).toEqual(['203.0.113.8', PHONE])
  expect(await addresses(`person=${admin.username}`)).toEqual(['203.0.114.1'])
  expect(await addresses('person=kimse')).toEqual([])
  expect(await addresses('event=denied')).toEqual([])
  expect(await addresses('from=2026-03-11&to=2026-03-11')).toEqual(['203.0.113.8'])
  const first = await world.get('/admin/security-log?limit=2', late)
  const next = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1]
  expect((await world.get(`/admin/security-log?limit=2&cursor=${next}`, late)).json()).toHaveLength(1)
})

test('a complete address finds no other one that begins like it', async () => {
  const world = await makeWorld({ trustProxy: 1 })
  const admin = await world.admin()
  const known = ['10.0.0.1', '10.0.0.12', '2001:db8::1', '2001:db8::12']
  for (const address of known)
    await world.post('/admin/login', undefined, { username: 'x', password: 'y' }, from(address))
  const addresses = async (address: string) =>
    (await entries(world, admin, `address=${address}`)).map(entry => entry.address).sort()
  for (const address of known) expect(await addresses(address)).toEqual([address])
  expect(await addresses('10.0.0.')).toEqual(['10.0.0.1', '10.0.0.12'])
  for (const prefix of ['2001:db8:', '2001:db8::'])
    expect(await addresses(prefix)).toEqual(['2001:db8::1', '2001:db8::12'])
})

test('a flood of denials writes few rows, counts the rest, and leaves room for other addresses', async () => {
  const world = await makeWorld()
  const warnings: unknown[] = []
  const log = { warn: (error: unknown) => void warnings.push(error) }
  const denials = new Denials({ db: world.db, clock: world.now, log })
  const attempt = (i: number, address: string): SecurityRecord => ({
    created_at: world.now(),
    event: 'wrong_login',
    role: 'customer',
    username_key: `ad-${i}`,
    origin: { address, request_id: 'r', call: { method: 'POST', path: '/auth/login' } },
    code: 'wrong_login',
  })
  const rows = () => world.db.selectFrom('security_log').select(['event', 'times']).orderBy('id').execute()
  for (let batch = 0; batch < 5; batch++) {
    for (let i = 0; i < 1000; i++) denials.add(attempt(i + 1000 * batch, PHONE))
    await denials.flush()
  }
  const written = (await rows()).filter(({ event }) => event === 'wrong_login')
  expect(written).toHaveLength(MAX_ENTRIES.perAddressAndHour)
  denials.add(attempt(1, '198.51.100.9'))
  await denials.close()
  const all = await rows()
  expect(all.filter(({ event }) => event === 'wrong_login')).toHaveLength(MAX_ENTRIES.perAddressAndHour + 1)
  expect(all.reduce((sum, { times }) => sum + times, 0)).toBe(5001)
  expect(all.filter(({ event }) => event === 'unrecorded')).toHaveLength(2)
  expect(warnings).toEqual([])
})

test('docs/operating.md states how many denials are written', async () => {
  const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const { perAddressAndHour, perHour } = MAX_ENTRIES
  expect(page).toContain(
    `at most ${perAddressAndHour} rows of one address and ${perHour} in total per hour and process`,
  )
})

test('after a flood other denials are still written within seconds', async () => {
  const world = await makeWorld()
  const denials = new Denials({ db: world.db, clock: world.now, log: { warn: () => undefined } })
  const add = (name: string) =>
    denials.add({ created_at: world.now(), event: 'wrong_login', username_key: name, code: 'wrong_login' })
  const flood = (name: string) => {
    for (let i = 0; i < MAX_ENTRIES.waiting + 1; i++) add(`${name}-${i}`)
  }
  const countWritten = async () =>
    (await world.db.selectFrom('security_log').select('id').where('event', '=', 'wrong_login').execute()).length
  const written = (count: number) => expect.poll(countWritten, { timeout: 20_000 }).toBe(count)
  flood('counted')
  await written(MAX_ENTRIES.waiting)
  // The second flood cannot be counted within the same minute.
  flood('waiting')
  await written(2 * MAX_ENTRIES.waiting)
  add('late')
  await written(2 * MAX_ENTRIES.waiting + 1)
  await denials.close()
}, 70_000)

test('entries that cannot be stored are counted, and no request waits for them', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await sql`alter table security_log rename to elsewhere`.execute(world.owner)
  expect((await world.post('/admin/login', undefined, { ...admin, password: 'yanlış' })).status).toBe(401)
  await world.app.context.security.flush()
  await sql`alter table elsewhere rename to security_log`.execute(world.owner)
  expect((await entries(world, admin)).map(({ event, times }) => [event, times])).toEqual([['unrecorded', 1]])
})

test('entries are deleted after 180 days', async () => {
  const world = await makeWorld()
  const now = new Date()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
  const values = [179, 181].map(days => ({ created_at: daysAgo(days), event: 'denied' }))
  await world.db.insertInto('security_log').values(values).execute()
  await deleteOldSecurityEvents(world.db, now)
  const left = await world.db.selectFrom('security_log').select('created_at').execute()
  expect(left).toEqual([{ created_at: daysAgo(179).toISOString() }])
})

test('a change whose entry cannot be stored is not made', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  await sql`create function jam() returns trigger language plpgsql as $$ begin raise 'jammed'; end $$`.execute(
    world.owner,
  )
  await sql`create trigger jam before insert on security_log execute function jam()`.execute(world.owner)
  const response = await world.put(`/admin/customers/${customer.id}`, admin, { password: 'bambaşka-şifre' })
  expect(response.status).toBe(500)
  expect((await world.post('/auth/login', undefined, customer)).status).toBe(200)
})
