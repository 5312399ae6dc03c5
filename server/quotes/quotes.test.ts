import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { Notification } from '#contract/notifications.ts'
import type { AnswerItem, Quote } from '#contract/quotes.ts'
import { requireSuccess } from '../testing/callers.ts'
import { readPdf } from '../testing/pdf.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const DAY = 24 * 60 * 60 * 1000
const WANTED = { product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: 1200.5 }

async function shop() {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Ayşe Şen')]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const oil = await world.product({ name: 'Trüf Yağı', price: kurus(150_000), vat_rate: 10, on_hand: 10 })
  await world.mails()
  const requestQuote = async (fields: object = {}) =>
    (await world.post('/custom-orders', customer, { items: [WANTED], ...fields })).json()
  const answer = (id: string, fields: object = {}) =>
    world.put(`/admin/custom-orders/${id}/answer`, admin, {
      items: [{ product_id: oil, quantity: 3, price: 1250, notes: 'Cam şişe' }],
      notes: 'Hafta içi teslim',
      valid_until: '2026-03-12',
      ...fields,
    })
  return { world, admin, marketer, customer, oil, requestQuote, answer }
}

const links = async (world: World, user: TestUser) =>
  new Set((await world.get('/notifications', user)).json().map(({ link }: Notification) => link))

const titles = async (world: World, user: TestUser) =>
  (await world.get('/notifications', user)).json().map(({ kind, title }: Notification) => [kind, title])

test('a request is answered with products and prices, and becomes one order at those prices when accepted', async () => {
  const { world, admin, marketer, customer, oil, requestQuote, answer } = await shop()
  const requested = await requestQuote({ notes: 'Acil' })
  expect(requested).toEqual({
    id: expect.any(String),
    status: 'yeni',
    created_at: world.now().toISOString(),
    customer_id: customer.id,
    user_company: 'Lezzet Lokantası',
    created_by_marketer_id: null,
    created_by_marketer_name: null,
    items: [{ ...WANTED, notes: null }],
    notes: 'Acil',
    answer: null,
    order_id: null,
  })
  const answered = await answer(requested.id)
  expect(answered.status).toBe(200)
  const [seen] = (await world.get('/custom-orders', customer)).json()
  expect(seen).toEqual(answered.json())
  expect(seen).toMatchObject({
    status: 'cevaplandi',
    answer: {
      items: [
        { product_id: oil, product_name: 'Trüf Yağı', quantity: 3, price: 1250, vat_rate: 10, notes: 'Cam şişe' },
      ],
      notes: 'Hafta içi teslim',
      valid_until: '2026-03-12',
      answered_at: world.now().toISOString(),
    },
  })
  const [mail, ...others] = await world.mails()
  expect([mail?.subject, others]).toEqual([`Teklif talebiniz cevaplandı (${requested.id.slice(0, 8)})`, []])
  expect(mail?.text).toContain('3 ADET × ₺1.250,00: ₺3.750,00\n  Not: Cam şişe\n')
  expect(mail?.html).toMatch(/₺3\.750,00<\/td>\n<\/tr>\n<tr><td colspan="2" [^>]*>Not: Cam şişe<\/td><\/tr>/)
  expect(mail?.text).toContain('Genel toplam: ₺4.125,00')
  expect(new URL(mail?.link ?? '').search).toBe(`?quote=${requested.id}`)

  const accepted = await world.post(`/custom-orders/${requested.id}/accept`, customer)
  expect(accepted.json()).toMatchObject({
    message: 'Teklif kabul edildi, siparişiniz oluşturuldu',
    order: { grand_total: 4125, status: 'beklemede', items: [{ price: 1250, quantity: 3 }] },
  })
  expect(await world.figures(oil)).toEqual({ on_hand: 10, reserved: 3 })
  expect((await world.get(`/custom-orders?limit=1`, customer)).json()).toMatchObject([
    { status: 'kabul', order_id: accepted.json().order.id },
  ])
  expect(await titles(world, customer)).toEqual([['quote_answered', 'Teklif talebiniz cevaplandı']])
  expect(await titles(world, admin)).toEqual(
    expect.arrayContaining([
      ['quote_requested', 'Lezzet Lokantası teklif istedi'],
      ['quote_accepted', 'Lezzet Lokantası teklifi kabul etti'],
    ]),
  )
  expect((await titles(world, marketer)).map(([kind]: [string]) => kind).sort()).toEqual([
    'quote_accepted',
    'quote_answered',
    'quote_requested',
  ])
})

test('a customer is notified that its marketer requested and decided quotes in its name', async () => {
  const { world, admin, marketer, customer, answer } = await shop()
  const request = { customer_id: customer.id, items: [WANTED] }
  for (const decision of ['accept', 'decline']) {
    const { id } = (await world.post('/marketer/custom-orders', marketer, request)).json()
    await answer(id)
    await world.post(`/marketer/custom-orders/${id}/${decision}`, marketer)
  }
  expect(new Set((await titles(world, customer)).map(([, title]: [string, string]) => title))).toEqual(
    new Set([
      'Ayşe Şen sizin adınıza teklif istedi',
      'Teklif talebiniz cevaplandı',
      'Ayşe Şen teklifi sizin adınıza kabul etti',
      'Ayşe Şen teklifi sizin adınıza reddetti',
    ]),
  )
  expect(await titles(world, admin)).toContainEqual(['quote_declined', 'Lezzet Lokantası teklifi reddetti'])
})

test('a notification links to its quote, which every role concerned can read', async () => {
  const { world, admin, marketer, customer, requestQuote, answer } = await shop()
  await requestQuote()
  world.pass(1000)
  const { id } = await requestQuote()
  await answer(id)
  await world.post(`/custom-orders/${id}/decline`, customer)
  expect(await links(world, customer)).toEqual(new Set([`/custom-order?quote=${id}`]))
  expect(await links(world, marketer)).toContain(`/marketer/dashboard?tab=custom-order&quote=${id}`)
  expect(await links(world, admin)).toContain(`/admin/dashboard?tab=orders&view=quotes&quote=${id}`)
  const [listed] = (await world.get('/custom-orders', customer)).json()
  for (const [path, user] of [
    ['/custom-orders', customer],
    ['/marketer/custom-orders', marketer],
    ['/admin/custom-orders', admin],
  ] as const)
    expect((await world.get(`${path}/${id}`, user)).json()).toEqual(listed)
})

test('an admin finds requests by company, username or number, in one status or all', async () => {
  const { world, admin, requestQuote, answer } = await shop()
  const other = await world.customer({ company_name: 'Çınaraltı Lokantası' })
  await world.post('/custom-orders', other, { items: [WANTED] })
  const first = await requestQuote()
  await answer(first.id)
  const found = async (query: string) =>
    (await world.get(`/admin/custom-orders${query}`, admin)).json().map((quote: Quote) => quote.user_company)
  expect(await found('')).toHaveLength(2)
  expect(await found('?search=cinaralti')).toEqual(['Çınaraltı Lokantası'])
  expect(await found(`?search=${other.username}`)).toEqual(['Çınaraltı Lokantası'])
  expect(await found('?search=lezzet&status=cevaplandi')).toEqual(['Lezzet Lokantası'])
  expect(await found('?search=lezzet&status=yeni')).toEqual([])
  const number = first.id.slice(0, 8)
  const writings = [number, number.slice(0, 6), `%23${number.toUpperCase()}`, first.id, `lezzet ${number}`]
  for (const written of writings) expect(await found(`?search=${written}`)).toEqual(['Lezzet Lokantası'])
  expect(await found(`?search=cinaralti ${number}`)).toEqual([])
  // A company that is called like a number.
  const numeric = await world.customer({ company_name: '12345678 Kafe' })
  await world.post('/custom-orders', numeric, { items: [WANTED] })
  expect(await found('?search=12345678')).toEqual(['12345678 Kafe'])
})

test('concurrent or repeated acceptance creates one order', async () => {
  const { world, marketer, customer, oil, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  await answer(id)
  const both = await Promise.all([
    world.post(`/custom-orders/${id}/accept`, customer),
    world.post(`/marketer/custom-orders/${id}/accept`, marketer),
  ])
  const again = await world.post(`/custom-orders/${id}/accept`, customer)
  const responses = [...both, again]
  expect(responses.map(one => one.status)).toEqual([200, 200, 200])
  expect(new Set(responses.map(one => one.json().order.id)).size).toBe(1)
  expect((await world.get('/orders', customer)).json()).toHaveLength(1)
  expect(await world.figures(oil)).toEqual({ on_hand: 10, reserved: 3 })
})

test('an acceptance that is repeated with its key has the first reply; the key is refused with another body or quote', async () => {
  const { world, marketer, customer, oil, requestQuote, answer } = await shop()
  const accept = (as: TestUser, id: string, body: object) => {
    const path = as === marketer ? '/marketer/custom-orders' : '/custom-orders'
    return world.post(`${path}/${id}/accept`, as, body, { 'idempotency-key': 'k' })
  }
  for (const as of [customer, marketer]) {
    const [id, other]: [string, string] = [(await requestQuote()).id, (await requestQuote()).id]
    const items = [{ product_id: oil, quantity: 2, price: 1250 }]
    const { answered_at } = (await answer(id, { items })).json().answer
    await answer(other, { items })
    const first = requireSuccess(await accept(as, id, { answered_at }))
    requireSuccess(await world.put(`/marketer/orders/${first.json().order.id}`, marketer, { notes: 'Acele', items }))
    const again = await accept(as, id, { answered_at })
    expect([again.status, again.body]).toEqual([200, first.body])
    for (const refused of [await accept(as, id, {}), await accept(as, other, { answered_at })])
      expect([refused.status, refused.json().code]).toEqual([409, 'idempotency_key_reused'])
    expect((await world.get(`/custom-orders/${other}`, customer)).json().status).toBe('cevaplandi')
  }
  expect((await world.get('/orders', customer)).json()).toHaveLength(2)
})

test('an answer that has been replaced since can be neither accepted nor declined', async () => {
  const { world, customer, oil, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  const { answered_at } = (await answer(id)).json().answer
  world.pass(1000)
  const items = [{ product_id: oil, quantity: 3, price: 9999 }]
  const replaced = (await answer(id, { items })).json().answer
  const accept = (seen: string) => world.post(`/custom-orders/${id}/accept`, customer, { answered_at: seen })
  const decline = (seen: string) => world.post(`/custom-orders/${id}/decline`, customer, { answered_at: seen })
  for (const refused of [await accept(answered_at), await decline(answered_at)])
    expect([refused.status, refused.json().code]).toEqual([409, 'quote_changed'])
  expect((await world.get('/orders', customer)).json()).toEqual([])
  expect((await accept(replaced.answered_at)).json().order.items[0].price).toBe(9999)
})

test('accepting a replaced answer is refused, also once another user has accepted the later one', async () => {
  const { world, marketer, customer, oil, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  const { answered_at } = (await answer(id)).json().answer
  world.pass(1000)
  const replaced = (await answer(id, { items: [{ product_id: oil, quantity: 3, price: 9999 }] })).json().answer
  const seen = { answered_at: replaced.answered_at }
  const { order } = (await world.post(`/marketer/custom-orders/${id}/accept`, marketer, seen)).json()
  const refused = await world.post(`/custom-orders/${id}/accept`, customer, { answered_at })
  expect([refused.status, refused.json().code]).toEqual([409, 'quote_changed'])
  for (const body of [seen, {}])
    expect((await world.post(`/custom-orders/${id}/accept`, customer, body)).json().order.id).toBe(order.id)
})

test('an answer is valid to the end of its last day in Istanbul', async () => {
  const { world, customer, oil, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  const past = await answer(id, { valid_until: '2026-03-09' })
  expect([past.status, past.json().detail]).toEqual([400, 'Geçerlilik tarihi geçmiş olamaz'])
  await answer(id)
  // From 10:00 on the 10th in Istanbul to the first moment of the 13th.
  world.pass(2 * DAY + 14 * 60 * 60 * 1000)
  const late = await world.post(`/custom-orders/${id}/accept`, customer)
  expect([late.status, late.json().code]).toEqual([409, 'quote_expired'])
  const items = [{ product_id: oil, quantity: 3, price: 1250 }]
  const renewed = { items, valid_until: '2026-03-13' }
  expect((await world.put(`/admin/custom-orders/${id}/answer`, await world.admin(), renewed)).status).toBe(200)
  world.pass(DAY - 1)
  expect((await world.post(`/custom-orders/${id}/accept`, customer)).status).toBe(200)
})

test('an accepted answer is for the goods as they were answered', async () => {
  const { world, admin, customer, oil, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  const [answered] = (await answer(id)).json().answer.items
  const { product_name, brand, price, vat_rate } = answered
  const change = { name: 'Trüf Yağı Kutu', brand: 'Sarı', price: 9000, vat_rate: 5 }
  expect((await world.put(`/admin/products/${oil}`, admin, change)).status).toBe(200)
  const { order } = (await world.post(`/custom-orders/${id}/accept`, customer)).json()
  expect(order.items).toMatchObject([{ product_name, brand, price, vat_rate }])
})

test('an answered product with another unit now can only be left out, as pieces are no packets', async () => {
  const { world, admin, customer, oil, requestQuote, answer } = await shop()
  const cheese = await world.product({ name: 'Tulum', unit: 'KG' })
  const { id } = await requestQuote()
  const items = [oil, cheese].map(product_id => ({ product_id, quantity: 3, price: 20 }))
  await answer(id, { items })
  expect((await world.put(`/admin/products/${oil}`, admin, { unit: 'PAKET' })).status).toBe(200)
  const accept = (accepted?: object) => world.post(`/custom-orders/${id}/accept`, customer, accepted)
  const refused = await accept()
  expect([refused.status, refused.json()]).toEqual([
    409,
    {
      code: 'unit_changed',
      detail: 'Bu ürünün birimi artık PAKET; ADET olarak satılamaz',
      errors: [{ field: 'items.0', message: 'Trüf Yağı: Bu ürünün birimi artık PAKET; ADET olarak satılamaz' }],
    },
  ])
  expect(await world.figures(oil)).toMatchObject({ reserved: 0 })
  const { order } = (await accept({ items: [{ product_id: cheese, quantity: 3 }] })).json()
  expect(order.items).toMatchObject([{ product_id: cheese, quantity: 3, unit: 'KG' }])
  const [accepted] = (await world.get('/custom-orders', customer)).json()
  expect(accepted.answer.items).toMatchObject([{ accepted_quantity: 0, unit: 'ADET', new_unit: 'PAKET' }, {}])
  const notifications: Notification[] = (await world.get('/notifications', admin)).json()
  expect(notifications.find(({ kind }) => kind === 'quote_accepted')?.body).toContain(
    'Birimi değişti (ADET → PAKET): Trüf Yağı sipariş edilmedi',
  )
})

test('an answer is refused if a product has another unit by then than the admin saw', async () => {
  const { world, admin, customer, oil, requestQuote, answer } = await shop()
  const cheese = await world.product({ name: 'Tulum', unit: 'KG' })
  const { id } = await requestQuote()
  expect((await world.put(`/admin/products/${oil}`, admin, { unit: 'PAKET' })).status).toBe(200)
  const answerIn = (unit: string) => {
    const fields = { quantity: 3, price: 20 }
    return answer(id, {
      items: [
        { ...fields, product_id: cheese },
        { ...fields, product_id: oil, unit },
      ],
    })
  }
  const refused = await answerIn('ADET')
  const message = 'Ürünün birimi artık PAKET; miktarı ve fiyatı gözden geçirin'
  expect([refused.status, refused.json().errors]).toEqual([400, [{ field: 'items.1', message }]])
  expect((await world.get(`/custom-orders/${id}`, customer)).json().answer).toBeNull()
  const isAnswer = ({ subject }: { subject: string }) => subject.startsWith('Teklif talebiniz cevaplandı')
  expect((await world.mails()).filter(isAnswer)).toEqual([])
  const answered = await answerIn('PAKET')
  expect(answered.json().answer.items).toMatchObject([{ unit: 'KG' }, { unit: 'PAKET' }])
})

test('accepting needs stock as any order does; otherwise the quote stays open', async () => {
  const { world, customer, oil, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  await answer(id, { items: [{ product_id: oil, quantity: 11, price: 1 }] })
  const refused = await world.post(`/custom-orders/${id}/accept`, customer)
  expect([refused.status, refused.json().detail]).toEqual([
    409,
    'Yetersiz stok! Maksimum 10 adet siparis verebilirsiniz.',
  ])
  await world.db.updateTable('products').set({ is_active: false }).where('id', '=', oil).execute()
  expect((await world.post(`/custom-orders/${id}/accept`, customer)).json().code).toBe('product_unavailable')
  expect((await world.get('/custom-orders', customer)).json()[0].status).toBe('cevaplandi')
  expect((await world.get('/orders', customer)).json()).toEqual([])
})

test('the order has the notes of the answer and of the ordered lines, and its papers print them', async () => {
  const { world, admin, customer, oil, requestQuote, answer } = await shop()
  const [tulum, otlu] = [await world.product({ name: 'Tulum' }), await world.product({ name: 'Otlu', on_hand: 0 })]
  const offer = (product_id: string, notes?: string) => ({ product_id, quantity: 2, price: 20, notes })
  const accept = async (items: object[], fields: object = {}) => {
    const { id } = await requestQuote()
    requireSuccess(await answer(id, { items, ...fields }))
    // Without the product that is sold out.
    const named = [oil, tulum].map(product_id => ({ product_id, quantity: 2 }))
    return requireSuccess(await world.post(`/custom-orders/${id}/accept`, customer, { items: named })).json().order
  }
  const items = [offer(oil, 'Cam şişe\n\nkoyu renk'), offer(tulum), offer(otlu, 'Dilimli')]
  const order = await accept(items)
  expect(order.notes).toBe('Hafta içi teslim\nTrüf Yağı: Cam şişe / koyu renk')
  const paper = await world.app.inject({
    url: `/api/admin/orders/${order.id}/pick-list`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const [page] = (await readPdf(paper.rawPayload)).pages
  expect(page?.text).toContain('Hafta içi teslim Trüf Yağı: Cam şişe / koyu renk')

  const some = [oil, tulum].map(product => offer(product))
  expect((await accept(some, { notes: null })).notes).toBeNull()
  // What does not fit is left out line by line. The note of the answer is shortened only if it does not fit either.
  const long = [offer(oil, 'a'.repeat(1000)), offer(tulum, 'b'.repeat(1000))]
  expect((await accept(long, { notes: 'Hafta içi' })).notes).toBe(`Hafta içi\nTrüf Yağı: ${'a'.repeat(1000)}\n…`)
  expect((await accept(some, { notes: 'c'.repeat(2000) })).notes).toBe('c'.repeat(2000))
  const characters = `${'c'.repeat(1997)}🫒c`
  expect((await accept(long, { notes: characters })).notes).toBe(`${'c'.repeat(1997)}\n…`)
})

test('of products that the stock does not cover, the remaining stock or nothing is ordered, at the answered price', async () => {
  const { world, admin, customer, oil, requestQuote, answer } = await shop()
  const few = await world.product({ name: 'Tulum', on_hand: 4, vat_rate: 10 })
  const gone = await world.product({ name: 'Otlu', on_hand: 0, vat_rate: 10 })
  const { id } = await requestQuote()
  const offer = (product_id: string, quantity: number) => ({ product_id, quantity, price: 20 })
  await answer(id, { items: [offer(oil, 3), offer(few, 9), offer(gone, 2)] })
  const accept = (items?: object[]) => world.post(`/custom-orders/${id}/accept`, customer, { items })
  const codeOf = async (items?: object[]) => {
    const { status, json } = await accept(items)
    return [status, json().code]
  }
  const line = (product_id: string, quantity: number) => ({ product_id, quantity })

  const whole = await accept()
  expect([whole.json().code, whole.json().errors]).toEqual([
    'insufficient_stock',
    [
      { field: 'items.1', message: 'Tulum: Yetersiz stok! Maksimum 4 adet siparis verebilirsiniz.' },
      { field: 'items.2', message: 'Otlu: Bu ürün stokta yok ve beklenen stok tarihi belli değil' },
    ],
  ])
  // A price may depend on the quantity: no less than the remaining stock may be ordered, and covered products in full.
  expect(await codeOf([line(oil, 3), line(few, 3)])).toEqual([409, 'quote_stock_changed'])
  expect(await codeOf([line(oil, 2), line(few, 4)])).toEqual([409, 'quote_stock_changed'])
  expect(await codeOf([line(few, 4)])).toEqual([409, 'quote_stock_changed'])
  expect(await codeOf([line(oil, 3), line(few, 5)])).toEqual([409, 'quote_stock_changed'])
  expect(await codeOf([line(oil, 4)])).toEqual([400, 'invalid_input'])
  expect(await codeOf([line(oil, 3), line(oil, 3)])).toEqual([400, 'invalid_input'])
  expect(await codeOf([line(oil, 3), line(await world.product(), 1)])).toEqual([400, 'invalid_input'])
  expect(await codeOf([])).toEqual([400, 'invalid_input'])
  expect((await world.get('/orders', customer)).json()).toEqual([])

  const taken = await accept([line(oil, 3), line(few, 4)])
  expect(taken.json().order.items).toMatchObject([
    { product_id: oil, quantity: 3, price: 20 },
    { product_id: few, quantity: 4, price: 20 },
  ])
  const [accepted] = (await world.get('/custom-orders', customer)).json()
  expect(accepted.answer.items.map((item: AnswerItem) => [item.quantity, item.accepted_quantity])).toEqual([
    [3, undefined],
    [9, 4],
    [2, 0],
  ])
  // Repeated without the choice, it returns the same order.
  expect((await accept()).json().order.id).toBe(taken.json().order.id)
  expect(await world.figures(few)).toEqual({ on_hand: 4, reserved: 4 })
  const notifications: Notification[] = (await world.get('/notifications', admin)).json()
  expect(notifications.find(({ kind }) => kind === 'quote_accepted')?.body).toContain(
    'Stok yetmedi: Tulum, 9 yerine 4 ADET\nKarşılanamadı: Otlu sipariş edilmedi',
  )
})

test('a short line can be left out, also one no longer on sale, and goods that arrive are offered again', async () => {
  const { world, customer, oil, requestQuote, answer } = await shop()
  const few = await world.product({ name: 'Tulum', on_hand: 4 })
  const { id } = await requestQuote()
  await answer(id, {
    items: [
      { product_id: oil, quantity: 3, price: 20 },
      { product_id: few, quantity: 9, price: 20 },
    ],
  })
  const accept = () =>
    world.post(`/custom-orders/${id}/accept`, customer, { items: [{ product_id: oil, quantity: 3 }] })
  await world.db.updateTable('stock').set({ on_hand: 9 }).where('product_id', '=', few).execute()
  expect((await accept()).json().code).toBe('quote_stock_changed')
  await world.db.updateTable('products').set({ is_active: false }).where('id', '=', few).execute()
  expect((await accept()).json().order.items).toHaveLength(1)
})

test('the mail names requested lines that the answer leaves out, if the answer refers to the lines of the request', async () => {
  const { world, admin, customer, oil } = await shop()
  const items = [WANTED, { ...WANTED, product_name: 'Kaya tuzu', unit: 'KG', quantity: 4 }]
  const { id } = (await world.post('/custom-orders', customer, { items })).json()
  const answer = (fields: object) =>
    world.put(`/admin/custom-orders/${id}/answer`, admin, {
      items: [{ product_id: oil, quantity: 3, price: 1250, ...fields }],
      valid_until: '2026-03-12',
    })
  const mail = async () => (await world.mails()).at(-1)?.text
  const unknown = await answer({ request_item: 2 })
  expect([unknown.status, unknown.json().errors]).toEqual([
    400,
    [{ field: 'items.0.request_item', message: 'Talepte böyle bir satır yok' }],
  ])
  expect((await answer({ request_item: 0 })).json().answer.items[0].request_item).toBe(0)
  expect(await mail()).toContain(
    'Talebinizin şu satırları için teklif veremedik:\n\n- Kaya tuzu (4 KG)\n\nTeklifimiz:\n',
  )
  // Answers of older clients do not refer to lines.
  await answer({})
  expect(await mail()).not.toContain('teklif veremedik')
})

test('a delayed mail of an answer is dropped if the answer was replaced, accepted or declined meanwhile', async () => {
  const { world, customer, oil, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  const answers = async () =>
    (await world.mails()).filter(({ subject }) => subject.startsWith('Teklif talebiniz cevaplandı'))
  for (const price of [12_500, 1250]) {
    requireSuccess(await answer(id, { items: [{ product_id: oil, quantity: 1, price }] }))
    world.pass(1000)
  }
  expect((await answers()).map(({ text }) => text?.match(/₺[\d.]+,00/)?.[0])).toEqual(['₺1.250,00'])
  for (const decision of ['decline', 'accept']) {
    requireSuccess(await answer(id))
    requireSuccess(await world.post(`/custom-orders/${id}/${decision}`, customer))
    expect(await answers()).toEqual([])
    world.pass(1000)
  }
})

test('a mail that is sent after the last day of the answer says so', async () => {
  const { world, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  requireSuccess(await answer(id))
  world.pass(2 * DAY + 14 * 60 * 60 * 1000)
  const [mail] = await world.mails()
  expect(mail?.text).toContain('Teklifin süresi 12.03.2026 tarihinde doldu; yeni bir teklif isteyebilirsiniz.')
  expect(mail?.text).not.toContain('geçerlidir')
})

test('a request can be declined and answered again, and is closed once accepted', async () => {
  const { world, customer, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  const early = [
    await world.post(`/custom-orders/${id}/accept`, customer),
    await world.post(`/custom-orders/${id}/decline`, customer),
  ]
  expect(early.map(one => [one.status, one.json().code])).toEqual([
    [409, 'quote_not_answered'],
    [409, 'quote_not_answered'],
  ])
  await answer(id)
  const declined = await world.post(`/custom-orders/${id}/decline`, customer)
  expect(declined.json()).toMatchObject({ message: 'Teklif reddedildi', custom_order: { id, status: 'red' } })
  expect((await world.post(`/custom-orders/${id}/accept`, customer)).status).toBe(409)
  expect((await answer(id)).json().status).toBe('cevaplandi')
  await world.post(`/custom-orders/${id}/accept`, customer)
  for (const closed of [await answer(id), await world.post(`/custom-orders/${id}/decline`, customer)])
    expect([closed.status, closed.json().code]).toEqual([409, 'quote_accepted'])
})

test('a marketer requests quotes for their own customers only, and passive customers are refused', async () => {
  const { world, marketer, customer } = await shop()
  const other = await world.customer()
  const requestQuote = (body: object) => world.post('/marketer/custom-orders', marketer, { items: [WANTED], ...body })
  expect((await requestQuote({ customer_id: customer.id })).json()).toMatchObject({
    created_by_marketer_id: marketer.id,
    created_by_marketer_name: 'Ayşe Şen',
    customer_id: customer.id,
  })
  const unchosen = await requestQuote({})
  expect([unchosen.status, unchosen.json().detail]).toEqual([400, 'Lütfen müşteri seçin'])
  expect((await requestQuote({ customer_id: other.id })).status).toBe(404)
  await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', customer.id).execute()
  for (const { reply, detail } of [
    {
      reply: await requestQuote({ customer_id: customer.id }),
      detail: 'Müşteri pasif durumda; teklif istenemez',
    },
    {
      reply: await world.post('/custom-orders', customer, { items: [WANTED] }),
      detail: 'Hesabınız pasif durumda; teklif istenemez',
    },
  ])
    expect([reply.status, reply.json()]).toEqual([403, { code: 'customer_passive', detail }])
})

test('a marketer sees the requests of their own customers, all or those in one status', async () => {
  const { world, marketer, requestQuote, answer } = await shop()
  const stranger = await world.customer({ assigned_marketer_id: (await world.marketer('Veli Ak')).id })
  await world.post('/custom-orders', stranger, { items: [WANTED] })
  const [answered, open] = [await requestQuote(), await requestQuote()]
  await answer(answered.id)
  const seen = async (query = '') =>
    (await world.get(`/marketer/custom-orders${query}`, marketer)).json().map(({ id }: { id: string }) => id)
  expect((await seen()).sort()).toEqual([answered.id, open.id].sort())
  expect(await seen('?status=cevaplandi')).toEqual([answered.id])
  expect(await seen('?status=yeni')).toEqual([open.id])
  expect(await seen('?status=kabul')).toEqual([])
  const unknown = await world.get('/marketer/custom-orders?status=acik', marketer)
  expect([unknown.status, unknown.json().detail]).toEqual([
    400,
    'Durum şunlardan biri olmalıdır: yeni, cevaplandi, kabul, red',
  ])
})

test.each([
  [{ items: [] }, 'En az bir ürün ekleyin'],
  [{ items: undefined }, 'En az bir ürün ekleyin'],
  [{ items: [{ ...WANTED, product_name: ' ' }] }, 'Ürün adı zorunludur'],
  [{ items: [{ ...WANTED, unit: '' }] }, 'Birim zorunludur'],
  [{ items: [{ ...WANTED, quantity: 0.99 }] }, 'Miktar en az 1 olmalıdır'],
  [{ items: [{ ...WANTED, quantity: 1.005 }] }, 'Miktar en fazla iki ondalık basamaklı olabilir'],
  [{ items: [{ ...WANTED, price: -1 }] }, 'Fiyat 0 veya daha büyük olmalıdır'],
  [{ notes: 'a'.repeat(2001) }, 'Not en fazla 2000 karakter olabilir'],
])('a request with %j is refused: %s', async (fields, sentence) => {
  const { world, customer } = await shop()
  const refused = await world.post('/custom-orders', customer, { items: [WANTED], ...fields })
  expect([refused.status, refused.json().detail]).toEqual([400, sentence])
  expect((await world.get('/custom-orders', customer)).json()).toEqual([])
})

test('an answer contains products on sale, each once, in whole numbers', async () => {
  const { oil, requestQuote, answer } = await shop()
  const { id } = await requestQuote()
  const line = { product_id: oil, quantity: 1, price: 1 }
  for (const [items, field, sentence] of [
    [[line, line], 'items.1', 'Aynı ürün iki satırda yazılamaz'],
    [[{ ...line, product_id: randomUUID() }], 'items.0', 'Bu ürün artık satışta değil'],
    [[{ ...line, quantity: 1.5 }], 'items.0.quantity', 'Miktar tam sayı olmalıdır'],
  ] as const) {
    const { status, json } = await answer(id, { items })
    expect([status, json().errors]).toEqual([400, [{ field, message: sentence }]])
  }
})

test('an answer above the order limit is refused when the admin answers', async () => {
  const { oil, world, requestQuote, answer } = await shop()
  const cream = await world.product({ name: 'Kaymak' })
  const lines = [oil, cream].map(product_id => ({ product_id, quantity: 1_000_000, price: 9_999_999.99 }))
  const { id } = await requestQuote()
  const refused = await answer(id, { items: lines })
  expect([refused.status, refused.json().code]).toEqual([400, 'order_total_too_high'])
  expect((await answer(id)).status).toBe(200)
})
