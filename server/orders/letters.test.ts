import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { requireSuccess } from '../testing/callers.ts'
import { content, createStandingOrder, HOUR, makeDueOrdersNow } from '../testing/due-standing-orders.ts'
import { tokenIn } from '../testing/link-token.ts'
import { REGISTRATION } from '../testing/registration.ts'
import { makeWorld } from '../testing/world.ts'

test('a customer is mailed their order, its status changes and the marketer’s revisions', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Ayşe Şen')]
  const customer = await world.customer({ company_name: 'Çınaraltı & Oğulları', assigned_marketer_id: marketer.id })
  const cheese = await world.product({ name: 'Ezine <Peyniri>', price: kurus(123_450), vat_rate: 10 })
  const awaited = await world.product({
    name: 'Tulum',
    price: kurus(5_000),
    on_hand: 0,
    expected_stock_date: '2026-11-24',
  })
  await world.mails()

  const items = [
    { product_id: cheese, quantity: 2 },
    { product_id: awaited, quantity: 1000 },
  ]
  const order = (await world.post('/orders', customer, { items, notes: 'Sabah\nerken' })).json()
  const [received, ...none] = await world.mails()
  expect(none).toEqual([])
  expect(received).toMatchObject({
    to: { name: 'Çınaraltı & Oğulları', address: `${customer.username}@ornek.com.tr` },
    subject: `Siparişiniz alındı (${order.id.slice(0, 8)})`,
    link: `http://localhost/orders/${order.id}`,
  })
  for (const phrase of [
    '10.03.2026 10:00 tarihinde verdiğiniz',
    'Sipariş notu: Sabah\nerken',
    '- Ezine <Peyniri>\n  2 ADET × ₺1.234,50: ₺2.469,00',
    '- Tulum\n  1.000 ADET × ₺50,00, 24.11.2026 tarihinde gelecek: ₺50.000,00',
    'Ara toplam:   ₺52.469,00\nKDV:           ₺5.246,90\nGenel toplam: ₺57.715,90\n',
  ]) {
    expect(received?.text).toContain(phrase)
  }
  expect(received?.html).toContain('Ezine &lt;Peyniri&gt;')
  expect(received?.html).toContain('Sayın Çınaraltı &amp; Oğulları,')

  await world.put(`/marketer/orders/${order.id}`, marketer, {
    items: [{ product_id: cheese, quantity: 3, price: 1000 }],
    notes: '',
  })
  const [revised] = await world.mails()
  expect(revised?.subject).toBe(`Siparişiniz güncellendi (${order.id.slice(0, 8)})`)
  for (const phrase of [
    'Ayşe Şen, ',
    '- Tulum\n  çıkarıldı (1.000 ADET)\n',
    '- Ezine <Peyniri>\n  miktar 2 → 3 ADET\n  fiyat ₺1.234,50 → ₺1.000,00\n',
    'Genel toplam (KDV dahil): ₺57.715,90 → ₺3.300,00',
    'Yeni sipariş notu: yok',
    'Genel toplam: ₺3.300,00',
  ]) {
    expect(revised?.text).toContain(phrase)
  }

  // Each change is on a line of its own below the product, indented like it.
  expect(revised?.html).toMatch(/<ul [^>]*>\n<li [^>]*>Tulum<br><span [^>]*>çıkarıldı \(1\.000 ADET\)<\/span><\/li>/)

  await world.put(`/admin/orders/${order.id}/status`, admin, { status: 'hazirlaniyor' })
  await world.put(`/admin/orders/${order.id}/status`, admin, { status: 'hazirlaniyor' })
  const [prepared, ...twice] = await world.mails()
  expect([prepared?.subject, twice]).toEqual([`Siparişinizin durumu: Hazırlanıyor (${order.id.slice(0, 8)})`, []])
  expect(prepared?.text).toContain('₺3.300,00 tutarındaki')
})

test('a mail does not announce goods for a day that is over', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product = (name: string, expected_stock_date: string) =>
    world.product({ name, on_hand: 0, expected_stock_date })
  const goods = [await product('Tulum', '2026-03-09'), await product('Ezine', '2026-03-12')]
  const items = goods.map(product_id => ({ product_id, quantity: 1 }))
  await world.mails()
  const { id } = (await world.post('/orders', customer, { items })).json()
  const text = async () => (await world.mails())[0]?.text.replaceAll(/^ +1 ADET × ₺[\d.,]+, (.*):.*$/gm, '$1')
  const overdue = '- Tulum\n09.03.2026 tarihinde gelecekti, gecikti\n'
  expect(await text()).toContain(`${overdue}- Ezine\n12.03.2026 tarihinde gelecek\n`)
  world.pass(5 * 24 * HOUR)
  await world.put(`/orders/${id}`, customer, { items, notes: 'Acele' })
  // They may have arrived since the order.
  expect(await text()).toContain(`${overdue}- Ezine\n12.03.2026 tarihinde gelecekti\n`)
  // What is ordered after the day is late from the start.
  const late = await product('Lor', '2026-03-14')
  const more = items.map(({ product_id }) => ({ product_id, quantity: product_id === goods[1] ? 2 : 1 }))
  await world.put(`/orders/${id}`, customer, { items: [...more, { product_id: late, quantity: 1 }] })
  expect((await world.mails())[0]?.text.match(/gelecekti, gecikti/g)).toHaveLength(3)
})

test('a mail shows the state at the time of the event, even if it is rendered later', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer('Ayşe Şen')
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  await world.mails()
  const items = [{ product_id: await world.product(), quantity: 2 }]
  const { id } = (
    await world.post('/marketer/orders/create-for-customer', marketer, { customer_id: customer.id, items })
  ).json()
  await world.post(`/orders/${id}/cancel`, customer)
  const mails = await world.mails()
  const received = mails.find(mail => mail.subject.startsWith('Siparişiniz alındı'))
  const cancelled = mails.find(mail => mail.subject.startsWith('Siparişinizin durumu: İptal'))
  expect(received?.text).toContain('Ayşe Şen sizin adınıza')
  expect(received?.text).toContain('Genel toplam: ₺220,00')
  expect(cancelled?.text).toContain('iptal edildi')
})

test('order, mail and notifications show which user cancelled an order and why', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Ayşe Şen')]
  const customer = await world.customer({ company_name: 'Çınaraltı', assigned_marketer_id: marketer.id })
  const items = [{ product_id: await world.product({ on_hand: 100 }), quantity: 1 }]
  const place = async (): Promise<string> => (await world.post('/orders', customer, { items })).json().id
  const cancelled = async (id: string) => {
    const order = (await world.get(`/orders/${id}`, customer)).json()
    const mail = (await world.mails()).find(({ subject }) => subject.startsWith('Siparişinizin durumu: İptal'))
    return { stored: [order.cancelled_by, order.cancelled_by_name, order.cancel_reason], text: mail?.text }
  }
  const bodies = async (user: typeof customer) =>
    (await world.get('/notifications', user))
      .json()
      .map(({ body }: { body: string }) => body)
      .join('\n')

  const own = await place()
  const cancel = (key: string) =>
    world.post(`/orders/${own}/cancel`, customer, { reason: '  Yanlış ürün\nseçmişiz ' }, { 'idempotency-key': key })
  const first = await cancel('k')
  // Repeated after a lost reply.
  expect([(await cancel('k')).body, (await cancel('other')).status]).toEqual([first.body, 409])
  const byCustomer = await cancelled(own)
  expect(byCustomer.stored).toEqual(['customer', 'Çınaraltı', 'Yanlış ürün\nseçmişiz'])
  expect(byCustomer.text).toContain('İptal eden: Siz\nİptal nedeni: Yanlış ürün\nseçmişiz\n')
  // The title already names the customer.
  expect(await bodies(marketer)).toMatch(/^Sipariş tutarı: .+\nİptal nedeni: Yanlış ürün\nseçmişiz$/m)

  const marketers = await place()
  await world.post(`/marketer/orders/${marketers}/cancel`, marketer, { reason: 'Müşteri vazgeçti' })
  const byMarketer = await cancelled(marketers)
  expect(byMarketer.stored).toEqual(['marketer', 'Ayşe Şen', 'Müşteri vazgeçti'])
  expect(byMarketer.text).toContain('İptal eden: Ayşe Şen (pazarlamacı)\nİptal nedeni: Müşteri vazgeçti\n')
  expect(await bodies(customer)).toContain('İptal eden: Ayşe Şen (pazarlamacı)\nİptal nedeni: Müşteri vazgeçti')

  // Older clients send no reason, and no body; an admin is not named to customers.
  const admins = await place()
  await world.put(`/admin/orders/${admins}/status`, admin, { status: 'iptal' })
  const byAdmin = await cancelled(admins)
  expect(byAdmin.stored).toEqual(['admin', null, null])
  expect(byAdmin.text).toMatch(/İptal eden: Toptan\n\n/)
  for (const user of [customer, marketer]) expect(await bodies(user)).toContain('İptal eden: Toptan')
  expect(byAdmin.text).not.toContain('İptal nedeni')

  await world.put(`/admin/orders/${own}/status`, admin, { status: 'beklemede', reason: 'Olmadı' })
  expect((await cancelled(own)).stored).toEqual([null, null, null])
  const tooLong = await world.post(`/orders/${own}/cancel`, customer, { reason: 'a'.repeat(201) })
  expect([tooLong.status, tooLong.json().detail]).toEqual([400, 'İptal nedeni en fazla 200 karakter olabilir'])
  expect((await world.post(`/orders/${own}/cancel`, customer)).status).toBe(200)
  expect((await cancelled(own)).stored).toEqual(['customer', 'Çınaraltı', null])
})

test('a delayed mail of a status is dropped if the order has another one by then', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const items = [{ product_id: await world.product(), quantity: 1 }]
  const { id } = (await world.post('/orders', customer, { items })).json()
  await world.mails()
  const setStatus = (status: string) => world.put(`/admin/orders/${id}/status`, admin, { status })
  for (const status of ['hazirlaniyor', 'iptal', 'tamamlandi']) expect((await setStatus(status)).status).toBe(200)
  const subjects = async () => (await world.mails()).map(({ subject }) => subject)
  expect(await subjects()).toEqual([`Siparişinizin durumu: Tamamlandı (${id.slice(0, 8)})`])
  // An order that was deleted with its customer has no later mail.
  await setStatus('hazirlaniyor')
  expect((await world.request('DELETE', `/admin/customers/${customer.id}`, admin)).status).toBe(200)
  expect(await subjects()).toContain(`Siparişinizin durumu: Hazırlanıyor (${id.slice(0, 8)})`)
})

test('a delayed mail of a status names the present total and day of an order that has been revised since', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ price: kurus(1_000), vat_rate: 0 })
  const route = { name: 'Kadıköy', weekdays: [1, 2, 3, 4, 5, 6, 7], cutoff_time: '16:00', days_before: 1 }
  const { id: route_id } = requireSuccess(await world.post('/admin/delivery/routes', admin, route)).json()
  requireSuccess(await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id }))
  const placed = await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] })
  const { id, delivery_date: first } = placed.json()
  expect(first).toBe('2026-03-11')
  await world.mails()
  const setStatus = async (status: string) =>
    expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
  const facts = async (label: string) => {
    const mails = (await world.mails()).filter(({ subject }) => subject.startsWith(`Siparişinizin durumu: ${label}`))
    return mails.map(({ text }) => [/₺[\d,.]+(?= tutarındaki)/, /Teslimat günü: .*/].map(fact => fact.exec(text)?.[0]))
  }
  for (const status of ['hazirlaniyor', 'beklemede']) await setStatus(status)
  const revision = { items: [{ product_id, quantity: 3, price: 10 }], delivery_date: '2026-03-13' }
  expect((await world.put(`/marketer/orders/${id}`, marketer, revision)).status).toBe(200)
  const present = ['₺30,00', 'Teslimat günü: 13.03.2026 Cuma']
  expect(await facts('Beklemede')).toEqual([present])
  await setStatus('hazirlaniyor')
  expect(await facts('Hazırlanıyor')).toEqual([present])
})

test('a delayed mail says what has become of its order since, and calls no earlier state the last one', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ on_hand: 100 })
  await world.mails()
  const place = async (): Promise<string> =>
    (await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] })).json().id
  const revise = async (id: string, quantity: number) => {
    const items = [{ product_id, quantity, price: 100 }]
    expect((await world.put(`/marketer/orders/${id}`, marketer, { items })).status).toBe(200)
  }
  // A mail of each event, all of which are written only now.
  const delayed = async () => {
    const mails = await world.mails()
    return (phrase: string) => mails.find(({ text }) => text.includes(phrase))
  }
  const id = await place()
  await revise(id, 6)
  await revise(id, 8)
  const afterRevisions = await delayed()
  const number = id.slice(0, 8)
  const received = afterRevisions('numaralı siparişi aldık')
  expect(received?.subject).toBe(`Siparişiniz alındı, daha sonra değiştirildi (${number})`)
  expect(received?.text).toContain('Sipariş daha sonra değiştirildi; aşağıda ilk hâli var.')
  const first = afterRevisions('miktar 5 → 6 ADET')
  expect(first?.subject).toBe(`Siparişiniz güncellendi, daha sonra yeniden değiştirildi (${number})`)
  expect(first?.text).toContain(
    'Sipariş daha sonra yeniden değiştirildi. Bu değişiklikten sonraki hâli (10.03.2026 10:00):',
  )
  expect(first?.text).not.toContain('son hâli')
  const second = afterRevisions('miktar 6 → 8 ADET')
  expect(second?.subject).toBe(`Siparişiniz güncellendi (${number})`)
  expect(second?.text).toContain('Siparişin son hâli:')

  const cancelled = await place()
  await revise(cancelled, 6)
  expect((await world.post(`/orders/${cancelled}/cancel`, customer)).status).toBe(200)
  const afterCancellation = await delayed()
  for (const [phrase, event] of [
    ['numaralı siparişi aldık', 'Siparişiniz alındı'],
    ['miktar 5 → 6 ADET', 'Siparişiniz güncellendi'],
  ] as const) {
    const mail = afterCancellation(phrase)
    expect(mail?.subject).toBe(`${event}, daha sonra iptal edildi (${cancelled.slice(0, 8)})`)
    expect(mail?.text).toContain('Sipariş daha sonra iptal edildi')
  }
})

test('a refused action sends no mail', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.mails()
  const product_id = await world.product({ on_hand: 1 })
  const refused = await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })
  expect([refused.status, await world.mails()]).toEqual([409, []])
})

test('no mail about orders, quotes or standing orders goes to an address that was never confirmed', async () => {
  const world = await makeWorld()
  const [admin, marketer, product_id] = [await world.admin(), await world.marketer(), await world.product()]
  await world.post('/auth/register', undefined, REGISTRATION)
  await world.mails()
  const [{ id: customer_id }] = (await world.get(`/admin/customers?search=${REGISTRATION.username}`, admin)).json()
  await world.put(`/admin/customers/${customer_id}`, admin, { assigned_marketer_id: marketer.id })
  const items = [{ product_id, quantity: 1, price: 5 }]
  const place = async () =>
    (await world.post('/marketer/orders/create-for-customer', marketer, { customer_id, items })).json()
  const { id } = await place()
  await world.put(`/marketer/orders/${id}`, marketer, { items: [{ ...items[0], quantity: 2 }] })
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  const wanted = { customer_id, items: [{ product_name: 'Bal', unit: 'KG', quantity: 1, price: 1 }] }
  const quote = (await world.post('/marketer/custom-orders', marketer, wanted)).json()
  await world.put(`/admin/custom-orders/${quote.id}/answer`, admin, { items, valid_until: '2026-03-30' })
  await createStandingOrder(world, marketer, content(product_id, { customer_id, weekdays: [3] }))
  world.pass(34 * HOUR)
  await makeDueOrdersNow(world)
  expect(await world.mails()).toEqual([])
  // Once it is confirmed, the customer is mailed what happens from then on.
  await world.post('/auth/resend-verification', undefined, { email: REGISTRATION.email })
  const [confirmation] = await world.mails()
  await world.post('/auth/verify-email', undefined, { token: tokenIn(confirmation?.link) })
  await world.put(`/admin/orders/${id}/status`, await world.admin(), { status: 'tamamlandi' })
  expect((await world.mails()).map(({ subject }) => subject)).toEqual([
    `Siparişinizin durumu: Tamamlandı (${id.slice(0, 8)})`,
  ])
})
