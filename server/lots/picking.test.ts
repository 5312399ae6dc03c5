import { expect, test } from 'vitest'
import { XLSX } from '#contract/call.ts'
import { readPdf } from '../testing/pdf.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

const textOf = async (bytes: Uint8Array) => JSON.stringify((await readPdf(bytes)).pages)

async function preparedOrder() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer({ company_name: 'Lezzet' })]
  const product_id = await world.product({ name: 'Ezine', unit: 'KG', lot_tracking: 'asked', on_hand: 1 })
  const plain = await world.product({ name: 'Gemlik' })
  const items = [
    { product_id, quantity: 5, lot: { code: 'L5', expires_on: '2026-05-01' } },
    { product_id, quantity: 5, lot: { code: '6', expires_on: '2026-06-01', expiry_kind: 'tett' } },
    { product_id, quantity: 5, lot: { code: 'ESKİ', expires_on: '2026-03-01' } },
  ]
  await world.post('/admin/stock/receipts', admin, { items })
  const order = { items: [product_id, plain].map(id => ({ product_id: id, quantity: 4 })) }
  const { id } = (await world.post('/orders', customer, order)).json()
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  const lots = (await world.get(`/admin/lots?product_id=${product_id}`, admin)).json()
  const idOf = (code: string): string => lots.find((lot: { code: string }) => lot.code === code).id
  const pick = (body: object) => world.put(`/admin/orders/${id}/lots`, admin, { product_id, ...body })
  return { world, admin, customer, id, product_id, plain, idOf, pick }
}

test('the lots of an order are shown to its customer and admins, on papers, in the workbook and in the mail', async () => {
  const { world, admin, customer, id, product_id, idOf } = await preparedOrder()
  const lots = [
    { lot_id: idOf('L5'), code: 'L5', expires_on: '2026-05-01', expiry_kind: 'skt', quantity: 4, reason: null },
  ]
  const line = { product_id, product_name: 'Ezine', unit: 'KG', warehouse: 'Ana Depo', quantity: 4 }
  const shown = { ...line, lots, without_lot: 0 }
  expect((await world.get(`/orders/${id}/lots`, customer)).json()).toEqual([shown])
  const demand = { leaves_on: '2026-03-10', min_remaining_days: null, not_proposed: [] }
  expect((await world.get(`/admin/orders/${id}/lots`, admin)).json()).toEqual([{ ...shown, ...demand }])
  expect((await world.get(`/orders/${id}/lots`, await world.customer())).status).toBe(404)
  for (const paper of ['pick-list', 'slip'])
    expect(await textOf((await download(world, admin, `/admin/orders/${id}/${paper}`)).bytes)).toContain(
      'L5 · SKT 01.05.2026',
    )
  const combined = await download(world, admin, `/admin/order-papers/combined-pick-list?ids=${id}`)
  expect(await textOf(combined.bytes)).toContain('L5 · SKT 01.05.2026')
  const { bytes, media } = await download(world, admin, '/admin/reports/order-lines-excel')
  expect(media).toBe(XLSX)
  const rows = (await readWorkbook(bytes)).map(({ cells }) => cells)
  const at = rows[0]!.indexOf('Partiler')
  expect(rows.map(cells => cells[at] ?? null)).toEqual(['Partiler', 'L5 · SKT 01.05.2026', null])
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'tamamlandi' })
  const mail = (await world.mails()).findLast(({ subject }) => subject?.includes('Tamamlandı'))
  expect(mail?.text).toContain('L5 · SKT 01.05.2026: 4 KG')
})

test('papers and the workbook name how much of a line comes from its lot, and the rest', async () => {
  const { world, admin, customer, id, product_id, idOf, pick } = await preparedOrder()
  expect((await pick({ lots: [{ lot_id: idOf('L5'), quantity: 3 }] })).status).toBe(200)
  const paper = await download(world, admin, `/admin/orders/${id}/pick-list`)
  const text = await textOf(paper.bytes)
  for (const part of ['L5 · SKT 01.05.2026 (3)', 'Partisiz (1)']) expect(text).toContain(part)
  const { bytes } = await download(world, admin, '/admin/reports/order-lines-excel')
  const rows = (await readWorkbook(bytes)).map(({ cells }) => cells)
  const at = rows[0]!.indexOf('Partiler')
  expect(rows[1]?.[at]).toBe('L5 · SKT 01.05.2026 (3), Partisiz (1)')
  // The goods of the other order have no lots yet.
  const { id: other } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })).json()
  const combined = await download(world, admin, `/admin/order-papers/combined-pick-list?ids=${id},${other}`)
  const both = await textOf(combined.bytes)
  expect([both.includes('L5 · SKT 01.05.2026 (3)'), both.includes('Partisiz')]).toEqual([true, false])
  // The rest is missing, and is not delivered.
  expect((await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 15 })).status).toBe(200)
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'tamamlandi' })
  const slip = await textOf((await download(world, admin, `/admin/orders/${id}/slip`)).bytes)
  expect([slip.includes('L5 · SKT 01.05.2026 (3)'), slip.includes('Partisiz')]).toEqual([true, false])
})

test('a picker can choose other lots, with a reason if lots that expire earlier are free', async () => {
  const { world, admin, id, product_id, plain, idOf, pick } = await preparedOrder()
  const two = [
    { lot_id: idOf('L5'), quantity: 1 },
    { lot_id: idOf('6'), quantity: 2 },
  ]
  const silent = await pick({ lots: two })
  expect([silent.status, silent.json().errors]).toEqual([
    400,
    [{ field: 'reason', message: 'Daha erken tarihli parti varken neden yazılmalıdır' }],
  ])
  const chosen = await pick({ lots: two, reason: 'L5 kolisi ezik' })
  expect([chosen.status, chosen.json().lots[0]]).toMatchObject([
    200,
    {
      lots: [
        { code: 'L5', quantity: 1 },
        { code: '6', quantity: 2, reason: 'L5 kolisi ezik' },
      ],
      without_lot: 1,
    },
  ])
  // The lots that expire first need no reason, also for less than was ordered.
  expect((await pick({ lots: [{ lot_id: idOf('L5'), quantity: 2 }] })).status).toBe(200)
  const faults = [
    { lots: [{ lot_id: idOf('L5'), quantity: 5 }] },
    { lots: [{ lot_id: idOf('ESKİ'), quantity: 1 }] },
    { lots: [{ lot_id: product_id, quantity: 1 }] },
    { product_id: plain, lots: two.slice(0, 1) },
  ]
  const messages = []
  for (const fault of faults) messages.push((await pick(fault)).json().detail)
  expect(messages).toEqual([
    'Siparişte bu üründen 4 var',
    '“ESKİ” partisi engellenmiş ya da tarihi teslimattan önce doluyor; başka bir parti seçin',
    'Bu parti bu ürünün değil',
    'Bu parti bu ürünün değil',
  ])
  const [entry] = (await world.get(`/admin/audit?entity=order`, admin)).json()
  expect(entry).toMatchObject({ actor_name: 'Ayşe', before: { lots: ['6: 2', 'L5: 1'] }, after: { lots: ['L5: 2'] } })
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'beklemede' })
  expect((await pick({ lots: [] })).json().code).toBe('order_not_prepared')
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('two pickers who want the same goods of a lot do not both get them', async () => {
  const { world, admin, customer, product_id, idOf, pick } = await preparedOrder()
  const order = { items: [{ product_id, quantity: 4 }] }
  const { id: other } = (await world.post('/orders', customer, order)).json()
  await world.put(`/admin/orders/${other}/status`, admin, { status: 'hazirlaniyor' })
  await pick({ lots: [] })
  await world.put(`/admin/orders/${other}/lots`, admin, { product_id, lots: [] })
  const wanted = { lots: [{ lot_id: idOf('6'), quantity: 3 }], reason: 'Müşteri istedi' }
  const both = await Promise.all([
    pick(wanted),
    world.put(`/admin/orders/${other}/lots`, admin, { product_id, ...wanted }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.json().detail).toBe('“6” partisinden en fazla 2 seçilebilir')
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a choice of lots is refused if others have been chosen since, and can be repeated', async () => {
  const { world, admin, id, idOf, pick } = await preparedOrder()
  const of = (code: string, quantity: number) => ({ lot_id: idOf(code), quantity })
  const seen = [of('L5', 4)]
  const first = { lots: [of('6', 4)], reason: 'L5 kolisi ezik', seen }
  const lots = async () => (await world.get(`/admin/orders/${id}/lots`, admin)).json()[0].lots
  expect((await pick(first)).status).toBe(200)
  const late = await pick({ lots: [of('L5', 3), of('6', 1)], seen })
  const { status, code, detail } = { status: late.status, ...late.json() }
  expect([status, code]).toEqual([409, 'lots_changed'])
  expect(detail).toBe('“Ezine” ürününün partileri siz bakarken değişti; şimdi L 6 · TETT 01.06.2026: 4 KG')
  expect(await lots()).toMatchObject([{ code: '6', quantity: 4, reason: 'L5 kolisi ezik' }])
  expect((await pick(first)).status).toBe(200)
  expect((await pick({ lots: [], seen: first.lots })).status).toBe(200)
  const { detail: none } = (await pick({ lots: [of('L5', 1)], seen: first.lots })).json()
  expect(none).toBe('“Ezine” ürününün partileri siz bakarken değişti; şimdi parti seçili değil')
  expect((await pick({ lots: seen, seen: [] })).status).toBe(200)
  expect(await lots()).toMatchObject([{ code: 'L5', quantity: 4 }])
})
