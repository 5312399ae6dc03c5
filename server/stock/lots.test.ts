import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isSameLotCode } from '#contract/lot-labels.ts'
import { inTransaction } from '../db/transaction.ts'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld } from '../testing/world.ts'
import { effectOn, findOrCreateLots, type StoredLot } from './lots.ts'

const lot = (id: string, on_hand: number, expires_on: string | null, blocked = false): StoredLot => ({
  id,
  product_id: 'p',
  code: id,
  expires_on,
  expiry_kind: expires_on ? 'skt' : null,
  supplier: null,
  delivery_note: null,
  received_at: '2026-03-01T07:00:00.000Z',
  on_hand,
  picked: 0,
  blocked_at: blocked ? '2026-03-02T07:00:00.000Z' : null,
  blocked_by_admin_name: null,
  block_reason: blocked ? 'Geri çağırma' : null,
  sold_past_expiry: false,
  in_catalogue: false,
})

test('a movement takes goods without a lot first, then those of the lots that expire first, and blocked ones last', () => {
  const lots = [lot('none', 5, null), lot('late', 5, '2026-05-01'), lot('stopped', 5, '2026-03-20', true)]
  lots.push(lot('soon', 2, '2026-04-01'))
  const taken = (on_hand: number) => {
    const { changes, in_lots, blocked } = effectOn(lots, 3, { on_hand })
    expect(in_lots).toBe(changes.reduce((sum, change) => sum + change.on_hand, 0))
    return [changes.map(change => `${change.lot_id} ${change.on_hand}`).join(', '), blocked]
  }
  expect(taken(-3)).toEqual(['', 0])
  expect(taken(-6)).toEqual(['soon -2, late -1', 0])
  expect(taken(-15)).toEqual(['soon -2, late -5, none -5', 0])
  expect(taken(-20)).toEqual(['soon -2, late -5, none -5, stopped -5', -5])
  expect(taken(4)).toEqual(['', 0])
  // Goods picked for orders stay as long as there are others.
  lots[3] = { ...lots[3]!, picked: 2 }
  expect(taken(-6)).toEqual(['late -3', 0])
  expect(taken(-14)).toEqual(['late -5, none -5, soon -1', 0])
})

test('named lots change by the named quantities, and lots are chosen only for the rest of a movement', () => {
  const lots = [lot('soon', 2, '2026-04-01'), lot('late', 5, '2026-05-01')]
  const effect = effectOn(lots, 1, { on_hand: -5, lots: [{ lot_id: 'late', on_hand: -3 }] })
  expect(effect.changes).toEqual([
    { lot_id: 'late', on_hand: -3 },
    { lot_id: 'soon', on_hand: -1 },
  ])
  // Goods without a lot get one.
  expect(effectOn(lots, 1, { lots: [{ lot_id: 'late', on_hand: 1 }] })).toMatchObject({ in_lots: 1, blocked: 0 })
})

test('a receipt names the lots of its goods, and reversing it takes them from these lots', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const [cheese] = await world.products([{ name: 'Ezine', lot_tracking: 'required', on_hand: 4 }])
  const receive = (...items: object[]) =>
    world.post('/admin/stock/receipts', admin, {
      supplier: 'Yörük Gıda',
      items: items.map(item => ({ product_id: cheese, ...item })),
    })
  const first = { code: 'L2417', expires_on: '2026-06-01' }
  const booked = await receive(
    { quantity: 5, lot: first },
    { quantity: 2, lot: { ...first, code: 'l2417' } },
    { quantity: 3, lot: { code: 'L2417', expires_on: '2026-07-01', expiry_kind: 'tett' } },
    { quantity: 1, lot: { code: 'X' } },
  )
  expect(booked.status).toBe(201)
  const lots = () =>
    world.db
      .selectFrom('lots')
      .select(['code', 'expires_on', 'expiry_kind', 'on_hand', 'supplier'])
      .orderBy('on_hand')
      .execute()
  expect(await lots()).toEqual([
    { code: 'X', expires_on: null, expiry_kind: null, on_hand: 1, supplier: 'Yörük Gıda' },
    { code: 'L2417', expires_on: '2026-07-01', expiry_kind: 'tett', on_hand: 3, supplier: 'Yörük Gıda' },
    { code: 'L2417', expires_on: '2026-06-01', expiry_kind: 'skt', on_hand: 7, supplier: 'Yörük Gıda' },
  ])
  expect(await world.figures(cheese!)).toEqual({ on_hand: 15, reserved: 0 })
  await receive({ quantity: 1, lot: { code: 'L2417', expires_on: '2026-06-01' } })
  expect((await lots()).at(-1)).toMatchObject({ on_hand: 8 })
  const path = `/admin/stock/receipts/${booked.json().id}`
  const [item] = (await world.get(path, admin)).json().items
  expect(item.lots.map((one: { code: string; quantity: number }) => `${one.code} ${one.quantity}`).sort()).toEqual([
    'L2417 3',
    'L2417 7',
    'X 1',
  ])
  expect((await world.post(`${path}/reverse`, admin)).status).toBe(200)
  expect((await lots()).map(({ on_hand }) => on_hand)).toEqual([0, 0, 1])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a receipt without a lot is refused where lots are required, and one with a lot where they are off', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [required, off, asked] = await world.products([
    { name: 'Ezine', lot_tracking: 'required' },
    { name: 'Gemlik' },
    { name: 'Sızma', lot_tracking: 'asked' },
  ])
  const lot = { code: 'L1', expires_on: '2026-06-01' }
  const items = [
    { product_id: required, quantity: 1 },
    { product_id: off, quantity: 1, lot },
    { product_id: asked, quantity: 1 },
    { product_id: asked, quantity: 1, lot },
  ]
  const refused = await world.post('/admin/stock/receipts', admin, { items })
  expect([refused.status, refused.json().errors]).toEqual([
    400,
    [
      { field: 'items.0.lot', message: 'Bu ürünün parti numarası gereklidir' },
      { field: 'items.1.lot', message: 'Bu ürünün parti takibi kapalıdır' },
    ],
  ])
  const one = await world.post('/admin/stock/receipts', admin, { product_id: required, quantity: 1 })
  expect([one.status, one.json().errors[0].field]).toEqual([400, 'lot'])
  const nameless = await world.post('/admin/stock/receipts', admin, {
    product_id: asked,
    quantity: 1,
    lot: { code: ' ' },
  })
  expect([nameless.status, nameless.json().errors]).toEqual([
    400,
    [{ field: 'lot.code', message: 'Parti no zorunludur' }],
  ])
  expect((await world.post('/admin/stock/receipts', admin, { items: items.slice(2) })).status).toBe(201)
  expect(await world.db.selectFrom('lots').select('on_hand').execute()).toEqual([{ on_hand: 1 }])
})

test('a receipt with another kind of expiry than its lot has is refused, and books nothing', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ lot_tracking: 'asked', on_hand: 0 })
  const lot = { code: 'A7', expires_on: '2026-06-01' }
  const receive = (...kinds: unknown[]) =>
    world.post('/admin/stock/receipts', admin, {
      items: kinds.map(expiry_kind => ({ product_id, quantity: 1, lot: { ...lot, expiry_kind } })),
    })
  const message = (kind: string) => `“A7” partisi ${kind} 01.06.2026 olarak kayıtlı; tarih türünü ${kind} yapın`
  const twoKinds = await receive('tett', 'skt')
  const both = '“A7” partisi bu kabulde hem SKT hem TETT olarak yazılmış; tarih türünü aynı yapın'
  expect([twoKinds.status, twoKinds.json().errors]).toEqual([400, [{ field: 'items.1.lot', message: both }]])
  expect((await receive('tett')).status).toBe(201)
  const one = { product_id, quantity: 1, lot: { ...lot, code: 'a7', expiry_kind: 'skt' } }
  const refused = await world.post('/admin/stock/receipts', admin, one)
  expect([refused.status, refused.json().errors]).toEqual([
    400,
    [{ field: 'lot', message: message('TETT').replace('A7', 'a7') }],
  ])
  expect((await receive('tett', undefined)).status).toBe(201)
  expect(await world.figures(product_id)).toEqual({ on_hand: 3, reserved: 0 })
})

test('a lot in two lines of a receipt is released once if its kind of expiry was mistyped', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const receive = (expiry_kind: string, quantities: number[]) => {
    const lot = { code: 'A7', expires_on: '2026-03-09', expiry_kind }
    return world.post('/admin/stock/receipts', admin, {
      items: quantities.map(quantity => ({ product_id, quantity, lot })),
    })
  }
  const { id } = requireSuccess(await receive('skt', [3])).json()
  requireSuccess(await world.post(`/admin/stock/receipts/${id}/reverse`, admin))
  requireSuccess(await receive('tett', [1, 2]))
  const [lot] = (await world.get('/admin/lots', admin)).json()
  expect(lot).toMatchObject({ on_hand: 3, expiry_kind: 'tett', blocked_at: null })
  const reasons = (await world.get(`/admin/lots/movements?lot_id=${lot.id}`, admin)).json()
  expect(reasons.filter(({ reason }: { reason: string }) => reason === 'lot_released')).toHaveLength(1)
  const trail = (await world.get('/admin/audit?entity=lot', admin)).json()
  expect(trail.filter(({ action }: { action: string }) => action === 'released')).toHaveLength(1)
})

test('a lot whose goods are gone gets the kind of expiry that a receipt states, also after one without a kind', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ lot_tracking: 'asked', on_hand: 0 })
  const receive = (...kinds: unknown[]) =>
    world.post('/admin/stock/receipts', admin, {
      items: kinds.map(expiry_kind => ({
        product_id,
        quantity: 1,
        lot: { code: 'A7', expires_on: '2026-06-01', expiry_kind },
      })),
    })
  const lots = () => world.db.selectFrom('lots').select(['expiry_kind', 'on_hand']).execute()
  const mistyped = await receive(undefined, 'tett')
  expect([mistyped.status, await lots()]).toEqual([201, [{ expiry_kind: 'tett', on_hand: 2 }]])
  await world.post(`/admin/stock/receipts/${mistyped.json().id}/reverse`, admin)
  const mended = await receive('skt')
  expect([mended.status, await lots()]).toEqual([201, [{ expiry_kind: 'skt', on_hand: 1 }]])
  await world.post(`/admin/stock/receipts/${mended.json().id}/reverse`, admin)
  await receive(undefined)
  expect([(await receive('tett')).status, await lots()]).toEqual([400, [{ expiry_kind: 'skt', on_hand: 1 }]])
})

test('a correction or a count takes from lots only what goods without a lot do not cover', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [cheese] = await world.products([{ name: 'Ezine', lot_tracking: 'asked', on_hand: 4 }])
  const lotted = [
    { product_id: cheese, quantity: 5, lot: { code: 'GEÇ', expires_on: '2026-09-01' } },
    { product_id: cheese, quantity: 5, lot: { code: 'ERKEN', expires_on: '2026-06-01' } },
  ]
  await world.post('/admin/stock/receipts', admin, { items: lotted })
  const left = async () =>
    (await world.db.selectFrom('lots').select(['code', 'on_hand']).orderBy('code').execute()).map(
      ({ code, on_hand }) => `${code} ${on_hand}`,
    )
  const correct = (stock_quantity: number) => world.put(`/admin/products/${cheese}`, admin, { stock_quantity })
  await correct(10)
  expect(await left()).toEqual(['ERKEN 5', 'GEÇ 5'])
  await correct(7)
  expect(await left()).toEqual(['ERKEN 2', 'GEÇ 5'])
  await correct(9)
  await correct(0)
  expect(await left()).toEqual(['ERKEN 0', 'GEÇ 0'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('as many lots as a workbook may have are created together, with their ids in its order', async () => {
  const world = await makeWorld()
  const product_id = await world.product()
  const codes = Array.from({ length: 10_000 }, (_, n) => `L${n}`)
  const wanted = codes.map(code => ({ product_id, label: { code }, supplier: null, delivery_note: null }))
  const ids = await inTransaction(world.db, tx => findOrCreateLots(tx, wanted, world.now()))
  const stored = await world.db.selectFrom('lots').select(['id', 'code']).execute()
  const codeOf = new Map(stored.map(({ id, code }) => [id, code]))
  expect(ids.map(id => codeOf.get(id))).toEqual(codes)
})

test('two codes name the same lot for the web app if they do for the unique index', async () => {
  const world = await makeWorld()
  const product_id = await world.product()
  const codes = ['A7', 'a7', 'Ş1', 'ş1', 'İ', 'i', 'I', 'ı', 'Ä', 'ä']
  const insert = (code: string) =>
    sql`insert into lots (id, product_id, code, received_at) values (gen_random_uuid(), ${product_id}, ${code}, now())
      on conflict do nothing`.execute(world.db)
  const added: string[] = []
  for (const code of codes) if ((await insert(code)).numAffectedRows) added.push(code)
  expect(added).toEqual(codes.filter((code, i) => !codes.slice(0, i).some(earlier => isSameLotCode(earlier, code))))
  expect(added).toHaveLength(8)
})
