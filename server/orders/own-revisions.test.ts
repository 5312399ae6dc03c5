import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { makeWorld, type World } from '../testing/world.ts'

/** A customer with a marketer and a pending order of 4 pieces at 100 lira each, of 10 on the shelf. */
async function ordered(settings?: Parameters<typeof makeWorld>[0]) {
  const world = await makeWorld(settings)
  const [admin, marketer] = [await world.admin(), await world.marketer('Ayşe Şen')]
  const customer = await world.customer({ company_name: 'Çınaraltı', assigned_marketer_id: marketer.id })
  const product_id = await world.product({ name: 'Ezine' })
  const order: Order = (await world.post('/orders', customer, { items: [{ product_id, quantity: 4 }] })).json()
  const revise = async (items: object[], rest: object = {}) =>
    world.put(`/orders/${order.id}`, customer, { items, ...rest })
  return { world, admin, marketer, customer, product_id, order, revise }
}

const codeOf = ({ status, json }: Awaited<ReturnType<World['put']>>) => [status, json().code]

test('when a customer changes its pending order, lines keep their prices, and added ones get today’s', async () => {
  const { world, marketer, customer, product_id, order, revise } = await ordered()
  const added = await world.product({ name: 'Tulum' })
  await world.db
    .updateTable('products')
    .set({ price: kurus(15_000), vat_rate: 5 })
    .execute()
  const items = [
    { product_id, quantity: 6, price: 1 },
    { product_id: added, quantity: 2, price: 100, vat_rate: 10 },
  ]
  const changed = await revise(items, { expected_total: 880, revision_count: 0 })
  expect(codeOf(changed)).toEqual([409, 'price_changed'])
  expect(changed.json().errors).toContainEqual({ field: 'items.1', message: 'Tulum: fiyatı değişti' })
  const revised = await revise(items, { expected_total: 975, revision_count: 0, notes: 'Sabah' })
  expect(revised.json()).toMatchObject({
    notes: 'Sabah',
    grand_total: 975,
    revision_count: 1,
    revised_by_marketer_id: null,
    items: [
      { product_id, quantity: 6, price: 100, vat_rate: 10 },
      { product_id: added, quantity: 2, price: 150, vat_rate: 5 },
    ],
  })
  expect(await Promise.all([product_id, added].map(world.figures))).toEqual([
    { on_hand: 10, reserved: 6 },
    { on_hand: 10, reserved: 2 },
  ])
  const history = [{ revision: 1, actor_role: 'customer', marketer_name: 'Çınaraltı', notes_after: 'Sabah' }]
  for (const [path, user] of [
    ['/orders', customer],
    ['/marketer/orders', marketer],
  ] as const)
    expect((await world.get(`${path}/${order.id}/revisions`, user)).json()).toMatchObject(history)
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an added product is refused in another unit than the one seen, while lines keep that of the order', async () => {
  const { world, admin, product_id, order, revise } = await ordered()
  const added = await world.product({ name: 'Tulum', unit: 'ADET' })
  const unit = order.items[0]?.unit
  for (const id of [product_id, added]) await world.put(`/admin/products/${id}`, admin, { unit: 'PAKET' })
  const items = (unitOfAdded: string) => [
    { product_id, quantity: 4, unit },
    { product_id: added, quantity: 2, unit: unitOfAdded },
  ]
  const refused = await revise(items('ADET'), { expected_total: 660 })
  expect(codeOf(refused)).toEqual([409, 'price_changed'])
  expect(refused.json()).toMatchObject({
    detail: 'Siparişin tutarı veya birimleri değişti; lütfen kontrol edip yeniden kaydedin',
    errors: [{ field: 'items.1', message: 'Tulum: birimi artık PAKET' }],
  })
  expect((await revise(items('PAKET'), { expected_total: 660 })).json()).toMatchObject({
    items: [{ unit }, { unit: 'PAKET' }],
  })
})

test('the quantity of a line in a former unit of its product can be lowered, but not raised', async () => {
  const { world, admin, marketer, product_id, order, revise } = await ordered()
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET' })
  const byMarketer = (quantity: number) =>
    world.put(`/marketer/orders/${order.id}`, marketer, { items: [{ product_id, quantity, price: 100 }] })
  for (const raised of [await revise([{ product_id, quantity: 5 }]), await byMarketer(5)]) {
    expect(codeOf(raised)).toEqual([409, 'unit_changed'])
    expect(raised.json().errors).toEqual([
      { field: 'items.0', message: 'Ezine: Bu ürünün birimi artık PAKET; ADET olarak satılamaz' },
    ])
  }
  expect((await revise([{ product_id, quantity: 3 }])).json().items).toMatchObject([{ quantity: 3, unit: 'ADET' }])
  expect((await byMarketer(2)).json().items).toMatchObject([{ quantity: 2, unit: 'ADET' }])
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 2 })
})

test('a customer’s change notifies its marketer and is confirmed to the customer by mail', async () => {
  const { world, admin, marketer, customer, product_id, order, revise } = await ordered()
  await world.mails()
  world.pass(1000)
  const number = order.id.slice(0, 8)
  await revise([{ product_id, quantity: 3 }])
  expect((await world.get('/notifications', marketer)).json()[0]).toMatchObject({
    kind: 'order_revised',
    title: `Çınaraltı ${number} numaralı siparişini değiştirdi`,
    link: `/marketer/dashboard?tab=orders&order=${order.id}`,
  })
  const kindsOf = async (user: typeof customer) =>
    (await world.get('/notifications', user)).json().map(({ kind }: { kind: string }) => kind)
  expect([await kindsOf(customer), await kindsOf(admin)]).toEqual([[], ['order_received']])
  const [mail, ...none] = await world.mails()
  expect(none).toEqual([])
  expect(mail?.text).toContain(`${number} numaralı siparişinizi değiştirdiniz.`)
  expect(mail?.text).toContain('Genel toplam: ₺330,00')
})

test('what a customer without an active marketer changes or cancels is reported to the admins, as topics of theirs', async () => {
  const { world, admin, marketer, customer, product_id, order, revise } = await ordered()
  const other = await world.admin()
  const ownOrder = async (price?: number) => {
    if (price === undefined)
      return (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json().id
    const wanted = { product_name: 'Ezine', unit: 'KG', quantity: 5, price }
    const { id } = (await world.post('/custom-orders', customer, { items: [wanted] })).json()
    const answer = { items: [{ product_id, quantity: 5, price }], valid_until: '2026-03-20' }
    await world.put(`/admin/custom-orders/${id}/answer`, admin, answer)
    return (await world.post(`/custom-orders/${id}/accept`, customer, {})).json().order.id
  }
  const reported = async (user: typeof customer) =>
    (await world.get('/notifications', user))
      .json()
      .filter(({ kind }: { kind: string }) => ['order_status', 'order_revised'].includes(kind))
      .map(({ kind, title, link }: Record<string, string>) => [kind, title, link])
  await revise([{ product_id, quantity: 3 }])
  await world.post(`/orders/${order.id}/cancel`, customer)
  expect([await reported(admin), (await reported(marketer)).length]).toEqual([[], 2])

  await world.put(`/admin/customers/${customer.id}`, admin, { assigned_marketer_id: null })
  const offered = await ownOrder(7)
  // One piece at the price that was offered for five.
  const reduced = await world.put(`/orders/${offered}`, customer, { items: [{ product_id, quantity: 1 }] })
  expect(reduced.json()).toMatchObject({ grand_total: 7.7 })
  const revision = [
    'order_revised',
    `Çınaraltı ${offered.slice(0, 8)} numaralı siparişini değiştirdi`,
    `/admin/orders/${offered}`,
  ]
  expect([await reported(admin), await reported(other)]).toEqual([[revision], [revision]])

  await world.put('/notifications/preferences', other, { topic: 'order_status', bell: false, push: false })
  world.pass(1000)
  await world.post(`/orders/${offered}/cancel`, customer, { reason: 'Vazgeçtik' })
  const cancellation = [
    'order_status',
    `Çınaraltı ${offered.slice(0, 8)} numaralı siparişini iptal etti`,
    `/admin/orders/${offered}`,
  ]
  expect([await reported(admin), await reported(other)]).toEqual([[cancellation, revision], [revision]])
  // What an admin does is not reported to the others.
  await world.put(`/admin/orders/${await ownOrder()}/status`, admin, { status: 'hazirlaniyor' })
  expect((await reported(other)).length).toBe(1)

  await world.put(`/admin/customers/${customer.id}`, admin, { assigned_marketer_id: marketer.id })
  await world.put(`/admin/marketers/${marketer.id}`, admin, { is_active: false })
  await world.put(`/orders/${await ownOrder()}`, customer, { items: [{ product_id, quantity: 2 }] })
  expect((await reported(other)).map(([kind]: string[]) => kind)).toEqual(['order_revised', 'order_revised'])
})

test('a change needs stock, at least one line, an active customer and its own pending order', async () => {
  const { world, admin, marketer, customer, product_id, order, revise } = await ordered()
  const short = await revise([{ product_id, quantity: 11 }])
  expect(short.json()).toMatchObject({
    code: 'insufficient_stock',
    detail: 'Yetersiz stok! Maksimum 10 adet siparis verebilirsiniz.',
    errors: [{ field: 'items.0' }],
  })
  expect((await revise([])).json().detail).toBe('Sepet boş')
  const other = await world.customer()
  expect(codeOf(await world.put(`/orders/${order.id}`, other, { items: [{ product_id, quantity: 1 }] }))).toEqual([
    404,
    'order_not_found',
  ])
  await world.put(`/marketer/customers/${customer.id}`, marketer, { is_active: false })
  expect(codeOf(await revise([{ product_id, quantity: 1 }]))).toEqual([403, 'customer_passive'])
  await world.put(`/marketer/customers/${customer.id}`, marketer, { is_active: true })
  await world.put(`/admin/orders/${order.id}/status`, admin, { status: 'hazirlaniyor' })
  expect(codeOf(await revise([{ product_id, quantity: 1 }]))).toEqual([409, 'order_not_pending'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 4 })
})

test('a raised quantity counts towards the limit of open orders', async () => {
  const { product_id, revise } = await ordered({ maxOpenValue: kurus(50_000) })
  expect(codeOf(await revise([{ product_id, quantity: 5 }]))).toEqual([409, 'open_value_exceeded'])
  expect((await revise([{ product_id, quantity: 3 }])).status).toBe(200)
})

test('a change of an older state is refused, a repeated one gets its first reply', async () => {
  const { world, marketer, customer, product_id, order, revise } = await ordered()
  const put = (quantity: number, key: string) =>
    world.request(
      'PUT',
      `/orders/${order.id}`,
      customer,
      { items: [{ product_id, quantity }], revision_count: 0 },
      { 'idempotency-key': key },
    )
  const first = await put(5, 'anahtar-bir')
  await world.put(`/marketer/orders/${order.id}`, marketer, { items: [{ product_id, quantity: 2, price: 90 }] })
  expect((await put(5, 'anahtar-bir')).body).toBe(first.body)
  expect(codeOf(await put(6, 'anahtar-bir'))).toEqual([409, 'idempotency_key_reused'])
  expect(codeOf(await put(6, 'anahtar-iki'))).toEqual([409, 'revised_meanwhile'])
  // The price that the marketer has agreed stays.
  const kept = await revise([{ product_id, quantity: 3 }], { revision_count: 2 })
  expect(kept.json()).toMatchObject({ revision_count: 3, items: [{ quantity: 3, price: 90 }] })
  // Without a change nothing is recorded, even if the request is based on an older state.
  expect((await revise([{ product_id, quantity: 3 }], { revision_count: 0 })).json().revision_count).toBe(3)
})

test('a customer filters its orders by status', async () => {
  const { world, customer, product_id, order } = await ordered()
  const other = (await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })).json()
  await world.post(`/orders/${other.id}/cancel`, customer)
  const ids = async (status: string) =>
    (await world.get(`/orders?status=${status}`, customer)).json().map(({ id }: Order) => id)
  expect([await ids('beklemede'), await ids('iptal'), await ids('tamamlandi')]).toEqual([[order.id], [other.id], []])
})
