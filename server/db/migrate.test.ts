import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { productSearchText } from '#contract/product-search.ts'
import { fold } from '#contract/turkish.ts'
import { addChanges } from '../reports/sums.ts'
import { databaseAt, onServer } from '../testing/databases.ts'
import { wrongSums } from '../testing/sums-from-orders.ts'
import { connect } from './connect.ts'
import { migrate, migrateTo, schemaVersion } from './migrate.ts'
import { type Pool, runWithAdvisoryLock } from './transaction.ts'

/** A function that counts the connections of a database that wait for a lock of a table. */
const waitersFor = (observer: Pool) => async () => {
  const waiting = sql`select from pg_locks where locktype = 'relation' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  return (await waiting.execute(observer)).rows.length
}

async function emptyDatabase() {
  const name = `toptan_${randomUUID().replaceAll('-', '')}`
  await onServer(inject('database'), `create database ${name}`)
  const open = () => connect(databaseAt(inject('database'), name), { connections: 2 })
  const opened = [open(), open(), open()]
  onTestFinished(async () => {
    await Promise.all(opened.map(db => db.destroy()))
    await onServer(inject('database'), `drop database ${name} with (force)`)
  })
  return opened
}

test('of three processes that start concurrently on an empty database, one creates the tables', async () => {
  const databases = await emptyDatabase()
  const applied = await Promise.all(databases.map(migrate))
  expect(applied.filter(names => names.length > 0)).toEqual([
    [
      '001-accounts',
      '002-catalogue-and-stock',
      '003-orders',
      '004-answers-and-images',
      '005-login-failures',
      '006-mail-and-links',
      '007-notifications',
      '008-quotes',
      '009-customers-news',
      '011-stock-counts',
      '012-promised-lines',
      '013-audit',
      '014-customer-imports',
      '015-counted-warehouses',
      '016-deeds-of-accounts',
      '017-small-keys-of-orders',
      '018-undoing-a-change-of-address',
      '019-changes',
      '020-sales-sums',
      '021-backups',
      '022-account-security',
      '023-privacy',
      '024-known-devices',
      '025-operations',
      '027-watched-products',
      '028-own-revisions',
      '030-cancellations',
      '031-customers-of-notifications',
      '032-deleted-entities',
      '033-monthly-product-sales',
      '034-carts',
      '035-customer-notes',
      '036-order-sorting',
      '038-import-runs',
      '039-bulk-prices-and-admins-orders',
      '040-count-scopes',
      '041-receipts',
      '042-reorder-levels',
      '047-order-lists',
      '048-delivery',
      '050-push',
      '052-standing-orders',
      '053-lots',
      '054-write-offs',
      '055-recalls',
      '056-expired-lots',
      '057-expiry-in-catalogue',
      '058-remaining-days',
      '059-counted-lots',
      '060-lot-origins',
      '061-offers',
      '062-addresses-in-the-trail',
      '063-notes-in-the-trail',
      '064-admins-of-lists',
      '065-standing-order-checks',
      '066-open-picks',
      '067-rare-audit-actions',
      '068-second-factor-replacement',
      '069-orders-with-a-fee',
      '070-barcode-spellings',
      '071-quotes-by-status',
      '072-offers-without-dates',
      '073-turkish-order',
      '074-upc-without-zero',
      '075-units-of-lines',
      '076-units-of-cart-lines',
      '077-planned-days',
      '078-units-of-reorder-levels',
      '079-vat-rates-of-offers',
      '080-hosts-of-backups',
      '081-lot-movements-by-count',
      '082-sales-by-unit',
      '083-seen-units-of-cart-lines',
      '084-owners-of-import-runs',
      '085-days-of-reminders',
      '086-unused-images',
      '087-addresses-without-key-locks',
      '088-chosen-lots',
      '089-recalls-of-orders',
      '090-moves-without-due-days',
      '091-movements-of-counted-products',
      '092-times-of-reminders',
      '093-lots-in-order-of-expiry',
      '094-versions-of-counts',
      '095-times-of-picks',
    ],
  ])
  expect(await migrate(databases[0]!)).toEqual([])
})

test('a schema that the program does not know is refused with a message, and nothing is changed', async () => {
  const [db] = await emptyDatabase()
  await migrateTo(db!, '019-changes')
  await sql`insert into kysely_migration values ('900-from-the-future', '')`.execute(db!)
  await expect(migrate(db!)).rejects.toThrow(
    /^The database has the schema 900-from-the-future, which this program does not know; it knows those up to \S+\. Nothing was changed\. Start the version that migrated it, or a newer one\.$/,
  )
  const { rows } = await sql`select to_regclass('backups') as backups`.execute(db!)
  expect(rows).toEqual([{ backups: null }])
})

test('if a migration fails, all are rolled back and the error names it', async () => {
  const [db] = await emptyDatabase()
  await migrateTo(db!, '019-changes')
  await sql`create table backups as select 1 as in_the_way`.execute(db!)
  await expect(migrate(db!)).rejects.toThrow(
    'The migration 021-backups failed: relation "backups" already exists. The database is as it was before.',
  )
  expect(await schemaVersion(db!)).toBe('019-changes')
  const { rows } = await sql`select to_regclass('daily_sales') as sums, (select count(*) from backups) as mine`.execute(
    db!,
  )
  expect(rows).toEqual([{ sums: null, mine: 1 }])
  await sql`drop table backups`.execute(db!)
  expect((await migrate(db!)).at(-1)).not.toBe('019-changes')
})

test('whole numbers, days and instants are read in the types of the contract', async () => {
  const [db] = await emptyDatabase()
  const { rows } = await sql`
    select 9007199254740991::bigint as whole, sum(n) as summed, '2026-05-01'::date as day,
      '2026-05-01 10:00:00.123+03'::timestamptz as instant
    from (values (1::bigint), (2)) as numbers (n)`.execute(db!)
  expect(rows).toEqual([{ whole: 9007199254740991, summed: 3, day: '2026-05-01', instant: '2026-05-01T07:00:00.123Z' }])
})

test('the security log is append-only, but entries can be deleted after 180 days', async () => {
  const [db] = await emptyDatabase()
  await migrate(db!)
  const add = (days: number) =>
    sql`insert into security_log (created_at, event) values (now() - ${days} * interval '1 day', 'denied')`.execute(db!)
  await add(181)
  const { numAffectedRows } = await sql`delete from security_log`.execute(db!)
  expect(numAffectedRows).toBe(1n)
  await add(178)
  await expect(sql`delete from security_log`.execute(db!)).rejects.toThrow('append-only for 180 days')
  await expect(sql`update security_log set event = ''`.execute(db!)).rejects.toThrow('append-only')
  await expect(sql`truncate security_log`.execute(db!)).rejects.toThrow('append-only')
})

test.each(['stock_ledger', 'audit_log'])('%s is append-only', async name => {
  const [db] = await emptyDatabase()
  await migrate(db!)
  const table = sql.table(name)
  await expect(sql`delete from ${table}`.execute(db!)).rejects.toThrow('append-only')
  await expect(sql`update ${table} set actor_name = ''`.execute(db!)).rejects.toThrow('append-only')
  await expect(sql`truncate ${table}`.execute(db!)).rejects.toThrow('append-only')
})

test('in the search texts of existing products, brand and barcode get a line of their own', async () => {
  const [db] = await emptyDatabase()
  await migrateTo(db!, '025-operations')
  const rows = [
    ['Hindistan Cevizi Sütü', 'Uzak  Doğu', '869 1', 'hindistan cevizi sutu uzak dogu 869 1\nsos'],
    ['Bal', '', null, 'bal\nsos'],
  ]
  for (const [name, brand, barcode, text] of rows)
    await sql`insert into products values (gen_random_uuid(), ${name}, ${brand}, 'Sos', 1, 'KG', 0, null, null, ${barcode},
      '', true, 'Ana Depo', ${text}, now(), now())`.execute(db!)
  await migrate(db!)
  const products = await db!.selectFrom('products').selectAll().orderBy('name').execute()
  expect(products.map(product => product.search_text)).toEqual(products.map(productSearchText))
})

test('the search texts of existing products get the other spellings of their barcodes', async () => {
  const [db] = await emptyDatabase()
  await migrateTo(db!, '067-rare-audit-actions')
  const others = '36000291452 12000003455 36000291453 036000291450 8690637012345 96385074 01234560 STK-7000'
  const short = '01234505 04252635 01234543 01234565'
  const long = '036000291452 0036000291452 012000003455 042500000265 0012340000053 012345000065'
  for (const barcode of `${others} ${short} ${long}`.split(' '))
    await sql`insert into products (id, name, brand, category, price, unit, vat_rate, description, is_active, warehouse,
        barcode, search_text, created_at, updated_at)
      values (gen_random_uuid(), ${barcode}, 'Marka', 'Sos', 1, 'KG', 0, '', true, 'Ana Depo',
        ${barcode}, ${`${fold(barcode)}\nmarka ${fold(barcode)}\nsos`}, now(), now())`.execute(db!)
  await migrate(db!)
  const products = await db!.selectFrom('products').selectAll().execute()
  expect(products.map(product => product.search_text)).toEqual(products.map(productSearchText))
  const ean = products.find(({ barcode }) => barcode === '0012340000053')
  expect(ean?.search_text).toBe('0012340000053\nmarka 0012340000053 012340000053 01234543 12340000053\nsos')
})

test('the addresses in audit entries about mails are removed, and the trail is append-only again', async () => {
  const [db] = await emptyDatabase()
  await migrateTo(db!, '061-offers')
  await sql`insert into audit_log (created_at, action, entity, entity_id, after, search_text)
    values (now(), 'retried', 'mail', 'a', '{"kind": "welcome", "recipient": "ali@ornek.com.tr"}', '')`.execute(db!)
  await migrate(db!)
  expect(await db!.selectFrom('audit_log').select('after').execute()).toEqual([{ after: { kind: 'welcome' } }])
  await expect(sql`update audit_log set after = null`.execute(db!)).rejects.toThrow('append-only')
})

test('audit entries about standing orders contain that a note changed instead of the notes', async () => {
  const [db] = await emptyDatabase()
  await migrateTo(db!, '062-addresses-in-the-trail')
  await sql`insert into audit_log (created_at, action, entity, entity_id, before, after, search_text) values
    (now(), 'created', 'standing_order', 'a', null, '{"name": "Sabah", "notes": "Zeynep"}', ''),
    (now(), 'updated', 'standing_order', 'a', '{"notes": "Zeynep"}', '{"notes": null}', ''),
    (now(), 'updated', 'standing_order', 'a', '{"name": "Sabah"}', '{"name": "Akşam"}', ''),
    (now(), 'deleted', 'standing_order', 'a', '{"name": "Akşam", "notes": null}', null, '')`.execute(db!)
  await migrate(db!)
  expect(await db!.selectFrom('audit_log').select(['before', 'after']).orderBy('id').execute()).toEqual([
    { before: null, after: { name: 'Sabah' } },
    { before: { notes_changed: null }, after: { notes_changed: true } },
    { before: { name: 'Sabah' }, after: { name: 'Akşam' } },
    { before: { name: 'Akşam' }, after: null },
  ])
})

test('offers lose the expected date that they were given and get the VAT rate of their source', async () => {
  const [db] = await emptyDatabase()
  await migrateTo(db!, '071-quotes-by-status')
  const [source, offer, lot, offer_lot] = Array.from({ length: 4 }, () => randomUUID())
  for (const [id, rate] of [
    [source, 20],
    [offer, 10],
  ])
    await sql`insert into products (id, name, brand, category, price, unit, vat_rate, description, is_active, warehouse,
        search_text, expected_stock_date, created_at, updated_at)
      values (${id}, 'Ezine', '', 'Peynir', 1, 'KG', ${rate}, '', true, 'Ana Depo', '', '2026-05-01', now(), now())`.execute(
      db!,
    )
  for (const [id, product] of [
    [lot, source],
    [offer_lot, offer],
  ])
    await sql`insert into lots (id, product_id, code, received_at) values (${id}, ${product}, 'L1', now())`.execute(db!)
  await sql`insert into offers (product_id, source_id, lot_id, offer_lot_id)
    values (${offer}, ${source}, ${lot}, ${offer_lot})`.execute(db!)
  await migrate(db!)
  const products = await db!.selectFrom('products').select(['id', 'expected_stock_date', 'vat_rate']).execute()
  expect(new Map(products.map(({ id, ...product }) => [id, product]))).toEqual(
    new Map([
      [source, { expected_stock_date: '2026-05-01', vat_rate: 20 }],
      [offer, { expected_stock_date: null, vat_rate: 20 }],
    ]),
  )
})

test('moved days of which the rhythm has no due day any more lose their move, as they had no orders', async () => {
  const [db] = await emptyDatabase()
  await migrateTo(db!, '089-recalls-of-orders')
  const [customer, id] = [randomUUID(), randomUUID()]
  await sql`insert into accounts (id, role, username, username_key, name, password_hash, created_at)
    values (${customer}, 'customer', 'lezzet', 'lezzet', 'Lezzet', '', now())`.execute(db!)
  await sql`insert into customers (id, phone, address, search_text) values (${customer}, '', '', '')`.execute(db!)
  // Every other Wednesday and Sunday from Thursday, 12 March 2026 on.
  await sql`insert into standing_orders (id, customer_id, name, weekdays, every_weeks, starts_on, ends_on, closed_days,
      shortages, created_at, updated_at, updated_by, effective_from, check_at)
    values (${id}, ${customer}, 'Sabah', '{3,7}', 2, '2026-03-12', '2026-04-08', 'move', 'reduce', now(), now(), '',
      now(), now())`.execute(db!)
  const due = ['2026-03-15', '2026-03-25', '2026-03-29', '2026-04-08']
  const others = ['2026-03-11', '2026-03-18', '2026-03-22', '2026-03-24', '2026-04-12', '2026-04-22']
  for (const day of [...due, ...others])
    await sql`insert into standing_order_days (standing_order_id, due_on, is_skipped, moved_to)
      values (${id}, ${day}, true, '2026-05-04')`.execute(db!)
  await sql`insert into standing_order_days (standing_order_id, due_on, moved_to, made_at)
    values (${id}, '2026-03-13', '2026-03-14', now())`.execute(db!)
  await migrate(db!)
  const moved = db!.selectFrom('standing_order_days').select('due_on').where('moved_to', 'is not', null)
  expect((await moved.orderBy('due_on').execute()).map(day => day.due_on)).toEqual(['2026-03-13', ...due])
  const skipped = db!.selectFrom('standing_order_days').select('due_on').where('is_skipped', '=', true)
  expect(await skipped.execute()).toHaveLength(due.length + others.length)
})

/** A database before units of sums, with two products in PAKET and a function that sells them in any unit. */
async function beforeUnitsOfSums() {
  const opened = await emptyDatabase()
  const [db] = opened
  await migrateTo(db!, '081-lot-movements-by-count')
  const [customer, one, several] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into accounts (id, role, username, username_key, name, password_hash, created_at)
    values (${customer}, 'customer', 'lezzet', 'lezzet', 'Lezzet', '', now())`.execute(db!)
  await sql`insert into customers (id, phone, address, search_text) values (${customer}, '', '', '')`.execute(db!)
  for (const id of [one, several])
    await sql`insert into products (id, name, brand, category, price, unit, vat_rate, description, is_active, warehouse,
        search_text, created_at, updated_at)
      values (${id}, 'Ezine', '', 'Peynir', 1, 'PAKET', 0, '', true, 'Ana Depo', '', now(), now())`.execute(db!)
  const sell = async (at: string, product: string | undefined, quantity: number, unit: string) => {
    const id = randomUUID()
    await sql`insert into orders (id, customer_id, status, created_at, updated_at, subtotal, total_vat, grand_total,
        user_company, user_username, user_email, user_phone, user_address, search_text)
      values (${id}, ${customer}, 'beklemede', ${at}, ${at}, 1, 0, 1, '', '', '', '', '', '')`.execute(db!)
    await sql`insert into order_items (order_id, position, product_id, product_name, brand, unit, quantity, price,
        vat_rate, total_price)
      values (${id}, 0, ${product}, 'Ezine', '', ${unit}, ${quantity}, 1, 0, 1)`.execute(db!)
    return id
  }
  return { opened, customer, one, several, sell }
}

test('customers count as notified of recalled goods that had left before the letter, not of later ones', async () => {
  const { opened, customer, one, sell } = await beforeUnitsOfSums()
  const db = opened[0]!
  const [lot, told_at] = [randomUUID(), '2026-01-06T07:00:00Z']
  await sql`insert into lots (id, product_id, code, received_at) values (${lot}, ${one}, 'L1', now())`.execute(db)
  const leave = async (at: string) => {
    const id = await sell('2026-01-05T07:00:00Z', one, 1, 'ADET')
    await sql`insert into lot_ledger (created_at, lot_id, reason, on_hand_change, on_hand_after, order_id)
      values (${at}, ${lot}, 'order', -1, 0, ${id})`.execute(db)
    return id
  }
  const before = await leave('2026-01-05T08:00:00Z')
  await leave('2026-01-07T07:00:00Z')
  const gone = randomUUID()
  for (const id of [customer, gone])
    await sql`insert into recall_letters values (${lot}, ${id}, ${told_at}, 'Ayşe')`.execute(db)
  await migrate(db)
  const letters = await db.selectFrom('recall_letters').select(['customer_id', 'order_id']).execute()
  expect(new Map(letters.map(letter => [letter.customer_id, letter.order_id]))).toEqual(
    new Map([
      [customer, before],
      [gone, null],
    ]),
  )
  expect(letters).toHaveLength(2)
})

test('sums of products get the units in which they were sold, also while changes are not added to them yet', async () => {
  const {
    opened: [db],
    one,
    several,
    sell,
  } = await beforeUnitsOfSums()
  const former = [
    await sell('2026-01-05T07:00:00Z', one, 3, 'ADET'),
    await sell('2026-01-05T07:00:00Z', several, 5, 'ADET'),
  ]
  await sell('2026-02-05T07:00:00Z', several, 7, 'PAKET')
  await addChanges(db!)
  await sell('2026-02-06T07:00:00Z', several, 2, 'PAKET')
  await sell('2026-02-06T07:00:00Z', one, 4, 'ADET')
  await migrate(db!)
  expect(await wrongSums(db!)).toEqual([])
  for (const id of former) await sql`update orders set status = 'iptal' where id = ${id}`.execute(db!)
  expect(await wrongSums(db!)).toEqual([])
  await addChanges(db!)
  expect(await wrongSums(db!)).toEqual([])
  const { rows } = await sql`
    select product_id, unit, sum(quantity)::bigint as quantity from monthly_product_sales
    group by 1, 2 having sum(quantity) > 0 order by 3`.execute(db!)
  expect(rows).toEqual([
    { product_id: one, unit: 'ADET', quantity: 4 },
    { product_id: several, unit: 'PAKET', quantity: 9 },
  ])
})

test('an order that is cancelled while sums of products get units is subtracted in the unit in which it was sold', async () => {
  const {
    opened: [db, other, observer],
    several,
    sell,
  } = await beforeUnitsOfSums()
  const id = await sell('2026-01-05T07:00:00Z', several, 5, 'ADET')
  await sell('2026-01-06T07:00:00Z', several, 7, 'PAKET')
  await addChanges(db!)
  const waiters = waitersFor(observer!)
  const begun = await observer!.transaction().execute(async tx => {
    await sql`lock table line_changes in row exclusive mode`.execute(tx)
    const migrated = migrate(db!)
    await expect.poll(waiters).toBe(1)
    const cancelled = sql`update orders set status = 'iptal' where id = ${id}`.execute(other!)
    await expect.poll(waiters).toBe(2)
    return { migrated, cancelled }
  })
  await Promise.all([begun.migrated, begun.cancelled])
  await addChanges(db!)
  expect(await wrongSums(db!)).toEqual([])
})

test('migrations wait for a process that adds notes to the sums, rather than to be ended with it', async () => {
  const {
    opened: [db, other, observer],
    one,
    sell,
  } = await beforeUnitsOfSums()
  await sell('2026-01-05T07:00:00Z', one, 5, 'ADET')
  const { migrated } = await other!.transaction().execute(async tx => {
    // As when sums are added: the notes of orders, those of lines, and by a trigger the sums of products.
    await sql`delete from order_changes`.execute(tx)
    const result = migrateTo(db!, '082-sales-by-unit')
    await expect.poll(waitersFor(observer!)).toBe(1)
    await sql`set local lock_timeout = '100ms'`.execute(tx)
    await sql`delete from line_changes`.execute(tx)
    return { migrated: result }
  })
  expect(await migrated).toEqual(['082-sales-by-unit'])
})

test('migrations that wait for a request that waits for them are tried again', async () => {
  const [db, other, observer] = await emptyDatabase()
  await migrateTo(db!, '081-lot-movements-by-count')
  // The migrations find the deadlock, and not before the request waits.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db!)
  await sql.raw(`alter database ${rows[0]!.name} set deadlock_timeout = '3s'`).execute(db!)
  await db!.destroy()
  const migrating = connect(databaseAt(inject('database'), rows[0]!.name), { connections: 1 })
  onTestFinished(() => migrating.destroy())
  const { migrated } = await other!.transaction().execute(async tx => {
    await sql`set local deadlock_timeout = '1min'`.execute(tx)
    await sql`lock table line_changes in row exclusive mode`.execute(tx)
    const result = migrate(migrating)
    await expect.poll(waitersFor(observer!)).toBe(1)
    await sql`lock table order_items in row exclusive mode`.execute(tx)
    return { migrated: result }
  })
  expect(await migrated).toContain('082-sales-by-unit')
})

test('a process reads no tables while another one migrates', async () => {
  const [first, second, observer] = await emptyDatabase()
  if (!first || !second || !observer) throw new Error('three were opened')
  let applied: string[] = []
  let waiting: Promise<void> | undefined
  await runWithAdvisoryLock(first, 'migration', async () => {
    waiting = migrate(second).then(names => {
      applied = names
    })
    const waiters = () =>
      sql`select from pg_locks where locktype = 'advisory' and not granted and database = (
        select oid from pg_database where datname = current_database())`.execute(observer)
    await expect.poll(async () => (await waiters()).rows.length).toBe(1)
  })
  await waiting
  expect(applied).toContain('042-reorder-levels')
})
