import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type ListContent, type ListLine, MAX_LISTS, type OrderList } from '#contract/order-lists.ts'
import { byAlphabet, fold } from '#contract/turkish.ts'
import { readCustomerAndMarketer, refreshScreensAbout } from '../customers/customer-screens.ts'
import { visibleTo } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { type Actor, publicName } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'

type By = { actor: Actor; now: Date }

/** The lists of a visible customer, by name. Refuses an unknown customer with `not_found`. */
export async function readLists(db: Database, actor: Actor, customer_id: string): Promise<OrderList[]> {
  await requireCustomer(db, actor, customer_id)
  const lists = await listsWhere(db, { customer_id })
  return lists.sort((a, b) => byAlphabet(a.name, b.name))
}

/**
 * Creates a list of a visible customer. Refuses with `too_many_lists`, `list_name_taken` or, for an unknown customer,
 * `not_found`.
 */
export async function createList(db: Database, { actor, now }: By, customer_id: string, content: ListContent) {
  return inTransaction(db, async tx => {
    await requireCustomer(tx, actor, customer_id)
    const id = randomUUID()
    const { count } = await tx
      .selectFrom('order_lists')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', customer_id)
      .executeTakeFirstOrThrow()
    if (count >= MAX_LISTS) refuse('too_many_lists', MAX_LISTS)
    const created = await tx
      .insertInto('order_lists')
      .values({
        id,
        customer_id,
        ...named(content.name),
        created_at: now,
        updated_at: now,
        updated_by: publicName(actor),
      })
      .onConflict(conflict => conflict.columns(['customer_id', 'name_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) refuse('list_name_taken')
    await storeLines(tx, id, content.lines)
    refreshScreensAbout(tx, await readCustomerAndMarketer(tx, customer_id))
    return readList(tx, id)
  })
}

/**
 * Replaces the content of a visible list. Refuses with `list_changed` if it has another version, and with
 * `list_name_taken`.
 */
export async function changeList(
  db: Database,
  { actor, now }: By,
  id: string,
  { version, ...content }: ListContent & { version: number },
) {
  return inTransaction(db, async tx => {
    const list = await lockList(tx, actor, id)
    if (list.version !== version) refuse('list_changed')
    const renamed = named(content.name)
    const namesake = await tx
      .selectFrom('order_lists')
      .select('id')
      .where('customer_id', '=', list.customer_id)
      .where('name_key', '=', renamed.name_key)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (namesake) refuse('list_name_taken')
    await tx
      .updateTable('order_lists')
      .set({ ...renamed, version: version + 1, updated_at: now, updated_by: publicName(actor) })
      .where('id', '=', id)
      .execute()
    await storeLines(tx, id, content.lines)
    refreshScreensAbout(tx, await readCustomerAndMarketer(tx, list.customer_id))
    return readList(tx, id)
  })
}

/** Deletes a list of a visible customer. */
export async function deleteList(db: Database, actor: Actor, id: string) {
  await inTransaction(db, async tx => {
    const { customer_id } = await lockList(tx, actor, id)
    await tx.deleteFrom('order_lists').where('id', '=', id).execute()
    refreshScreensAbout(tx, await readCustomerAndMarketer(tx, customer_id))
  })
}

const named = (name: string) => ({ name, name_key: fold(name) })

/**
 * Refuses an unknown customer with `not_found`; in a transaction, locks it, so that its lists change one after the
 * other.
 */
async function requireCustomer(db: Database, actor: Actor, id: string) {
  let customer = visibleTo(db, actor).select('customers.id').where('customers.id', '=', id)
  if (db.isTransaction) customer = customer.forNoKeyUpdate('customers')
  if (!(await customer.executeTakeFirst())) refuse('not_found')
}

/** Locks the list and its customer; refuses a list that the actor must not see with `not_found`. */
async function lockList(tx: Tx, actor: Actor, id: string) {
  const list = await tx.selectFrom('order_lists').select('customer_id').where('id', '=', id).executeTakeFirst()
  if (!list) return refuse('not_found')
  await requireCustomer(tx, actor, list.customer_id)
  const locked = await tx
    .selectFrom('order_lists')
    .select(['customer_id', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked ?? refuse('not_found')
}

/**
 * Stores the lines in their order, with the units of their targets. The line of a deleted product stays as it was; an
 * unknown product is left out.
 */
async function storeLines(tx: Tx, list_id: string, lines: ListContent['lines']) {
  const former = await tx
    .deleteFrom('order_list_lines')
    .where('list_id', '=', list_id)
    .returning(['product_id', 'product_name', 'brand', 'unit', 'target'])
    .execute()
  const before = new Map(former.map(line => [line.product_id, line]))
  const rows = lines.map((line, position) => {
    const stored = before.get(line.product_id)
    return { ...stored, ...line, unit: stored?.unit, target_unit: targetUnit(line, stored), position }
  })
  await sql`
    insert into order_list_lines (list_id, product_id, position, target, product_name, brand, unit)
    select ${list_id}, line.product_id, line.position, line.target, coalesce(products.name, line.product_name),
      coalesce(products.brand, line.brand), coalesce(line.target_unit, products.unit, line.unit)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (product_id uuid, position integer, target integer,
        product_name text, brand text, unit text, target_unit text)
      left join products on products.id = line.product_id
    where products.id is not null or line.product_name is not null`.execute(tx)
}

/** The unit in which the target of a line was set; undefined if that is the product's present one. */
function targetUnit(
  { target, unit }: ListContent['lines'][number],
  stored: { target: number | null; unit: string } | undefined,
): string | undefined {
  if (target === null) return undefined
  return unit ?? (stored?.target === target ? stored.unit : undefined)
}

async function readList(tx: Tx, id: string): Promise<OrderList> {
  const [list] = await listsWhere(tx, { id })
  return list ?? refuse('not_found')
}

async function listsWhere(db: Database, where: { id: string } | { customer_id: string }): Promise<OrderList[]> {
  let lists = db.selectFrom('order_lists').select(['id', 'name', 'version', 'updated_at', 'updated_by'])
  lists = 'id' in where ? lists.where('id', '=', where.id) : lists.where('customer_id', '=', where.customer_id)
  const found = await lists.execute()
  const ids = found.map(list => list.id)
  const lines = await linesOf(db, ids)
  return found.map(list => ({ ...list, lines: lines.get(list.id) ?? [] }))
}

/** The lines of lists in their order, with the products as they are, or as they were when they were added. */
async function linesOf(db: Database, ids: string[]): Promise<Map<string, ListLine[]>> {
  const rows = await db
    .selectFrom('order_list_lines as line')
    .leftJoin('products', 'products.id', 'line.product_id')
    .select(['list_id', 'product_id', 'target'])
    .select(eb => [
      eb.fn.coalesce('products.name', 'line.product_name').as('product_name'),
      eb.fn.coalesce('products.brand', 'line.brand').as('brand'),
      eb.fn.coalesce('products.unit', 'line.unit').as('unit'),
      sql<string | null>`case when line.target is not null and products.unit <> line.unit then line.unit end`.as(
        'target_unit',
      ),
    ])
    .where('list_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('position')
    .execute()
  const lines = new Map<string, ListLine[]>()
  for (const { list_id, ...line } of rows) {
    const present = lines.get(list_id)
    if (present) present.push(line)
    else lines.set(list_id, [line])
  }
  return lines
}
