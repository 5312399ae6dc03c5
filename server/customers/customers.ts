import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  type CustomerSort,
  type NewCustomer,
  NO_MARKETER,
  type OwnCustomer,
  type Registration,
} from '#contract/customers.ts'
import { kurus } from '#contract/money.ts'
import { LIVE_TOPICS } from '#contract/notifications.ts'
import { fold, searchWords } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import { createAccount, createAccounts, isEmailConfirmed } from '../auth/accounts.ts'
import { confirmationLetter, welcomeLetter } from '../auth/letters.ts'
import type { Hashed } from '../auth/passwords.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { type KeyColumn, keyedList } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { containing } from '../http/search-condition.ts'
import { queueMail } from '../mail/outbox.ts'
import { requireMarketer } from '../marketers/marketers.ts'
import { refreshTopics } from '../notifications/live.ts'
import { OPEN_AMOUNT, ORDERS, REVENUE } from './order-sums.ts'

/** The only access to customer rows: admins see all, marketers their own, customers themselves. */
export function visibleTo(db: Database, actor: Actor) {
  const all = db.selectFrom('customers').innerJoin('accounts', 'accounts.id', 'customers.id')
  switch (actor.role) {
    case 'admin':
      return all
    case 'marketer':
      return all.where('assigned_marketer_id', '=', actor.id)
    case 'customer':
      return all.where('customers.id', '=', actor.id)
  }
}

/**
 * Reads the customer data that an order stores, and locks the customer against deletion until the transaction ends.
 * Refuses a passive customer with `customer_passive`, which names what is `wanted`. One that is being deleted is
 * refused with `not_ready`, as waiting for it could deadlock, and it remains if the deletion fails.
 */
export async function lockOrderingCustomer(tx: Tx, actor: Actor, id: string, wanted: 'order' | 'quote' = 'order') {
  return requireOrdering(tx, actor, id, await orderingCustomerQuery(tx, actor, id).executeTakeFirst(), wanted)
}

/** The query of `lockOrderingCustomer`; its row is to be checked with `requireOrdering`. */
export const orderingCustomerQuery = (tx: Tx, actor: Actor, id: string) =>
  visibleTo(tx, actor)
    .select(['customers.id', 'username', 'name as company_name', 'email', 'phone', 'address', 'is_active'])
    .select('assigned_marketer_id')
    .where('customers.id', '=', id)
    .forKeyShare('customers')
    .skipLocked()

/**
 * The customer that the query has found, unless it is passive; refuses as `lockOrderingCustomer` if it has found none.
 */
export async function requireOrdering<Customer extends { is_active: boolean }>(
  tx: Tx,
  actor: Actor,
  id: string,
  customer: Customer | undefined,
  wanted: 'order' | 'quote' = 'order',
) {
  if (!customer) {
    const isLocked = await visibleTo(tx, actor).select('customers.id').where('customers.id', '=', id).executeTakeFirst()
    return refuse(isLocked ? 'not_ready' : 'not_found')
  }
  if (!customer.is_active) refuse('customer_passive', actor.role, wanted)
  return customer
}

/** Adds a confirmed, active customer, with a marketer if given, and mails them a link to set their password. */
export async function createCustomer(
  db: Database,
  actor: Actor,
  { assigned_marketer_id = null, ...input }: Hashed<z.output<typeof NewCustomer>>,
  now: Date,
): Promise<OwnCustomer> {
  return inTransaction(db, async tx => {
    if (assigned_marketer_id) await requireMarketer(tx, assigned_marketer_id)
    const id = await insertCustomer(tx, { ...input, assigned_marketer_id, email_confirmed: true }, { actor, now })
    await queueMail(tx, welcomeLetter, { account_id: id }, now)
    return readCustomer(tx, actor, id)
  })
}

/**
 * Registers a customer: active, without a marketer, and unconfirmed until the link in its mail is used. Returns the id.
 */
export async function registerCustomer(db: Database, input: Hashed<Registration>, now: Date): Promise<string> {
  return inTransaction(db, async tx => {
    const id = await insertCustomer(tx, { ...input, assigned_marketer_id: null, email_confirmed: false }, { now })
    await queueMail(tx, confirmationLetter, { account_id: id }, now)
    return id
  })
}

type NewCustomerAccount = Hashed<Omit<Registration, 'website' | 'privacy_version'>> & {
  assigned_marketer_id: string | null
  email_confirmed: boolean
}

async function insertCustomer(
  tx: Tx,
  { username, company_name: name, email, password_hash, phone, address, ...rest }: NewCustomerAccount,
  { actor, now }: Omit<By, 'actor'> & Partial<By>,
) {
  const { assigned_marketer_id, email_confirmed } = rest
  const account = { role: 'customer' as const, username, name, password_hash, email, email_confirmed }
  const id = await createAccount(tx, { ...account, password_is_temporary: actor !== undefined }, now)
  const search_text = searchText({ name, username })
  await tx.insertInto('customers').values({ id, phone, address, assigned_marketer_id, search_text }).execute()
  refreshMarketers(tx, [assigned_marketer_id])
  // A customer who registers is also the actor.
  const by = { actor: actor ?? { id, role: 'customer' as const, name }, now }
  const after = { username, company_name: name, email, phone, address, assigned_marketer_id }
  await record(tx, by, [{ action: 'created', entity: 'customer', entity_id: id, after }])
  return id
}

export type ImportedAccount = {
  username: string
  company_name: string
  email: string
  password_hash: string
  phone?: string
  address?: string
  assigned_marketer_id?: string | undefined
}

/** Adds the new customers of an import, confirmed and active, in batches and without a mail. */
export async function addImportedCustomers(tx: Tx, by: By, rows: ImportedAccount[]) {
  const accounts = rows.map(({ username, company_name: name, email, password_hash }) => {
    const password_is_temporary = true
    return {
      role: 'customer' as const,
      username,
      name,
      email,
      password_hash,
      email_confirmed: true,
      password_is_temporary,
    }
  })
  const ids = await createAccounts(tx, accounts, by.now)
  const added = rows.map(
    ({ username, company_name: name, phone = '', address = '', assigned_marketer_id = null }, i) => {
      return { id: ids[i]!, phone, address, assigned_marketer_id, search_text: searchText({ name, username }) }
    },
  )
  for (let i = 0; i < added.length; i += BATCH_SIZE)
    await tx
      .insertInto('customers')
      .values(added.slice(i, i + BATCH_SIZE))
      .execute()
  refreshMarketers(
    tx,
    added.map(({ assigned_marketer_id }) => assigned_marketer_id),
  )
  const records = rows.map(({ username, company_name, email, phone, address, assigned_marketer_id }, i) => {
    const after = { username, company_name, email, phone, address, assigned_marketer_id }
    return { action: 'imported' as const, entity: 'customer' as const, entity_id: ids[i]!, after }
  })
  await record(tx, by, records)
  // Without fresh statistics the planner would treat the tables as small until the next autovacuum.
  if (rows.length >= BATCH_SIZE) await sql`analyze accounts, customers`.execute(tx)
}

const BATCH_SIZE = 1000

/** Refreshes everything on the open screens of marketers who gain or lose a customer, or whose customer has changed. */
export function refreshMarketers(tx: Tx, marketers: (string | null)[]) {
  refreshTopics(tx, LIVE_TOPICS, { accounts: marketers.filter(id => id !== null) })
}

/** The folded text that searches match: company name and username. */
export const searchText = ({ name, username }: { name: string; username: string }) => fold(`${name} ${username}`)

/** A customer with its marketer and sums of orders. Refuses with `not_found` if it is not visible to the actor. */
export async function readCustomer(db: Database, actor: Actor, id: string): Promise<OwnCustomer> {
  const row = await customers(db, actor).where('customers.id', '=', id).executeTakeFirst()
  return row ? shown(row) : refuse('not_found')
}

export type CustomerFilter = {
  search?: string | undefined
  marketer_id?: string | undefined
  is_active?: 'true' | 'false' | undefined
}
type Sorting = { sort?: CustomerSort | undefined; order?: 'asc' | 'desc' | undefined }

/**
 * Customers by `sort` in `order`, else by company name; with `search` those whose company name or username contains
 * every word.
 */
export function listCustomers(db: Database, actor: Actor, { sort, order, ...filter }: CustomerFilter & Sorting) {
  const list = keyedList(customers(db, actor).where(matching(filter)), {
    direction: order ?? 'asc',
    key: [...(sort ? SORTED_BY[sort] : []), ...BY_NAME],
    item: shown,
  })
  const total = async () => {
    const found = visibleTo(db, actor).where(matching(filter))
    const { count } = await found.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return count
  }
  return actor.role === 'admin' ? { ...list, total } : list
}

/** The condition of the customers that match the filter. */
export function matching({ search = '', marketer_id, is_active }: CustomerFilter) {
  const conditions = [containing('customers.search_text', searchWords(search))]
  if (marketer_id === NO_MARKETER) conditions.push(sql`assigned_marketer_id is null`)
  else if (marketer_id) conditions.push(sql`assigned_marketer_id = ${marketer_id}`)
  if (is_active) conditions.push(sql`accounts.is_active = ${is_active === 'true'}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

export const BY_NAME: KeyColumn<Pick<Row, 'id' | 'company_name'>>[] = [
  { ref: 'accounts.name', kind: 'text', of: row => row.company_name },
  { ref: 'accounts.id', kind: 'id', of: row => row.id },
]

const ordersOf = (what: RawBuilder<number>) =>
  sql`(select ${what} from customer_order_sums where customer_id = customers.id)`

/** The sort keys that precede the name. */
const SORTED_BY: Record<CustomerSort, KeyColumn<Row>[]> = {
  company_name: [],
  assigned_marketer_name: [
    { ref: sql`coalesce(marketer.name, '')`, kind: 'text', of: row => row.assigned_marketer_name ?? '' },
  ],
  is_active: [
    { ref: sql`(not accounts.is_active)::integer`, kind: 'number', of: ({ is_active }) => (is_active ? 0 : 1) },
  ],
  total_orders: [{ ref: ordersOf(ORDERS), kind: 'number', of: row => row.ordered?.total_orders ?? 0 }],
  total_spent: [{ ref: ordersOf(REVENUE), kind: 'number', of: row => row.ordered?.total_spent ?? 0 }],
}

function customers(db: Database, actor: Actor) {
  return visibleTo(db, actor)
    .leftJoin('accounts as marketer', 'marketer.id', 'assigned_marketer_id')
    .select(eb => [
      'customers.id',
      'accounts.username',
      'accounts.name as company_name',
      'accounts.email',
      'phone',
      'address',
      'accounts.is_active',
      'accounts.email_key',
      'accounts.confirmed_email_key',
      'assigned_marketer_id',
      'marketer.name as assigned_marketer_name',
      'min_remaining_days',
      'accounts.created_at',
      // A single subquery, so that a page reads only the sums of its own customers, and only once.
      jsonObjectFrom(
        eb
          .selectFrom('customer_order_sums')
          .whereRef('customer_id', '=', 'customers.id')
          .select([ORDERS.as('total_orders'), REVENUE.as('total_spent'), OPEN_AMOUNT.as('open_amount')]),
      ).as('ordered'),
      eb
        .selectFrom('orders')
        .whereRef('customer_id', '=', 'customers.id')
        .select(newest => newest.fn.max('orders.created_at').as('at'))
        .as('last_order_at'),
    ])
}

const NOTHING = { total_orders: 0, total_spent: kurus(0), open_amount: kurus(0) }

type Row = Awaited<ReturnType<ReturnType<typeof customers>['executeTakeFirstOrThrow']>>

function shown({ email, email_key, confirmed_email_key, ordered, ...row }: Row): OwnCustomer {
  return {
    ...row,
    ...(ordered ?? NOTHING),
    email: email ?? '',
    email_verified: isEmailConfirmed({ email_key, confirmed_email_key }),
  }
}
