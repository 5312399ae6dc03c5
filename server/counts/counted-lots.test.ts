import { expect, test } from 'vitest'
import { requireSuccess } from '../testing/callers.ts'
import { sentDuring } from '../testing/query-plans.ts'
import { makeWorld } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026.

const EARLY = { code: 'L1', expires_on: '2026-06-01', expiry_kind: 'skt' }
const LATE = { code: 'L2', expires_on: '2026-09-01', expiry_kind: 'tett' }
const OLD = { code: 'ESKİ', expires_on: '2026-03-09', expiry_kind: 'skt' }

type Count = Awaited<ReturnType<typeof makeCount>>

/** A product of which 6 are on hand of the early lot, 4 of the late one and 2 without a lot, in an open count. */
async function makeCount() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', unit: 'KG', lot_tracking: 'asked', on_hand: 2 })
  const items = [
    { product_id, quantity: 6, lot: EARLY },
    { product_id, quantity: 4, lot: LATE },
  ]
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items }))
  const { id } = requireSuccess(await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })).json()
  const add = (counted_quantity: number, lot?: object, product = product_id) =>
    world.post(`/admin/stock/counts/${id}/products`, admin, { product_id: product, counted_quantity, lot })
  const read = async (what = '') => (await world.get(`/admin/stock/counts/${id}${what}`, admin)).json()
  const finalize = async () => requireSuccess(await world.post(`/admin/stock/counts/${id}/finalize`, admin, {})).json()
  const lots = async () =>
    (await world.db.selectFrom('lots').selectAll().orderBy('code').execute()).map(lot => `${lot.code} ${lot.on_hand}`)
  const receive = async (quantity: number, lot: object) =>
    void requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity, lot }))
  const lotId = async (code: string): Promise<string> =>
    (await world.get(`/admin/lots?state=all&product_id=${product_id}&search=${code}`, admin)).json()[0].id
  return { world, admin, customer, product_id, id, add, read, finalize, lots, receive, lotId }
}

test('a product is counted by lot: known lots are set, those not found have nothing left, unknown ones are created', async () => {
  const { world, product_id, add, read, finalize, lots } = await makeCount()
  requireSuccess(await add(3, EARLY))
  const again = requireSuccess(await add(2, { ...EARLY, code: 'l1' })).json()
  expect([again.new_total, again.message]).toEqual([5, 'Ezine: 3 + 2 KG = 5 KG'])
  requireSuccess(await add(7, { code: 'YENİ' }))
  requireSuccess(await add(1))
  expect((await read()).products).toMatchObject([
    {
      counted_quantity: 13,
      lots: [
        { ...EARLY, counted_quantity: 5 },
        { code: 'YENİ', expires_on: null, expiry_kind: null, counted_quantity: 7 },
      ],
    },
  ])
  const [difference] = (await read('/differences')).products
  expect(difference).toMatchObject({ counted_quantity: 13, stock_quantity: 12, difference: 1 })
  expect(difference.lots).toEqual([
    { ...EARLY, counted_quantity: 5, on_hand: 6 },
    { ...LATE, counted_quantity: 0, on_hand: 4 },
    { code: 'YENİ', expires_on: null, expiry_kind: null, counted_quantity: 7, on_hand: 0 },
  ])
  const { count } = await finalize()
  expect(count.products[0].lots).toHaveLength(2)
  expect(await lots()).toEqual(['L1 5', 'L2 0', 'YENİ 7'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 13, reserved: 0 })
  expect((await read('/differences')).products[0].lots).toEqual(difference.lots)
  const rows = await world.db.selectFrom('lot_ledger').selectAll().where('reason', '=', 'count').execute()
  expect(rows.map(row => row.on_hand_change).sort((a, b) => a - b)).toEqual([-4, -1, 7])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a label without an expiry counts the only lot with its code, which stays blocked', async () => {
  const { world, admin, product_id, add, read, finalize, lots, lotId } = await makeCount()
  requireSuccess(await world.post(`/admin/lots/${await lotId('L1')}/block`, admin, { reason: 'Şikâyet' }))
  requireSuccess(await add(4, { code: 'l1' }))
  requireSuccess(await add(2, EARLY))
  requireSuccess(await add(4, LATE))
  expect((await read()).products).toMatchObject([{ lots: [{ ...EARLY, counted_quantity: 6 }, LATE] }])
  await finalize()
  expect(await lots()).toEqual(['L1 6', 'L2 4'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 6 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a label without an expiry means a lot without one, or the only one that is on hand or counted; else it is refused', async () => {
  const { world, admin, add, read, receive, lotId } = await makeCount()
  const countedLots = async () =>
    (await read()).products[0].lots.map(
      (lot: { code: string; expires_on: string; counted_quantity: number }) =>
        `${lot.code} ${lot.expires_on} ${lot.counted_quantity}`,
    )
  requireSuccess(await add(1, { code: 'YENİ', expires_on: '2026-07-01' }))
  requireSuccess(await add(2, { code: 'YENİ' }))
  await receive(1, { ...EARLY, expires_on: '2026-05-01' })
  const refused = await add(1, { code: 'L1' })
  const message = '“L1” partisi birden çok tarihle kayıtlı; tarihini de seçin'
  expect([refused.status, refused.json().errors]).toEqual([400, [{ field: 'lot', message }]])
  const emptied = { quantity: 0, old_quantity: 4, reason: 'Bulunamadı' }
  requireSuccess(await world.put(`/admin/lots/${await lotId('L2')}/quantity`, admin, emptied))
  requireSuccess(await add(3, { code: 'L2' }))
  expect(await countedLots()).toEqual(['YENİ 2026-07-01 3', 'L2 2026-09-01 3'])
  await receive(1, { code: 'L1' })
  requireSuccess(await add(5, { code: 'L1' }))
  expect(await countedLots()).toContain('L1 null 5')
})

test('a counted lot with goods keeps its kind of expiry; one without goods gets the stated kind, and keeps it if none is stated', async () => {
  const { world, admin, product_id, add, read, finalize, lotId, receive } = await makeCount()
  const refused = await add(4, { ...LATE, code: 'l2', expiry_kind: 'skt' })
  const message = '“l2” partisi TETT 01.09.2026 olarak kayıtlı; tarih türünü TETT yapın'
  expect([refused.status, refused.json().errors]).toEqual([400, [{ field: 'lot', message }]])
  const empty = async (code: string, old_quantity: number) => {
    const emptied = { quantity: 0, old_quantity, reason: 'Bulunamadı' }
    requireSuccess(await world.put(`/admin/lots/${await lotId(code)}/quantity`, admin, emptied))
  }
  const unstated = { code: 'L3', expires_on: '2026-10-01' }
  await receive(1, { ...unstated, expiry_kind: 'tett' })
  await empty('L2', 4)
  await empty('L3', 1)
  requireSuccess(await add(4, { ...LATE, expiry_kind: 'skt' }))
  requireSuccess(await add(2, unstated))
  const kinds = (lots: { code: string; expiry_kind: string }[]) => lots.map(lot => `${lot.code} ${lot.expiry_kind}`)
  const mended = ['L1 skt', 'L2 skt', 'L3 tett']
  expect(kinds((await read('/differences')).products[0].lots)).toEqual(mended)
  await finalize()
  expect(kinds((await read('/differences')).products[0].lots)).toEqual(mended)
  expect(kinds((await world.get(`/admin/lots?state=all&product_id=${product_id}`, admin)).json())).toEqual(mended)
})

test('entries of one count keep the kind of expiry of a lot that is new', async () => {
  const { add, read, finalize } = await makeCount()
  const label = { code: 'Y1', expires_on: '2026-10-01' }
  requireSuccess(await add(2, { ...label, expiry_kind: 'tett' }))
  const refused = await add(3, { ...label, code: 'y1', expiry_kind: 'skt' })
  const message =
    '“y1” partisi bu sayımda TETT 01.10.2026 olarak sayıldı; paket öyle değilse ürünü sayımdan çıkarıp yeniden sayın'
  expect([refused.status, refused.json().errors]).toEqual([400, [{ field: 'lot', message }]])
  requireSuccess(await add(1, label))
  expect((await read()).products[0].lots).toMatchObject([{ code: 'Y1', expiry_kind: 'tett', counted_quantity: 3 }])
  await finalize()
})

test('a count is not finalized while a lot has goods with another kind of expiry than was counted', async () => {
  const { world, admin, id, product_id, add, receive, lots } = await makeCount()
  const label = { code: 'Y1', expires_on: '2026-10-01' }
  requireSuccess(await add(2, { ...label, expiry_kind: 'skt' }))
  await receive(1, { ...label, expiry_kind: 'tett' })
  const before = await lots()
  const refused = await world.post(`/admin/stock/counts/${id}/finalize`, admin, {})
  expect([refused.status, refused.json().code, refused.json().detail]).toEqual([
    409,
    'count_expiry_differs',
    'Parti tarihi sonradan değişti; ürünü çıkarıp yeniden sayın: Ezine Y1 (SKT sayıldı, TETT kayıtlı)',
  ])
  expect(await lots()).toEqual(before)
  const removal = { product_id, counted_quantity: null, old_quantity: 2 }
  requireSuccess(await world.put(`/admin/stock/counts/${id}/products`, admin, removal))
  requireSuccess(await add(3, { ...label, expiry_kind: 'tett' }))
  requireSuccess(await world.post(`/admin/stock/counts/${id}/finalize`, admin, {}))
})

const DATED = { code: 'A7', expires_on: '2026-12-01', expiry_kind: 'skt' }

test('a lot that was counted without its expiry, and comes with it before the count ends, keeps the expiry', async () => {
  const { world, add, read, finalize, lots, receive } = await makeCount()
  requireSuccess(await add(20, { code: 'a7' }))
  await receive(25, DATED)
  const found = { ...DATED, counted_quantity: 20 }
  expect((await read('/differences')).products[0].lots).toMatchObject([
    { ...EARLY, counted_quantity: 0 },
    { ...LATE, counted_quantity: 0 },
    { ...found, on_hand: 25, moved: { arrived: 25, left: 0 } },
  ])
  const { count } = await finalize()
  expect(count.products[0].lots).toMatchObject([{ ...found, code: 'a7' }])
  expect(await lots()).toEqual(['A7 20', 'L1 0', 'L2 0'])
  expect((await read('/differences')).products[0].lots).toContainEqual({ ...found, on_hand: 25 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a lot counted without an expiry stays one if the dated one was counted, too, or if one without has come', async () => {
  const { add, finalize, lots, receive } = await makeCount()
  requireSuccess(await add(2, { code: 'A7' }))
  requireSuccess(await add(3, DATED))
  requireSuccess(await add(4, { code: 'B8' }))
  await receive(9, DATED)
  await receive(9, { code: 'B8' })
  await receive(9, { ...DATED, code: 'B8' })
  await finalize()
  expect((await lots()).sort()).toEqual(['A7 2', 'A7 3', 'B8 0', 'B8 4', 'L1 0', 'L2 0'])
})

test('a lot counted without an expiry gets no date that its code had before the count, or that is beside a counted one', async () => {
  const { world, admin, add, finalize, lots, receive } = await makeCount()
  const second = { ...DATED, expires_on: '2026-12-02' }
  const known = [
    { code: 'A7', dated: [DATED] },
    { code: 'B8', dated: [DATED, second] },
  ]
  for (const { code, dated } of known) {
    await receive(5, { code })
    for (const lot of dated) await receive(10, { ...lot, code })
  }
  for (const { code } of known) requireSuccess(await add(4, { code }))
  requireSuccess(await add(2, { code: 'C9' }))
  requireSuccess(await add(3, { ...DATED, code: 'C9' }))
  await receive(9, { ...second, code: 'C9' })
  for (const lot of await world.db.selectFrom('lots').selectAll().where('expires_on', 'is', null).execute()) {
    const emptied = { quantity: 0, old_quantity: lot.on_hand, reason: 'Bulunamadı' }
    requireSuccess(await world.put(`/admin/lots/${lot.id}/quantity`, admin, emptied))
  }
  await finalize()
  const found = ['A7 0', 'A7 4', 'B8 0', 'B8 0', 'B8 4', 'C9 0', 'C9 2', 'C9 3', 'L1 0', 'L2 0']
  expect((await lots()).sort()).toEqual(found)
  const undated = await world.db.selectFrom('lots').selectAll().where('expires_on', 'is', null).execute()
  expect(undated.map(lot => `${lot.code} ${lot.on_hand}`).sort()).toEqual(['A7 4', 'B8 4', 'C9 2'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a count is not finalized if a lot that was counted without its expiry has come with several', async () => {
  const { world, admin, id, add, receive, lots } = await makeCount()
  requireSuccess(await add(20, { code: 'A7' }))
  await receive(5, DATED)
  await receive(5, { ...DATED, expires_on: '2026-12-02' })
  const before = await lots()
  const refused = await world.post(`/admin/stock/counts/${id}/finalize`, admin, {})
  expect([refused.status, refused.json().detail]).toEqual([
    409,
    'Parti tarihi sonradan değişti; ürünü çıkarıp yeniden sayın: Ezine A7 (tarihsiz sayıldı, birden çok tarihle kayıtlı)',
  ])
  expect(await lots()).toEqual(before)
})

test('a finalized count shows how it changed the lots, whatever becomes of them afterwards', async () => {
  const { product_id, add, read, finalize, receive } = await makeCount()
  requireSuccess(await add(4, EARLY))
  requireSuccess(await add(4, LATE))
  requireSuccess(await add(4))
  const expected = {
    product_id,
    difference: 0,
    lots: [
      { ...EARLY, counted_quantity: 4, on_hand: 6 },
      { ...LATE, counted_quantity: 4, on_hand: 4 },
    ],
  }
  expect((await read('/differences')).products).toMatchObject([expected])
  await finalize()
  await receive(3, EARLY)
  await receive(3, LATE)
  await receive(3, { code: 'YENİ' })
  expect((await read('/differences')).products).toMatchObject([{ ...expected, reserved_quantity: null }])
})

test('the difference of a product that was counted as a whole is taken from its lots', async () => {
  const { world, add, finalize, read, lots } = await makeCount()
  requireSuccess(await add(9))
  expect((await read()).products[0]).not.toHaveProperty('lots')
  expect((await read('/differences')).products[0]).not.toHaveProperty('lots')
  await finalize()
  expect(await lots()).toEqual(['L1 5', 'L2 4'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('the differences show goods of a blocked lot as reserved only as far as they were found', async () => {
  const { world, admin, customer, product_id, id, add, read, finalize } = await makeCount()
  requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }))
  const [early] = (await world.get(`/admin/lots?product_id=${product_id}&search=L1`, admin)).json()
  requireSuccess(await world.post(`/admin/lots/${early.id}/block`, admin, { reason: 'Şikâyet' }))
  const reserved = async () => (await read('/differences')).products[0].reserved_quantity
  // Missing goods are taken from blocked lots last.
  requireSuccess(await add(8))
  expect(await reserved()).toBe(7)
  requireSuccess(await world.put(`/admin/stock/counts/${id}/products`, admin, { product_id, counted_quantity: 4 }))
  expect(await reserved()).toBe(5)
  requireSuccess(await world.put(`/admin/stock/counts/${id}/products`, admin, { product_id, counted_quantity: null }))
  requireSuccess(await add(3, LATE))
  expect(await reserved()).toBe(1)
  requireSuccess(await add(2, { ...EARLY, code: 'l1' }))
  expect(await reserved()).toBe(3)
  await finalize()
  expect(await world.figures(product_id)).toEqual({ on_hand: 5, reserved: 3 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test.each([
  ['is not known yet', async () => {}],
  ['has just expired', (count: Count) => expiredLot(count)],
  [
    'has expired with nothing on hand',
    async (count: Count) => {
      const id = await expiredLot(count)
      const emptied = { quantity: 0, old_quantity: 3, reason: 'Bulunamadı' }
      requireSuccess(await count.world.put(`/admin/lots/${id}/quantity`, count.admin, emptied))
    },
  ],
])('the differences show goods of a lot that finalizing blocks as reserved: it %s', async (_, prepare) => {
  const count = await makeCount()
  const { world, customer, product_id, add, read, finalize } = count
  requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] }))
  await prepare(count)
  requireSuccess(await add(6, OLD))
  expect((await read('/differences')).products[0]).toMatchObject({ counted_quantity: 6, reserved_quantity: 11 })
  await finalize()
  expect(await world.figures(product_id)).toEqual({ on_hand: 6, reserved: 11 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

/** A lot past its use-by date that is not blocked yet, as in the first minutes of a day; 3 are on hand. */
async function expiredLot({ world, receive, lotId }: Count) {
  await receive(3, { ...OLD, expires_on: '2026-03-10' })
  const id = await lotId(OLD.code)
  await world.db.updateTable('lots').set({ expires_on: OLD.expires_on }).where('id', '=', id).execute()
  return id
}

test('the differences do not show goods as reserved of an empty lot that was blocked with a mistyped SKT', async () => {
  const { world, admin, product_id, receive, lotId, add, read, finalize } = await makeCount()
  await receive(3, OLD)
  const emptied = { quantity: 0, old_quantity: 3, reason: 'Bulunamadı' }
  requireSuccess(await world.put(`/admin/lots/${await lotId(OLD.code)}/quantity`, admin, emptied))
  requireSuccess(await add(6, { ...OLD, expiry_kind: 'tett' }))
  expect((await read('/differences')).products[0]).toMatchObject({ counted_quantity: 6, reserved_quantity: 0 })
  await finalize()
  expect(await world.figures(product_id)).toEqual({ on_hand: 6, reserved: 0 })
})

test('a lot with TETT that the portal has blocked is released once it is empty, and the differences say so only then', async () => {
  const { world, admin, product_id, receive, lotId, add, read, finalize } = await makeCount()
  await receive(3, OLD)
  // Earlier versions changed the kind of an empty lot without releasing it.
  await world.db.updateTable('lots').set({ expiry_kind: 'tett' }).where('code', '=', OLD.code).execute()
  const tett = { ...OLD, expiry_kind: 'tett' }
  requireSuccess(await add(4, tett))
  expect((await read('/differences')).products[0]).toMatchObject({ counted_quantity: 4, reserved_quantity: 4 })
  await finalize()
  expect(await world.figures(product_id)).toEqual({ on_hand: 4, reserved: 4 })
  const emptied = { quantity: 0, old_quantity: 4, reason: 'Bulunamadı' }
  requireSuccess(await world.put(`/admin/lots/${await lotId(OLD.code)}/quantity`, admin, emptied))
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 2, lot: tett }))
  expect(await world.figures(product_id)).toEqual({ on_hand: 2, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('the differences do not show goods as reserved that may be sold past their expiry', async () => {
  const { world, admin, customer, product_id, receive, lotId, add, read, finalize } = await makeCount()
  requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] }))
  await receive(3, OLD)
  requireSuccess(await world.post(`/admin/lots/${await lotId(OLD.code)}/release`, admin, { reason: 'Analiz temiz' }))
  requireSuccess(await world.post(`/admin/lots/${await lotId(EARLY.code)}/block`, admin, { reason: 'Şikâyet' }))
  requireSuccess(await add(2, OLD))
  requireSuccess(await add(1, EARLY))
  requireSuccess(await add(4, { code: 'TETT', expires_on: '2026-03-09', expiry_kind: 'tett' }))
  expect((await read('/differences')).products[0]).toMatchObject({ counted_quantity: 7, reserved_quantity: 6 })
  await finalize()
  expect(await world.figures(product_id)).toEqual({ on_hand: 7, reserved: 6 })
})

test('counted goods past their use-by date are not sold, and orders get other lots in place of those not found', async () => {
  const { world, admin, customer, product_id, add, finalize, lots } = await makeCount()
  const order = requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 3 }] })).json()
  requireSuccess(await world.put(`/admin/orders/${order.id}/status`, admin, { status: 'hazirlaniyor' }))
  requireSuccess(await add(4, LATE))
  requireSuccess(await add(2, { code: 'ESKİ', expires_on: '2026-03-09' }))
  await finalize()
  expect(await lots()).toEqual(['ESKİ 2', 'L1 0', 'L2 4'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 6, reserved: 5 })
  const picks = await world.db.selectFrom('lots').select(['code', 'picked']).where('picked', '>', 0).execute()
  expect(picks).toEqual([{ code: 'L2', picked: 3 }])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('the total cannot be corrected below its lots; a product that was removed from the count can be counted again', async () => {
  const { world, admin, product_id, id, add, read, finalize, lots } = await makeCount()
  requireSuccess(await add(5, EARLY))
  const correct = (counted_quantity: number | null) =>
    world.put(`/admin/stock/counts/${id}/products`, admin, { product_id, counted_quantity })
  const refused = await correct(4)
  expect([refused.status, refused.json().errors]).toEqual([
    400,
    [
      {
        field: 'counted_quantity',
        message: 'Partileriyle 5 sayıldı; daha azı için ürünü sayımdan çıkarıp yeniden sayın',
      },
    ],
  ])
  requireSuccess(await correct(8))
  requireSuccess(await correct(null))
  requireSuccess(await add(1, LATE))
  expect((await read()).products).toMatchObject([{ counted_quantity: 1, lots: [{ code: 'L2' }] }])
  await finalize()
  expect(await lots()).toEqual(['L1 0', 'L2 1'])
  const off = await world.product({ name: 'Zeytin' })
  const { id: next } = requireSuccess(
    await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' }),
  ).json()
  const entry = { product_id: off, counted_quantity: 1, lot: EARLY }
  const without = await world.post(`/admin/stock/counts/${next}/products`, admin, entry)
  expect([without.status, without.json().errors]).toEqual([
    400,
    [{ field: 'lot', message: 'Bu ürünün parti takibi kapalıdır' }],
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('finalizing sends as many statements, and each lot as often, when more products were counted by lot', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const sentFor = async (count: number) => {
    const products = await world.products(
      Array.from({ length: count }, (_, i) => ({ name: `Ezine ${count} ${i}`, lot_tracking: 'asked', on_hand: 0 })),
    )
    const items = products.map(product_id => ({ product_id, quantity: 6, lot: EARLY }))
    requireSuccess(await world.post('/admin/stock/receipts', admin, { items }))
    const { id } = requireSuccess(await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })).json()
    for (const product_id of products) {
      const entry = { product_id, counted_quantity: 5, lot: EARLY }
      requireSuccess(await world.post(`/admin/stock/counts/${id}/products`, admin, entry))
    }
    const sent = await sentDuring(
      async () => void requireSuccess(await world.post(`/admin/stock/counts/${id}/finalize`, admin, {})),
    )
    const lots = await world.db.selectFrom('lots').select('id').where('product_id', '=', products[0]!).execute()
    const timesSent = JSON.stringify(sent.map(({ values }) => values)).split(lots[0]!.id).length - 1
    expect(timesSent).toBeGreaterThan(0)
    return { statements: sent.length, timesSent }
  }
  expect(await sentFor(6)).toEqual(await sentFor(2))
})
