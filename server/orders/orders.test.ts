import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

test('an order is priced from the catalogue, regardless of the request, and reserves its goods', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ price: kurus(1999), vat_rate: 16 })
  const response = await world.post('/orders', customer, {
    items: [{ product_id, quantity: 3, price: 0.01, total_price: 'bedava', vat_rate: 0 }],
    notes: ' Kapıya bırakın\r\nteşekkürler ',
  })
  expect(response.status).toBe(201)
  expect(response.json()).toMatchObject({
    status: 'beklemede',
    subtotal: 59.97,
    total_vat: 9.6,
    vat_amount: 9.6,
    grand_total: 69.57,
    total_amount: 69.57,
    notes: 'Kapıya bırakın\nteşekkürler',
    user_id: customer.id,
    user_company: 'Lezzet Lokantası',
    customer_info: { id: customer.id, username: customer.username },
    created_by_marketer_id: null,
    revision_count: 0,
    items: [
      {
        product_id,
        product_name: 'Beyaz Peynir',
        quantity: 3,
        price: 19.99,
        vat_rate: 16,
        total_price: 59.97,
        expected_stock_date: null,
      },
    ],
  })
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 3 })
})

test('an order keeps the product data at the time of sale', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ price: kurus(500) })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  await world.db
    .updateTable('products')
    .set({ name: 'Kaşar', price: kurus(900) })
    .execute()
  await world.db.updateTable('accounts').set({ name: 'Yeni Ad' }).where('id', '=', customer.id).execute()
  expect((await world.get(`/orders/${id}`, customer)).json()).toMatchObject({
    user_company: 'Lezzet Lokantası',
    items: [{ product_name: 'Beyaz Peynir', price: 5 }],
  })
})

test('two lines of one product are one line', async () => {
  const world = await makeWorld()
  const product_id = await world.product()
  const response = await world.post('/orders', await world.customer(), {
    items: [
      { product_id, quantity: 2 },
      { product_id, quantity: 3 },
    ],
  })
  expect(response.json().items).toHaveLength(1)
  expect(response.json().items[0].quantity).toBe(5)
})

test('an order is all or nothing, and every failing line is reported by its position in the request', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const enough = await world.product()
  const few = await world.product({ name: 'Lor', on_hand: 2 })
  const none = await world.product({ name: 'Tulum', on_hand: 0 })
  const inactive = await world.product({ name: 'Eski', is_active: false })
  const response = await world.post('/orders', customer, {
    items: [enough, few, none, inactive, randomUUID()].map(product_id => ({ product_id, quantity: 3 })),
  })
  expect(response.status).toBe(409)
  expect(response.json()).toMatchObject({
    code: 'insufficient_stock',
    detail: 'Yetersiz stok! Maksimum 2 adet siparis verebilirsiniz.',
    errors: [{ field: 'items.1' }, { field: 'items.2' }, { field: 'items.3' }, { field: 'items.4' }],
  })
  expect(response.json().errors[0].message).toContain('Lor')
  expect(await world.figures(enough)).toEqual({ on_hand: 10, reserved: 0 })
  expect((await world.get('/orders', customer)).json()).toEqual([])
})

test.each([
  [{ on_hand: 0 }, 'out_of_stock'],
  [{ is_active: false }, 'product_unavailable'],
])('a product with %j is refused as %s', async (fields, code) => {
  const world = await makeWorld()
  const product_id = await world.product(fields)
  const response = await world.post('/orders', await world.customer(), { items: [{ product_id, quantity: 1 }] })
  expect([response.status, response.json().code]).toEqual([409, code])
})

test('goods expected on a date are promised for that day, and arriving goods serve that order first', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 0, expected_stock_date: '2026-04-01' })
  const order = await world.post('/orders', customer, { items: [{ product_id, quantity: 30 }] })
  expect(order.json().items[0].expected_stock_date).toBe('2026-04-01')
  expect(await world.figures(product_id)).toEqual({ on_hand: 0, reserved: 30 })

  await world.post('/admin/stock/receipts', admin, { product_id, quantity: 40 })
  const shown = (await world.get(`/products/${product_id}`, customer)).json()
  expect(shown.stock_quantity).toBe(10)
  const more = await world.post('/orders', customer, { items: [{ product_id, quantity: 11 }] })
  expect(more.json().detail).toBe('Yetersiz stok! Maksimum 10 adet siparis verebilirsiniz.')
})

const line = { product_id: randomUUID(), quantity: 1 }
test.each([
  ['a body without items', {}, 'Sepet boş'],
  ['no lines', { items: [] }, 'Sepet boş'],
  ['quantity 0', { items: [{ ...line, quantity: 0 }] }, 'Miktar en az 1 olmalıdır'],
  ['half a piece', { items: [{ ...line, quantity: 1.5 }] }, 'Miktar tam sayı olmalıdır'],
  ['too many pieces', { items: [{ ...line, quantity: 1_000_001 }] }, 'Miktar en fazla 1.000.000 olabilir'],
  ['a malformed product id', { items: [{ ...line, product_id: 'x' }] }, 'Geçersiz kimlik'],
  ['a NUL in the notes', { items: [line], notes: 'a\u0000b' }, 'Not geçersiz karakter içeriyor'],
  ['too long notes', { items: [line], notes: 'a'.repeat(2001) }, 'Not en fazla 2000 karakter olabilir'],
  ['501 lines', { items: Array.from({ length: 501 }, () => line) }, 'Bir siparişte en fazla 500 satır olabilir'],
])('%s: 400 and a message', async (_, body, sentence) => {
  const world = await makeWorld()
  const response = await world.post('/orders', await world.customer(), body)
  expect([response.status, response.json().code, response.json().detail]).toEqual([400, 'invalid_input', sentence])
})

test.each([
  ['no customer', {}, 'Lütfen bir müşteri seçin'],
  ['an empty customer', { customer_id: '' }, 'Lütfen bir müşteri seçin'],
  ['customer null', { customer_id: null }, 'Lütfen bir müşteri seçin'],
  ['no items', { items: undefined }, 'Sepet boş'],
  ['no lines', { items: [] }, 'Sepet boş'],
])('a marketer’s order with %s: 400 and a message', async (_, fields, sentence) => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const whole = { customer_id: customer.id, items: [{ product_id: await world.product(), quantity: 1 }] }
  const body = Object.keys(fields).length ? { ...whole, ...fields } : { items: whole.items }
  const refused = await world.post('/marketer/orders/create-for-customer', marketer, body)
  expect([refused.status, refused.json().detail]).toEqual([400, sentence])
  expect((await world.get('/marketer/orders', marketer)).json()).toEqual([])
})

test('an order whose total is above the limit is refused', async () => {
  const world = await makeWorld()
  const product_id = await world.product({ price: kurus(999_999_999), on_hand: 1_000_000 })
  const response = await world.post('/orders', await world.customer(), { items: [{ product_id, quantity: 1_000_000 }] })
  expect([response.status, response.json().code]).toEqual([400, 'order_total_too_high'])
})

test('a passive customer cannot order, nor a marketer in their name', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product()
  await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', customer.id).execute()
  const items = [{ product_id, quantity: 1 }]
  expect((await world.post('/orders', customer, { items })).json().code).toBe('customer_passive')
  const response = await world.post('/marketer/orders/create-for-customer', marketer, {
    customer_id: customer.id,
    items,
  })
  expect([response.status, response.json().code]).toEqual([403, 'customer_passive'])
})

test('if the total differs from the one seen, the order is refused and the changed lines are reported', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const [same, dearer] = [
    await world.product({ price: kurus(1000), vat_rate: 0 }),
    await world.product({ price: kurus(2000), vat_rate: 0 }),
  ]
  const items = [
    { product_id: same, quantity: 1, price: 10, vat_rate: 0 },
    { product_id: dearer, quantity: 1, price: 15, vat_rate: 0 },
  ]
  const response = await world.post('/orders', customer, { items, expected_total: 25 })
  expect([response.status, response.json().code]).toEqual([409, 'price_changed'])
  expect(response.json().errors).toEqual([{ field: 'items.1', message: 'Beyaz Peynir: fiyatı değişti' }])
  expect((await world.post('/orders', customer, { items, expected_total: 30 })).status).toBe(201)
})

test('an order is refused if a product has another unit than the one seen, whatever the total', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ name: 'Lor', price: kurus(1000), vat_rate: 0, unit: 'ADET' })
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET' })
  const of = (unit: unknown, rest: object = {}) => ({ items: [{ product_id, quantity: 2, unit, ...rest }] })
  const refused = [
    await world.post('/orders', customer, { ...of('ADET'), expected_total: 20 }),
    await world.post('/marketer/orders/create-for-customer', marketer, {
      ...of('ADET', { agreed_price: 8 }),
      customer_id: customer.id,
      expected_total: 16,
    }),
  ]
  for (const reply of refused)
    expect([reply.status, reply.json()]).toMatchObject([
      409,
      { code: 'price_changed', errors: [{ field: 'items.0', message: 'Lor: birimi artık PAKET' }] },
    ])
  expect((await world.post('/orders', customer, { ...of('PAKET'), expected_total: 20 })).status).toBe(201)
  // Clients that compare nothing send units of their own, or none.
  expect((await world.post('/orders', customer, of('adet'))).status).toBe(201)
  for (const unit of [undefined, null, 7])
    expect((await world.post('/orders', customer, { ...of(unit), expected_total: 20 })).status).toBe(201)
})

test('a revision is refused if a product that it adds has another unit than the one seen', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const [cheese, added] = await world.products([
    { name: 'Ezine', unit: 'KG' },
    { name: 'Lor', unit: 'ADET', on_hand: 30 },
  ])
  const { id } = (await world.post('/orders', customer, { items: [{ product_id: cheese, quantity: 1 }] })).json()
  for (const product of [cheese, added]) await world.put(`/admin/products/${product}`, admin, { unit: 'PAKET' })
  const items = (unit: unknown) => [
    // A line of the order keeps its unit, whatever is sent.
    { product_id: cheese, quantity: 1, price: 100, unit: 'PAKET' },
    { product_id: added, quantity: 24, price: 10, unit },
  ]
  const revise = (user: TestUser, unit: unknown) => world.put(`/marketer/orders/${id}`, user, { items: items(unit) })
  for (const user of [marketer, admin]) {
    const refused = await revise(user, 'ADET')
    expect([refused.status, refused.json()]).toMatchObject([
      409,
      {
        code: 'price_changed',
        detail: 'Siparişin tutarı veya birimleri değişti; lütfen kontrol edip yeniden kaydedin',
        errors: [{ field: 'items.1', message: 'Lor: birimi artık PAKET' }],
      },
    ])
  }
  expect(await world.figures(added!)).toMatchObject({ reserved: 0 })
  const revised = await revise(marketer, 'PAKET')
  expect(revised.json().items).toMatchObject([{ unit: 'KG' }, { quantity: 24, unit: 'PAKET' }])
})

test('another customer’s order is a 404', async () => {
  const world = await makeWorld()
  const [mine, other] = [await world.marketer('Ali'), await world.marketer('Veli')]
  const [customer, stranger] = [await world.customer({ assigned_marketer_id: mine.id }), await world.customer()]
  const product_id = await world.product()
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  const body = { items: [{ product_id, quantity: 1, price: 1 }] }
  for (const refused of [
    await world.get(`/orders/${id}`, stranger),
    await world.post(`/orders/${id}/cancel`, stranger),
    await world.get(`/orders/${id}/revisions`, stranger),
    await world.get(`/marketer/orders/${id}`, other),
    await world.post(`/marketer/orders/${id}/cancel`, other),
    await world.put(`/marketer/orders/${id}`, other, body),
    await world.get('/orders/not-an-id', customer),
    await world.get(`/orders/${randomUUID()}`, customer),
  ]) {
    expect([refused.status, refused.json()]).toEqual([404, { code: 'order_not_found', detail: 'Siparis bulunamadi' }])
  }
  expect((await world.get(`/marketer/orders/${id}`, mine)).json().id).toBe(id)
  expect((await world.get('/marketer/orders', other)).json()).toEqual([])
  expect(
    (await world.post('/marketer/orders/create-for-customer', other, { customer_id: customer.id, items: body.items }))
      .status,
  ).toBe(404)
})

test('only a pending order can be cancelled, which releases its goods', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product()
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 4 }] })).json()
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  const tooLate = await world.post(`/orders/${id}/cancel`, customer)
  expect([tooLate.status, tooLate.json().code]).toEqual([409, 'order_not_pending'])

  await world.put(`/admin/orders/${id}/status`, admin, { status: 'beklemede' })
  const cancelled = await world.post(`/orders/${id}/cancel`, customer)
  expect(cancelled.json()).toMatchObject({ message: 'Siparis basariyla iptal edildi', order: { status: 'iptal' } })
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 0 })
})

test('stock follows an order through every status and back', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 10 })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 4 }] })).json()
  const steps = [
    ['hazirlaniyor', { on_hand: 10, reserved: 4 }],
    ['tamamlandi', { on_hand: 6, reserved: 0 }],
    ['beklemede', { on_hand: 10, reserved: 4 }],
    ['iptal', { on_hand: 10, reserved: 0 }],
    ['tamamlandi', { on_hand: 6, reserved: 0 }],
    ['iptal', { on_hand: 10, reserved: 0 }],
    ['hazirlaniyor', { on_hand: 10, reserved: 4 }],
  ] as const
  for (const [status, figures] of steps) {
    expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
    expect(await world.figures(product_id)).toEqual(figures)
  }
  expect(await world.ledgerDisagreements()).toEqual([])
  expect((await world.put(`/admin/orders/${id}/status`, admin, { status: 'yolda' })).status).toBe(400)
})

test('a completed order takes the stock there is, reports the shortage, and returns exactly that amount when undone', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ name: 'Lor', on_hand: 0, expected_stock_date: '2026-04-01' })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] })).json()
  await world.post('/admin/stock/receipts', admin, { product_id, quantity: 3 })

  const completed = await world.put(`/admin/orders/${id}/status`, admin, { status: 'tamamlandi' })
  expect(completed.json()).toMatchObject({ shortage_warning: 'Lor (5 istendi, 3 çıktı)' })
  expect(await world.figures(product_id)).toEqual({ on_hand: 0, reserved: 0 })
  const ledger = (await world.get(`/admin/stock/ledger?product_id=${product_id}`, admin)).json()
  expect(ledger[0]).toMatchObject({
    reason: 'delivery',
    on_hand_change: -3,
    reserved_change: -5,
    note: 'Eksik: 2',
    order_id: id,
  })

  await world.post('/admin/stock/receipts', admin, { product_id, quantity: 7 })
  const undone = await world.put(`/admin/orders/${id}/status`, admin, { status: 'beklemede' })
  expect(undone.json()).not.toHaveProperty('shortage_warning')
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 5 })
  const complete = await world.put(`/admin/orders/${id}/status`, admin, { status: 'tamamlandi' })
  expect(complete.json()).not.toHaveProperty('shortage_warning')
})

/** Sets an order's status and resolves to the reply's warning about its stock. */
async function stockWarning(world: World, admin: TestUser, id: string, status: string) {
  return (await world.put(`/admin/orders/${id}/status`, admin, { status })).json().stock_warning
}

test('a cancelled order that is taken up reserves goods that others have by now, and reports them', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const ezine = await world.product({ name: 'Ezine', on_hand: 10 })
  const items = [
    { product_id: ezine, quantity: 10 },
    { product_id: await world.product({ name: 'Lor', on_hand: 4 }), quantity: 4 },
  ]
  const { id } = (await world.post('/orders', customer, { items })).json()
  const setStatus = (status: string) => stockWarning(world, admin, id, status)
  await setStatus('iptal')
  expect(await setStatus('beklemede')).toBeUndefined()
  await setStatus('iptal')
  await world.post('/orders', customer, { items: [{ product_id: ezine, quantity: 7 }] })
  expect(await setStatus('beklemede')).toBe('Ezine (10 ayrıldı, 3 satılabilir)')
  expect(await world.figures(ezine)).toEqual({ on_hand: 10, reserved: 17 })
  // An order that has its goods reserved only changes its status.
  expect(await setStatus('hazirlaniyor')).toBeUndefined()
  await setStatus('iptal')
  await world.post('/orders', customer, { items: [{ product_id: ezine, quantity: 3 }] })
  expect(await setStatus('hazirlaniyor')).toBe('Ezine (10 ayrıldı, 0 satılabilir)')
})

test('a cancelled order of promised goods is taken up without a warning while they can still be promised', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const promised = await world.product({ name: 'Lor', on_hand: 0, expected_stock_date: '2026-04-01' })
  const sold = await world.product({ name: 'Ezine', on_hand: 2 })
  const items = [
    { product_id: promised, quantity: 5 },
    { product_id: sold, quantity: 2 },
  ]
  const { id } = (await world.post('/orders', customer, { items })).json()
  const setStatus = (status: string) => stockWarning(world, admin, id, status)
  await setStatus('iptal')
  expect(await setStatus('beklemede')).toBeUndefined()

  await setStatus('iptal')
  // A new order of 5 would be refused now.
  await world.post('/admin/stock/receipts', admin, { product_id: promised, quantity: 3 })
  expect(await setStatus('beklemede')).toBe('Lor (5 ayrıldı, 3 satılabilir)')

  await setStatus('iptal')
  await world.post('/admin/stock/receipts', admin, { product_id: promised, quantity: 2 })
  await world.post('/orders', customer, { items: [{ product_id: sold, quantity: 2 }] })
  const dated = await world.put(`/admin/products/${sold}`, admin, { expected_stock_date: '2026-05-01' })
  expect(dated.status).toBe(200)
  // The order names no day for goods that were in stock when it was placed.
  expect(await setStatus('beklemede')).toBe('Ezine (2 ayrıldı, 0 satılabilir)')
})

test('a revision changes lines, prices and reservations, and is stored line by line', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer('Mehmet')
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const [changed, gone, added] = [
    await world.product({ vat_rate: 16 }),
    await world.product({ name: 'Lor' }),
    await world.product({ name: 'Tulum' }),
  ]
  const order: Order = (
    await world.post('/orders', customer, {
      notes: 'ilk',
      items: [changed, gone].map(product_id => ({ product_id, quantity: 4 })),
    })
  ).json()
  await world.db.updateTable('products').set({ vat_rate: 5 }).execute()

  const revised = await world.put(`/marketer/orders/${order.id}`, marketer, {
    items: [
      { product_id: changed, quantity: 6, price: 90.5 },
      { product_id: added, quantity: 1, price: 7 },
    ],
    revision_count: 0,
  })
  expect(revised.json()).toMatchObject({
    notes: 'ilk',
    revision_count: 1,
    revised_by_marketer_id: marketer.id,
    revised_by_marketer_name: 'Mehmet',
    subtotal: 550,
    items: [
      { product_id: changed, quantity: 6, price: 90.5, vat_rate: 16 },
      { product_id: added, quantity: 1, price: 7, vat_rate: 5 },
    ],
  })
  expect(await Promise.all([changed, gone, added].map(world.figures))).toEqual([
    { on_hand: 10, reserved: 6 },
    { on_hand: 10, reserved: 0 },
    { on_hand: 10, reserved: 1 },
  ])
  expect((await world.get(`/orders/${order.id}/revisions`, customer)).json()).toEqual([
    expect.objectContaining({
      revision: 1,
      marketer_name: 'Mehmet',
      notes_before: 'ilk',
      notes_after: 'ilk',
      lines: [
        expect.objectContaining({
          product_name: 'Lor',
          change: 'removed',
          quantity_before: 4,
          quantity_after: null,
          price_before: 100,
        }),
        expect.objectContaining({
          change: 'changed',
          quantity_before: 4,
          quantity_after: 6,
          price_before: 100,
          price_after: 90.5,
        }),
        expect.objectContaining({ product_name: 'Tulum', change: 'added', quantity_after: 1, price_after: 7 }),
      ],
    }),
  ])
  const late = await world.put(`/marketer/orders/${order.id}`, marketer, {
    items: [{ product_id: changed, quantity: 1, price: 1 }],
    revision_count: 0,
  })
  expect([late.status, late.json().code]).toEqual([409, 'revised_meanwhile'])
  // A client that lost the reply repeats the revision, which is no conflict.
  const again = await world.put(`/marketer/orders/${order.id}`, marketer, {
    items: [
      { product_id: changed, quantity: 6, price: 90.5 },
      { product_id: added, quantity: 1, price: 7 },
    ],
    revision_count: 0,
  })
  expect([again.status, again.json().revision_count]).toEqual([200, 1])
})

test('raising a line needs stock, counting its own reservation as available', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ on_hand: 10 })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 6 }] })).json()
  const revise = (quantity: number) =>
    world.put(`/marketer/orders/${id}`, marketer, { items: [{ product_id, quantity, price: 1 }] })
  expect((await revise(11)).json().detail).toBe('Yetersiz stok! Maksimum 10 adet siparis verebilirsiniz.')
  expect((await revise(10)).status).toBe(200)
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 10 })
})

test('a promised line can be raised as more can be ordered: for the expected day until all goods are there', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 0, expected_stock_date: '2026-04-01' })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 10 }] })).json()
  const revise = async (quantity: number) => {
    const { detail, items } = (await world.put(`/orders/${id}`, customer, { items: [{ product_id, quantity }] })).json()
    return detail ?? [items[0].quantity, items[0].expected_stock_date]
  }
  const receive = (quantity: number) => world.post('/admin/stock/receipts', admin, { product_id, quantity })
  const expectOn = (expected_stock_date: string | null) =>
    world.put(`/admin/products/${product_id}`, admin, { expected_stock_date })

  await receive(5)
  await expectOn('2026-04-20')
  // Lowering and keeping the line keep its day.
  expect(await revise(8)).toEqual([8, '2026-04-01'])
  expect(await revise(12)).toEqual([12, '2026-04-20'])
  await expectOn(null)
  expect(await revise(13)).toBe('Bu ürün stokta yok ve beklenen stok tarihi belli değil')
  await expectOn('2026-05-01')
  await receive(7)
  expect(await revise(13)).toBe('Yetersiz stok! Maksimum 12 adet siparis verebilirsiniz.')
  await receive(1)
  expect(await revise(14)).toBe('Yetersiz stok! Maksimum 13 adet siparis verebilirsiniz.')
  expect(await revise(13)).toEqual([13, null])
  expect(await world.figures(product_id)).toEqual({ on_hand: 13, reserved: 13 })
})

test('orders are listed newest first, in pages that never overlap', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 100 })
  const placed: string[] = []
  for (let i = 0; i < 7; i++) {
    if (i % 2) world.pass(60_000)
    placed.push((await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json().id)
  }
  const whole: Order[] = (await world.get('/admin/orders', admin)).json()
  expect(whole.map(order => order.id).sort()).toEqual([...placed].sort())
  expect(whole.map(order => order.created_at)).toEqual(
    whole
      .map(order => order.created_at)
      .sort()
      .reverse(),
  )

  const paged: string[] = []
  let next: string | undefined = '/admin/orders?limit=3'
  for (let pages = 0; next && pages < 5; pages++) {
    const page = await world.get(next, admin)
    paged.push(...page.json().map((order: Order) => order.id))
    next = /<\/api(.+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  expect(paged).toEqual(whole.map(order => order.id))
  expect((await world.get('/admin/orders?limit=3&cursor=xyz', admin)).json().detail).toBe('cursor geçersiz')
  expect((await world.get('/admin/orders?limit=0', admin)).status).toBe(400)
})

test('admins find orders by company without diacritics, by number, status and Istanbul day', async () => {
  const world = await makeWorld()
  const [one, two] = [await world.customer({ company_name: 'Şükrü’nün Mutfağı' }), await world.customer()]
  const product_id = await world.product()
  const first: Order = (await world.post('/orders', one, { items: [{ product_id, quantity: 1 }] })).json()
  world.pass(15 * 60 * 60 * 1000)
  const second: Order = (await world.post('/orders', two, { items: [{ product_id, quantity: 1 }] })).json()
  await world.post(`/orders/${second.id}/cancel`, two)
  const admin = await world.admin()
  const found = async (query: string) =>
    (await world.get(`/admin/orders?${query}`, admin)).json().map((order: Order) => order.id)
  expect(await found('search=SUKRU')).toEqual([first.id])
  expect(await found(`search=${first.id.slice(0, 8)}`)).toEqual([first.id])
  // The order's page shows 12 characters, and papers are quoted with '#'.
  const shown = first.id.slice(0, 12)
  for (const typed of [
    `#${shown.slice(0, 8)}`,
    shown,
    `#${shown}`,
    shown.toUpperCase(),
    shown.replace('-', ''),
    first.id,
  ])
    expect([typed, await found(`search=${encodeURIComponent(typed)}`)]).toEqual([typed, [first.id]])
  const other = first.id[12] === '0' ? '1' : '0'
  expect(await found(`search=${shown}${other}`)).toEqual([])
  expect(await found(`search=${encodeURIComponent(`sukru #${shown}`)}`)).toEqual([first.id])
  expect(await found('search=%23')).toHaveLength(2)
  expect(await found('status=iptal')).toEqual([second.id])
  expect(await found(`customer_id=${two.id}`)).toEqual([second.id])
  expect(await found('from=2026-03-11')).toEqual([second.id])
  expect(await found('to=2026-03-10')).toEqual([first.id])
  expect(await found('search=%25')).toEqual([])
})

test('marketers find orders by company, number and status, and only those of their own customers', async () => {
  const world = await makeWorld()
  const [marketer, other] = [await world.marketer(), await world.marketer()]
  const mine = await world.customer({ company_name: 'Şükrü’nün Mutfağı', assigned_marketer_id: marketer.id })
  const theirs = await world.customer({ company_name: 'Şükrü’nün Fırını', assigned_marketer_id: other.id })
  const product_id = await world.product()
  const order = async (as: typeof mine): Promise<Order> =>
    (await world.post('/orders', as, { items: [{ product_id, quantity: 1 }] })).json()
  const [waiting, cancelled, foreign] = [await order(mine), await order(mine), await order(theirs)]
  await world.post(`/marketer/orders/${cancelled.id}/cancel`, marketer)
  const found = async (query: string) =>
    (await world.get(`/marketer/orders?${query}`, marketer)).json().map((one: Order) => one.id)
  expect((await found('search=SUKRU')).sort()).toEqual([waiting.id, cancelled.id].sort())
  expect(await found('search=sukru&status=iptal')).toEqual([cancelled.id])
  expect(await found(`search=${waiting.id.slice(0, 8)}`)).toEqual([waiting.id])
  expect(await found(`search=${foreign.id.slice(0, 8)}`)).toEqual([])
  const unknown = (await world.get('/marketer/orders?status=yok', marketer)).json()
  expect(unknown.detail).toBe('Durum şunlardan biri olmalıdır: beklemede, hazirlaniyor, tamamlandi, iptal')
})

test('the same key and body get the first reply again, another body is refused', async () => {
  const world = await makeWorld()
  const [customer, other] = [await world.customer(), await world.customer()]
  const product_id = await world.product()
  const order = (as = customer, quantity = 1) =>
    world.post('/orders', as, { items: [{ product_id, quantity }] }, { 'idempotency-key': 'a-telephone-1' })
  const first = await order()
  expect((await order()).body).toBe(first.body)
  expect((await order(customer, 2)).json().code).toBe('idempotency_key_reused')
  expect((await order(other)).json().id).not.toBe(first.json().id)
  world.pass(400 * 24 * 60 * 60 * 1000)
  const nextYear = { ...customer, token: (await world.post('/auth/login', undefined, customer)).json().token }
  expect((await order(nextYear)).body).toBe(first.body)
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 2 })
})

test('twenty concurrent requests with one key place one order', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product()
  const place = () =>
    world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }, { 'idempotency-key': 'same' })
  const responses = await Promise.all(Array.from({ length: 20 }, place))
  expect(new Set(responses.map(response => response.body)).size).toBe(1)
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 1 })
})

test('a refusal is not stored: the key may be used again', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 0 })
  const order = () =>
    world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }, { 'idempotency-key': 'again' })
  expect((await order()).status).toBe(409)
  await world.post('/admin/stock/receipts', await world.admin(), { product_id, quantity: 1 })
  expect((await order()).status).toBe(201)
})
