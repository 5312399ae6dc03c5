import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { byAlphabet } from '#contract/turkish.ts'
import { makeWorld, type World } from '../testing/world.ts'

const names = async (world: World, query: string) => {
  const customer = await world.customer()
  return (await world.get(`/products?${query}`, customer)).json().map((product: Product) => product.name)
}

test.each([
  ['turs', ['Turşu']],
  ['TURŞ', ['Turşu']],
  ['tursu ozgur', ['Turşu']],
  ['ilik', ['Ilık Süt', 'İlik Suyu']],
  ['ILIK', ['Ilık Süt', 'İlik Suyu']],
  ['86900', ['Turşu']],
  ['%', ['Yağ %80']],
  ['_', []],
  ['yok böyle', []],
  // Two cells of a spreadsheet, and the direction marks of text from another program.
  ['süt\tdere\u202c', ['Ilık Süt']],
])('a search for %s finds %j', async (search, found) => {
  const world = await makeWorld()
  await world.product({ name: 'Turşu', brand: 'Özgür', barcode: '8690000000012' })
  await world.product({ name: 'Ilık Süt', brand: 'Dere' })
  await world.product({ name: 'İlik Suyu', brand: 'Dere' })
  await world.product({ name: 'Yağ %80', brand: 'Dere' })
  expect(await names(world, `search=${encodeURIComponent(search)}`)).toEqual(found)
})

test('the best match comes first: at the beginning of the name, then of a word in it, then all others', async () => {
  const world = await makeWorld()
  for (const name of ['Biberli Zeytin', 'Mezeytin', 'Zeytin Ezmesi', 'Ayvalık Zeytini']) await world.product({ name })
  expect(await names(world, 'search=zeytin')).toEqual([
    'Zeytin Ezmesi',
    'Ayvalık Zeytini',
    'Biberli Zeytin',
    'Mezeytin',
  ])
  const customer = await world.customer()
  const first = await world.get('/products?search=zeytin&limit=3', customer)
  expect(first.headers['x-total-count']).toBe('4')
  const next = /<\/api(.+)>; rel/.exec(String(first.headers.link))![1]!
  expect((await world.get(next, customer)).json().map((p: Product) => p.name)).toEqual(['Mezeytin'])
})

test('a search for a category finds its products, after the products of that name', async () => {
  const world = await makeWorld()
  await world.product({ name: 'Dut Pekmezi', category: 'Şurup' })
  await world.product({ name: 'Vişne Şurubu', category: 'İçecekler' })
  await world.product({ name: 'Çilek Şurup', category: 'İçecekler' })
  expect(await names(world, 'search=SURUP')).toEqual(['Çilek Şurup', 'Dut Pekmezi'])
  expect(await names(world, 'search=dut%20surup')).toEqual(['Dut Pekmezi'])
})

test.each([
  ['UPC-A', '036000291452', ['036000291452', '0036000291452']],
  ['EAN-13 with a leading 0', '0036000291452', ['036000291452', '0036000291452']],
  ['UPC-E', '01234565', ['01234565', '012345000065', '0012345000065']],
  ['UPC-A with a UPC-E', '012345000065', ['01234565', '012345000065', '0012345000065', '00012345000065']],
  ['EAN-13', '8690637012341', ['8690637012341', '08690637012341']],
  ['EAN-13, padded to 14 digits', '08690637012341', ['8690637012341', '08690637012341']],
  ['EAN-8', '96385074', ['96385074', '00000096385074']],
])('a search finds a product by each spelling of its barcode, stored as %s', async (_, barcode, spellings) => {
  const world = await makeWorld()
  await world.product({ name: 'Mısır', barcode })
  await world.product({ name: 'Zeytin', barcode: '8690000000012' })
  const [admin, marketer] = await Promise.all([world.admin(), world.marketer()])
  for (const spelling of spellings) {
    expect(await names(world, `search=${spelling}`)).toEqual(['Mısır'])
    for (const [path, user] of [['/products', marketer] as const, ['/admin/products', admin] as const])
      expect((await world.get(`${path}?search=${spelling}`, user)).json()).toMatchObject([{ name: 'Mısır', barcode }])
  }
})

test('the database sorts names in the same order as the browser', async () => {
  const world = await makeWorld()
  const mixed = [
    'zeytin',
    'Şeker',
    'su',
    'ılık',
    'ilik',
    'Iğdır',
    'çay',
    'Cam',
    'öz',
    'oz',
    'ü',
    'u',
    'ğ',
    'g',
    'İnek',
    '100 g',
    '2’li',
    'A-B',
    'ab',
    'a b',
    'Crème',
    '%50 kakao',
    'é',
    'e',
    '(x)',
  ]
  await Promise.all(mixed.map(name => world.product({ name, category: name })))
  expect(await names(world, '')).toEqual([...mixed].sort(byAlphabet))
  const categories = (await world.get('/products/categories', await world.customer())).json()
  expect(categories).toEqual([...mixed].sort(byAlphabet))
})

test('customers see the available quantity, never below 0, and only products on sale', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const [few, promised, inactive] = [
    await world.product({ on_hand: 5 }),
    await world.product({ on_hand: 0, expected_stock_date: '2026-05-01' }),
    await world.product({ is_active: false }),
  ]
  await world.post('/orders', customer, { items: [few, promised].map(product_id => ({ product_id, quantity: 4 })) })
  const shown = (await world.get(`/products?ids=${few},${promised},${inactive},not-an-id`, customer)).json()
  expect(new Map(shown.map((product: Product) => [product.id, product.stock_quantity]))).toEqual(
    new Map([
      [few, 1],
      [promised, 0],
    ]),
  )
  expect(shown[0]).not.toHaveProperty('is_active')
  expect((await world.get(`/products/${inactive}`, customer)).status).toBe(404)

  const admin = await world.admin()
  expect((await world.get(`/admin/products/${promised}`, admin)).json()).toMatchObject({
    stock_quantity: 0,
    reserved_quantity: 4,
    available_quantity: -4,
    is_active: true,
    warehouse: 'Ana Depo',
  })
  expect((await world.get('/admin/products?is_active=false', admin)).json()).toHaveLength(1)
})

const NEW = { name: ' Ezine Peyniri ', brand: 'Yayla', category: 'Peynir', price: 287.97, stock_quantity: 4 }

test('a product is added with its defaults, its first stock and a ledger row', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const { product } = (await world.post('/admin/products', admin, NEW)).json()
  expect(product).toMatchObject({
    name: 'Ezine Peyniri',
    price: 287.97,
    unit: 'ADET',
    vat_rate: 0,
    warehouse: 'Ana Depo',
    is_active: true,
    barcode: null,
  })
  const ledger = (await world.get(`/admin/stock/ledger?product_id=${product.id}`, admin)).json()
  expect(ledger).toEqual([
    expect.objectContaining({ reason: 'created', on_hand_change: 4, on_hand_after: 4, actor_name: 'Ayşe' }),
  ])
})

test.each([
  ['stock 0 without a date', { stock_quantity: 0 }, 400, 'expected_date_missing'],
  ['a VAT rate that is not allowed', { vat_rate: 18 }, 400, 'vat_rate_not_allowed'],
  ['a third decimal', { price: 1.005 }, 400, 'invalid_input'],
  ['no name', { name: ' ' }, 400, 'invalid_input'],
  ['an unknown unit', { unit: 'adet' }, 400, 'invalid_input'],
  ['a barcode that is taken in the warehouse', { barcode: '111' }, 409, 'barcode_taken'],
  ['an unreadable picture', { image_url: 'data:image/png;base64,AAAA' }, 400, 'image_unreadable'],
  ['a script as picture', { image_url: 'javascript:alert(1)' }, 400, 'invalid_input'],
])('a new product with %s is refused', async (_, fields, status, code) => {
  const world = await makeWorld()
  await world.product({ barcode: '111', price: kurus(1) })
  const response = await world.post('/admin/products', await world.admin(), { ...NEW, ...fields })
  expect([response.status, response.json().code]).toEqual([status, code])
  expect(await world.db.selectFrom('products').select('id').execute()).toHaveLength(1)
})

test('a picture is scaled, stored once, and served from a URL that can be cached forever', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const { default: sharp } = await import('sharp')
  const png = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#5b2a5e' } })
    .png()
    .toBuffer()
  const image_url = `data:image/png;base64,${png.toString('base64')}`
  const add = async () => (await world.post('/admin/products', admin, { ...NEW, image_url })).json().product.image_url
  const address = await add()
  expect(address).toMatch(/^\/api\/images\/[0-9a-f]{64}\.webp$/)
  expect(await add()).toBe(address)
  expect(await world.db.selectFrom('images').select('hash').execute()).toHaveLength(1)
  for (const [suffix, width] of [
    ['.webp', 1200],
    ['-400.webp', 400],
    ['-96.webp', 96],
  ] as const) {
    const response = await world.app.inject(address.replace('.webp', suffix))
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await sharp(response.rawPayload).metadata()).width).toBe(width)
  }
  expect((await world.app.inject(address.replace(/[0-9a-f]{64}/, 'f'.repeat(64)))).statusCode).toBe(404)
})

test('a stock change updates a product’s version, a reservation does not', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product()
  const updated = async () => (await world.get(`/admin/products/${product_id}`, admin)).json().updated_at
  const added = world.now().toISOString()
  expect(await updated()).toBe(added)
  world.pass(60_000)
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  await world.post(`/orders/${id}/cancel`, customer)
  expect(await updated()).toBe(added)
  await world.post('/admin/stock/receipts', admin, { product_id, quantity: 1 })
  expect(await updated()).toBe(world.now().toISOString())
})

test('an ordered product stays in its order even when it is no longer on sale', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const [gone, other] = [await world.product({ name: 'Lor' }), await world.product()]
  const order = await world.post('/orders', customer, { items: [{ product_id: gone, quantity: 4 }] })
  await world.db.updateTable('products').set({ is_active: false }).where('id', '=', gone).execute()
  const revise = (quantity: number) =>
    world.put(`/marketer/orders/${order.json().id}`, marketer, {
      items: [
        { product_id: gone, quantity, price: 90 },
        { product_id: other, quantity: 1, price: 7 },
      ],
    })
  const revised = await revise(4)
  expect([revised.status, revised.json().items]).toMatchObject([
    200,
    [{ product_name: 'Lor', price: 90 }, { price: 7 }],
  ])
  const raised = await revise(5)
  expect([raised.status, raised.json().code]).toEqual([409, 'product_unavailable'])
  expect((await revise(3)).json().items[0]).toMatchObject({ quantity: 3, total_price: 270 })
  expect(await world.figures(gone)).toEqual({ on_hand: 10, reserved: 3 })
})
