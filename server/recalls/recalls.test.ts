import { expect, test } from 'vitest'
import type { Recall } from '#contract/recalls.ts'
import { readWorkbook } from '../documents/workbook.ts'
import { readPdf } from '../testing/pdf.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'

async function soldLots() {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const customers = [
    await world.customer({ company_name: 'Lezzet' }),
    await world.customer({ company_name: 'Deniz' }),
    await world.customer({ company_name: 'Başka' }),
  ] as const
  const product_id = await world.product({ name: 'Ezine', unit: 'KG', lot_tracking: 'asked', on_hand: 0 })
  const about = { supplier: 'Yörük Gıda', delivery_note: 'IRS-7' }
  const goods = (code: string, quantity: number, expires_on: string) => ({
    product_id,
    quantity,
    lot: { code, expires_on },
  })
  const items = [goods('A', 10, '2026-05-01'), goods('B', 10, '2026-06-01')]
  await world.post('/admin/stock/receipts', admin, { ...about, items })
  const order = async (customer: TestUser, quantity: number, status: string): Promise<string> => {
    world.pass(1000)
    const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json()
    expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
    return id
  }
  const [lezzet, deniz, other] = customers
  await order(lezzet, 6, 'tamamlandi')
  await order(deniz, 5, 'hazirlaniyor')
  await order(lezzet, 1, 'tamamlandi')
  await order(other, 2, 'beklemede')
  const lots = (await world.get(`/admin/lots?product_id=${product_id}`, admin)).json()
  const idOf = (code: string): string => lots.find((lot: { code: string }) => lot.code === code).id
  const recall = async (query: string): Promise<Recall> => (await world.get(`/admin/recalls?${query}`, admin)).json()
  return { world, admin, lezzet, deniz, product_id, idOf, recall }
}

test('a recall finds where a lot came from, what is left, and everyone who got or gets it', async () => {
  const { world, admin, lezzet, product_id, idOf, recall } = await soldLots()
  const found = await recall(`lot_id=${idOf('A')}`)
  expect(found.lots).toMatchObject([{ code: 'A', on_hand: 4, picked_quantity: 4 }])
  expect(found.receipts).toMatchObject([
    { supplier: 'Yörük Gıda', delivery_note: 'IRS-7', quantity: 10, created_by_admin_name: 'Ayşe', is_reversed: false },
  ])
  const ordersOf = ({ orders }: Recall) =>
    orders.map(
      ({ company_name, code, quantity, is_open }) => `${company_name} ${code} ${quantity}${is_open ? ' open' : ''}`,
    )
  expect(ordersOf(found)).toEqual(['Lezzet A 6', 'Deniz A 4 open'])
  expect(
    found.customers.map(({ company_name, quantity, order_count }) => [company_name, quantity, order_count]),
  ).toEqual([
    ['Lezzet', 6, 1],
    ['Deniz', 4, 1],
  ])
  const all = await recall(`product_id=${product_id}&expires_from=2026-05-01&expires_to=2026-06-01`)
  expect(ordersOf(all).sort()).toEqual(['Deniz A 4 open', 'Deniz B 1 open', 'Lezzet A 6', 'Lezzet B 1'])
  expect((await world.get(`/admin/recalls?product_id=${product_id}&expires_from=2026-07-01`, admin)).status).toBe(404)
  expect((await world.get('/admin/recalls', admin)).json().errors).toEqual([
    { field: 'lot_id', message: 'Bir parti veya bir ürün seçin' },
  ])

  // A deleted customer's delivered orders are named from the archive.
  expect((await world.request('DELETE', `/admin/customers/${lezzet.actor.id}`, admin)).status).toBe(200)
  const sealed = await recall(`lot_id=${idOf('A')}`)
  expect(ordersOf(sealed)).toEqual(['Lezzet A 6', 'Deniz A 4 open'])
  expect(sealed.customers[0]).toMatchObject({ company_name: 'Lezzet', customer_id: null, quantity: 6 })
})

test('a recall is a workbook and a list on paper', async () => {
  const { world, admin, product_id } = await soldLots()
  const workbook = await download(world, admin, `/admin/recalls/excel?product_id=${product_id}`)
  const rows = (await readWorkbook(workbook.bytes)).map(({ cells }) => cells)
  expect(rows.map(cells => [cells[0], cells[6], cells[8], cells[10]])).toEqual([
    ['Firma', 'Parti', 'Miktar', 'Teslim'],
    ['Lezzet', 'A', 6, 'Teslim edildi'],
    ['Deniz', 'A', 4, 'Hazırlanıyor'],
    ['Deniz', 'B', 1, 'Hazırlanıyor'],
    ['Lezzet', 'B', 1, 'Teslim edildi'],
  ])
  const paper = await download(world, admin, `/admin/recalls/pdf?product_id=${product_id}`)
  const { pages } = await readPdf(paper.bytes)
  for (const text of ['Lezzet', 'Deniz', 'L A · SKT 01.05.2026', 'Yörük Gıda', 'IRS-7'])
    expect(pages[0]?.text).toContain(text)
  expect(pages[0]?.boxes).toBe(4)
})

test('each customer is told once of each lot, whoever presses how often', async () => {
  const { world, admin, lezzet, deniz, product_id, idOf, recall } = await soldLots()
  const other = await world.admin('Zeynep')
  const send = (user: TestUser, query: object, text = 'Bu partiyi kullanmayın, iade alacağız.') =>
    world.post('/admin/recalls/letters', user, { ...query, text })
  const both = await Promise.all([send(admin, { lot_id: idOf('A') }), send(other, { lot_id: idOf('A') })])
  expect(both.map(reply => reply.json().told).sort()).toEqual([0, 2])
  const letters = async () => (await world.mails()).filter(({ subject }) => subject === 'Geri çağırma: Ezine')
  const first = await letters()
  expect(first).toHaveLength(2)
  const letter = first.find(({ text }) => text?.includes('6 KG'))
  for (const part of ['Bu partiyi kullanmayın, iade alacağız.', 'Ezine: 6 KG', 'L A · SKT 01.05.2026'])
    expect(letter?.text).toContain(part)
  // The rest of the product's lots: only what they were not told of yet.
  expect((await send(admin, { product_id })).json().told).toBe(2)
  expect((await send(admin, { product_id })).json()).toEqual({ message: 'Bilgilendirilmemiş müşteri yok', told: 0 })
  expect(await letters()).toHaveLength(2)
  for (const customer of [lezzet, deniz]) {
    const bells = (await world.get('/notifications', customer)).json()
    expect(bells.filter((one: { kind: string }) => one.kind === 'recall')).toHaveLength(2)
  }
  const told = (await recall(`product_id=${product_id}`)).customers
  expect(told.map(({ told_at }) => told_at)).toEqual([expect.any(String), expect.any(String)])
  const trail = (await world.get('/admin/audit?entity=lot', admin)).json()
  expect(trail.map((entry: { after: { told: number } }) => entry.after.told)).toContain(2)
  expect((await send(admin, { lot_id: idOf('A') }, ' ')).status).toBe(400)
})
