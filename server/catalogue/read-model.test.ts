import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { ChangeLog, type Changes } from '../db/change-log.ts'
import { inTransaction } from '../db/transaction.ts'
import { sentDuring } from '../testing/query-plans.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { listProducts, readPageOnSale, readSomeOnSale } from './lists.ts'
import { CatalogueModel } from './read-model.ts'

/** The model of a separate process. */
async function modelOf({ db }: World) {
  const changes = new ChangeLog(db)
  const model = new CatalogueModel(db, changes, { isStrict: true })
  await changes.catchUp()
  await model.load()
  return {
    model,
    /** The products that a request would see now; undefined if it would read the database. */
    now: async () => {
      await changes.catchUp()
      return model.current()
    },
  }
}

const parse = (items: readonly Uint8Array[]) => items.map((item): Product => JSON.parse(Buffer.from(item).toString()))

const SAMPLE: Product = {
  id: '',
  name: '',
  brand: 'Marka',
  category: 'Peynir',
  price: kurus(100),
  unit: 'ADET',
  vat_rate: 10,
  stock_quantity: 5,
  expected_stock_date: null,
  image_url: null,
  barcode: null,
  description: '',
}

const NAMES = [
  'Süt',
  'süt',
  'Ilık Süt',
  'İlik Suyu',
  'Peynir',
  'Beyaz Peynir',
  'Çay',
  'Cay',
  'Zeytin No 5',
  'Yağ %80',
  'no_5',
]
const SEARCHES = [
  '',
  'süt',
  'SUT',
  'p',
  'pe',
  'peynir',
  'beyaz pey',
  'no',
  '5',
  '%',
  '_',
  'marka',
  'marka sut',
  'yok',
  '869',
  '0036000291452',
  '01234565 peynir',
  'sos',
]
const BARCODES = ['036000291452', '0036000291452', '01234565', '012345000065']

test('lists, searches and pages are the same as those of the database', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.products(
    Array.from({ length: 60 }, (_, i) => ({
      name: `${NAMES[i % NAMES.length]!}${i % 3 ? '' : ` ${i}`}`,
      brand: i % 2 ? 'Marka' : 'Süt Evi',
      category: i % 4 ? 'Peynir' : 'Sos',
      barcode: BARCODES[i] ?? (i % 5 ? null : `869000000${String(i).padStart(4, '0')}`),
      is_active: i % 7 > 0,
    })),
  )
  const held = await (await modelOf(world)).now()
  for (const search of SEARCHES)
    for (const category of [undefined, '', 'Peynir', 'Sos', 'Yok']) {
      const query = new URLSearchParams({ is_active: 'true', search, ...(category && { category }), limit: '500' })
      const expected: Product[] = (await world.get(`/admin/products?${String(query)}`, admin)).json()
      const found: Product[] = []
      let after: string | undefined
      do {
        const page = held!.list({ search, category }).read(after, 4)
        found.push(...parse(page.items))
        after = page.last
      } while (after)
      expect(
        found.map(({ id }) => id),
        `${search} in ${category}`,
      ).toEqual(expected.map(({ id }) => id))
    }
})

test('matches with one wrong letter follow the exact ones, page by page and after a change of names', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const names = ['Peynir', 'Beyaz Peynir', 'Paynir Tozu', 'Peynur', 'Zeytin']
  const [white] = await world.products(names.map(name => ({ name, category: 'Sos' })))
  const { now } = await modelOf(world)
  const find = async (query: object, limit: number) => {
    const found: string[] = []
    let after: string | undefined
    do {
      const page = (await now())!.list(query).read(after, limit)
      found.push(...parse(page.items).map(({ name }) => name))
      after = page.last
    } while (after)
    return found
  }
  const all = ['Peynir', 'Beyaz Peynir', 'Paynir Tozu', 'Peynur']
  for (const limit of [1, 2, 3, 500]) expect(await find({ search: 'peynir', category: 'Sos' }, limit)).toEqual(all)
  expect(await find({ search: 'PEYNRİ beyaz' }, 1)).toEqual(['Beyaz Peynir'])
  expect(await find({ search: 'peynir', category: 'Yok' }, 1)).toEqual([])
  expect(await find({ search: 'peynri', ids: white }, 1)).toEqual(['Peynir'])
  // The process loads its own model with this first request.
  const shown: Product[] = (await world.get('/products?search=peynri', customer)).json()
  expect(shown.map(({ name }) => name)).toEqual(['Beyaz Peynir', 'Peynir'])

  await world.put(`/admin/products/${white}`, await world.admin(), { name: 'Ayran' })
  expect(await find({ search: 'peynir' }, 500)).toEqual(['Beyaz Peynir', 'Paynir Tozu', 'Peynur'])
})

test('every process sees a change immediately, whichever made it', async () => {
  const world = await makeWorld()
  const [admin, customer] = await Promise.all([world.admin(), world.customer()])
  const [first, second] = await world.products([{ name: 'Bal' }, { name: 'Pekmez' }])
  const processes = [await modelOf(world), await modelOf(world)]
  const shown = () =>
    Promise.all(processes.map(async ({ now }) => parse((await now())!.list({}).read(undefined, 500).items)))
  const change = (id: string, fields: object) => world.put(`/admin/products/${id}`, admin, fields)

  await world.post('/orders', customer, { items: [{ product_id: first, quantity: 4 }] })
  for (const list of await shown()) expect(list).toMatchObject([{ name: 'Bal', stock_quantity: 6 }, { name: 'Pekmez' }])
  await change(first!, { name: 'Zeytin', price: 12.5 })
  for (const list of await shown()) expect(list).toMatchObject([{ name: 'Pekmez' }, { name: 'Zeytin', price: 12.5 }])
  await change(second!, { is_active: false })
  for (const list of await shown()) expect(list).toMatchObject([{ name: 'Zeytin' }])
  await change(second!, { is_active: true, category: 'Sos' })
  for (const { now } of processes) expect((await now())!.categories()).toEqual(['Peynir', 'Sos'])
  await world.request('DELETE', `/admin/products/${second}`, admin)
  for (const { now } of processes) expect((await now())!.one(second!)).toBeUndefined()
  await world.product({ name: 'Ayran' })
  for (const list of await shown()) expect(list).toMatchObject([{ name: 'Ayran' }, { name: 'Zeytin' }])
})

test('a transaction that began before others and commits after them is not missed', async () => {
  const world = await makeWorld()
  const [id, other] = await world.products([{ name: 'Bal' }, { name: 'Pekmez' }])
  const { now } = await modelOf(world)
  const priceOf = async (product: string) => parse([(await now())!.one(product)!])[0]!.price
  const price = (lira: number) => ({ price: kurus(lira * 100) })
  await inTransaction(world.db, async tx => {
    await tx.updateTable('products').set(price(7)).where('id', '=', id!).execute()
    await world.db.updateTable('products').set(price(8)).where('id', '=', other!).execute()
    expect([await priceOf(id!), await priceOf(other!)]).toEqual([100, 8])
    await world.db.updateTable('products').set(price(9)).where('id', '=', other!).execute()
    expect([await priceOf(id!), await priceOf(other!)]).toEqual([100, 9])
  })
  expect([await priceOf(id!), await priceOf(other!)]).toEqual([7, 9])
})

test('after a change of very many products, all are loaded again', async () => {
  const world = await makeWorld()
  await world.products(Array.from({ length: 1001 }, (_, i) => ({ name: `Mal ${i}` })))
  const { model, now } = await modelOf(world)
  expect(await now()).toBeDefined()
  await sql`update products set price = 500`.execute(world.db)
  expect(await now()).toBeUndefined()
  await model.load()
  expect(parse((await now())!.list({}).read(undefined, 1).items)).toMatchObject([{ price: 5 }])
})

test('lists that are requested while all products are loaded wait for that instead of reading the database', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const [id] = await world.products(Array.from({ length: 1001 }, (_, i) => ({ name: `Mal ${i}` })))
  expect((await world.get('/products?limit=1', customer)).json()).toMatchObject([{ price: 100 }])
  await sql`update products set price = 500`.execute(world.db)
  const paths = ['?limit=24', '?limit=24&category=Peynir', '?limit=24&search=mal', '']
  const sent = await sentDuring(async () => {
    const lists = Array.from({ length: 20 }, (_, i) => world.get(`/products${paths[i % paths.length]}`, customer))
    for (const list of await Promise.all(lists)) expect(list.json()[0].price).toBe(5)
    expect((await world.get('/products/categories', customer)).json()).toEqual(['Peynir'])
  })
  // The load reads two pages.
  expect(sent.filter(({ text }) => text.includes('from "products"'))).toHaveLength(2)
  await sql`update products set price = 700`.execute(world.db)
  expect((await world.get(`/products/${id}`, customer)).json()).toMatchObject({ price: 7 })
})

test('a page continues where the previous one ended, even if its last product was deleted', async () => {
  const world = await makeWorld()
  const ids = await world.products(['Bal', 'Pekmez', 'Reçel'].map(name => ({ name })))
  const { now } = await modelOf(world)
  const { last } = (await now())!.list({}).read(undefined, 2)
  await world.db.updateTable('products').set({ is_active: false }).where('id', '=', ids[1]!).execute()
  expect(parse((await now())!.list({}).read(last, 2).items)).toMatchObject([{ name: 'Reçel' }])
})

test('all products are sent once, and again when one of them has changed', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const id = await world.product({ name: 'Bal' })
  const whole = (etag?: string) =>
    world.request('GET', '/products', customer, undefined, etag ? { 'if-none-match': etag } : {})
  const { etag } = (await whole()).headers
  expect(await whole(String(etag))).toMatchObject({ status: 304, body: '', headers: { 'x-account-passive': '0' } })
  await world.db
    .updateTable('products')
    .set({ price: kurus(500) })
    .where('id', '=', id)
    .execute()
  const changed = await whole(String(etag))
  expect(changed.status).toBe(200)
  expect(changed.json()).toMatchObject([{ name: 'Bal', price: 5 }])
  expect(changed.headers.etag).not.toBe(etag)
})

test('after many small changes, all products are loaded again', async () => {
  const world = await makeWorld()
  const ids = await world.products(Array.from({ length: 1200 }, (_, i) => ({ name: `Mal ${i}` })))
  const { now } = await modelOf(world)
  for (let start = 0; start < ids.length; start += 400) {
    const some = ids.slice(start, start + 400)
    await sql`update products set price = 700 where id = any(${some}::uuid[])`.execute(world.db)
  }
  expect(await now()).toBeUndefined()
  const held = await vi.waitFor(async () => (await now()) ?? expect.fail('still loading'), 60_000)
  expect(parse(held.list({}).read(undefined, 500).items).every(({ price }) => price === 7)).toBe(true)
})

test('a truncated table reloads all products, and entries of another server’s dump do not', async () => {
  const world = await makeWorld()
  await world.product({ name: 'Bal' })
  const { now } = await modelOf(world)
  await sql`insert into changes (xid, kind) select '900000000'::xid8, 'products' from generate_series(1, 1000)`.execute(
    world.db,
  )
  expect(await now()).toBeDefined()
  expect(await now()).toBeDefined()
  await sql`truncate products cascade`.execute(world.owner)
  expect(await now()).toBeUndefined()
})

test('a change that is reported during a load is not lost to a refresh that was queued before it', async () => {
  const world = await makeWorld()
  const [a, b, x] = await world.products(['A', 'B', 'X'].map(name => ({ name, price: kurus(100) })))
  const steps = { some: gates(), page: gates() }
  let report: (changes: Changes) => void = () => undefined
  const changes = { onChange: (listener: typeof report) => void (report = listener) }
  const model = new CatalogueModel(
    world.db,
    changes,
    { isStrict: true },
    {
      page: async (...args) => steps.page.pass(await readPageOnSale(...args)),
      some: async (...args) => steps.some.pass(await readSomeOnSale(...args)),
    },
  )
  const products = (id: string): Changes => ({ products: new Set([id]), accounts: new Set() })
  steps.page.open()
  await model.load()
  steps.page.close()

  report(products(a!))
  const first = model.current()
  report(products(b!))
  const second = model.current()
  report({ products: 'all', accounts: 'all' })
  expect(await model.current()).toBeUndefined()
  await steps.page.reached()
  await world.db
    .updateTable('products')
    .set({ price: kurus(200) })
    .where('id', '=', x!)
    .execute()
  report(products(x!))
  steps.some.open()
  await Promise.all([first, second])
  steps.page.open()
  const held = await vi.waitFor(async () => (await model.current()) ?? expect.fail('still loading'), 60_000)
  expect(parse([held.one(x!)!])).toMatchObject([{ name: 'X', price: 2 }])
})

/** A gate that delays values until it is opened. */
function gates() {
  let isOpen = false
  let waiting: (() => void)[] = []
  let arrived: () => void = () => undefined
  let arrival = new Promise<void>(resolve => (arrived = resolve))
  return {
    pass: async <T>(value: T): Promise<T> => {
      arrived()
      if (!isOpen) await new Promise<void>(resolve => waiting.push(resolve))
      return value
    },
    reached: () => arrival,
    open() {
      isOpen = true
      for (const resolve of waiting) resolve()
      waiting = []
    },
    close() {
      isOpen = false
      arrival = new Promise(resolve => (arrived = resolve))
    },
  }
}

test('a page contains the total number of products, from the model and from the database', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  for (const name of ['Bal', 'Reçel', 'Ballı Reçel']) await world.product({ name })
  for (const [query, total] of [
    [{}, 3],
    [{ search: 'bal' }, 2],
    [{ category: 'Yok' }, 0],
  ] as const) {
    const { headers } = await world.get(`/products?${String(new URLSearchParams({ limit: '1', ...query }))}`, customer)
    expect([Number(headers['x-total-count']), await listProducts(world.db, query).total?.()]).toEqual([total, total])
  }
})

test('lists also wait for a second load if everything changes during the first, but not if that fails', async () => {
  const world = await makeWorld()
  await world.product({ name: 'Bal' })
  let report: (changes: Changes) => void = () => undefined
  const changes = { onChange: (listener: typeof report) => void (report = listener) }
  const pages = gates()
  let fault: Error | undefined
  const readers = {
    page: async (...args: Parameters<typeof readPageOnSale>) => {
      const rows = await pages.pass(await readPageOnSale(...args))
      if (!fault) return rows
      pages.close()
      throw fault
    },
    some: readSomeOnSale,
  }
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const model = new CatalogueModel(world.db, changes, { isStrict: true, onError }, readers)
  const waiting = model.loaded()
  await pages.reached()
  report({ products: 'all', accounts: 'all' })
  pages.open()
  expect(parse((await waiting)!.list({}).read(undefined, 1).items)).toMatchObject([{ name: 'Bal' }])

  fault = new Error('no connection')
  report({ products: 'all', accounts: 'all' })
  expect(await model.loaded()).toBeUndefined()
  expect(errors).toEqual([fault])
  fault = undefined
  pages.open()
  expect(await model.loaded()).toBeDefined()
})

test('the products are indexed page by page, so that nothing is left to do after the last page', async () => {
  const world = await makeWorld()
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    ...SAMPLE,
    id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    name: `Mal ${String(i).padStart(5, '0')}`,
    search_text: `mal ${String(i).padStart(5, '0')}\nmarka\npeynir`,
  }))
  const processorTime = () => process.cpuUsage().user
  let lastPageAt = 0
  const page = async (_: unknown, after: { id: string } | undefined, limit: number) => {
    const start = after ? rows.findIndex(({ id }) => id === after.id) + 1 : 0
    lastPageAt = processorTime()
    return rows.slice(start, start + limit)
  }
  const model = new CatalogueModel(
    world.db,
    { onChange: () => undefined },
    { isStrict: false },
    { page, some: readSomeOnSale },
  )
  const begun = processorTime()
  await model.load()
  const ended = processorTime()
  expect((await model.current())?.list({}).total).toBe(rows.length)
  expect(ended - lastPageAt).toBeLessThan((ended - begun) / 5)
})
