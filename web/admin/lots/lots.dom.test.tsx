import { expect, test, vi } from 'vitest'
import { listConnectedLots } from '#contract/lots.ts'
import { readAnyProduct } from '#contract/products.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const LOT = {
  id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  category: 'Peynir',
  unit: 'KG',
  warehouse: 'Ana Depo',
  code: 'L2417',
  expires_on: '2026-03-01',
  expiry_kind: 'skt',
  supplier: 'Yörük Gıda',
  delivery_note: null,
  received_at: '2026-02-10T07:00:00.000Z',
  on_hand: 12,
  picked_quantity: 0,
  value: 3474,
  blocked_at: null,
  blocked_by_admin_name: null,
  block_reason: null,
  in_catalogue: false,
  sold_past_expiry: false,
  is_offer: false,
}
const FIGURES = { count: 1, value: 3474, on_hand_count: 1, expired_count: 1, blocked_count: 0, is_any: true }
const NO_OFFER = { is_allowed: false, is_changeable: true, offer: null, most: 12, unit: 'KG', regular_price: 290.15 }
const LOTS = '/admin/dashboard?tab=inventory&view=lots'

async function openLots(address = LOTS) {
  const opened = await openAdminScreen(address, async () => {
    const { InventoryTab } = await import('../inventory/inventory-tab.tsx')
    return <InventoryTab />
  })
  const { server } = opened
  const queries: Record<string, string>[] = []
  const state: { lots: object[]; movements: object[]; figures: object; connected: object[]; offer: object } = {
    lots: [LOT],
    movements: [],
    figures: FIGURES,
    connected: [],
    offer: NO_OFFER,
  }
  server.respond('GET /api/admin/lots', ({ query, reply }) => {
    queries.push(query)
    reply(200, state.lots)
  })
  server.respond('GET /api/admin/lots/figures', ({ reply }) => reply(200, state.figures))
  server.respond(`GET /api/admin/lots/${LOT.id}`, ({ reply }) => reply(200, state.lots.at(-1)))
  server.respond('GET /api/admin/lots/movements', ({ reply }) => reply(200, state.movements))
  server.respond(`GET /api/admin/lots/${LOT.id}/connected`, ({ reply }) => reply(200, state.connected))
  server.respond(`GET /api/admin/lots/${LOT.id}/offer`, ({ reply }) => reply(200, state.offer))
  server.respond(`GET /api/admin/products/${LOT.product_id}`, ({ reply }) =>
    reply(200, { ...WIRE_PRODUCT, available_quantity: 4 }),
  )
  const openLot = async () => {
    await opened.says('L2417')
    await opened.act(async () => document.querySelector<HTMLElement>('table[aria-label="Partiler"] tbody tr')?.click())
    await opened.says('İlk mal kabul')
  }
  const submit = () => opened.act(async () => document.querySelector<HTMLElement>('button[type=submit]')?.click())
  return { ...opened, queries, state, openLot, submit }
}

test('an expired lot is written off with a reason; without any reply the same request is sent again', async () => {
  const { server, act, says, alerts, state, submit } = await openLots()
  await says('L2417')
  await says('gün geçti')
  await says('₺3.474,00')
  await act(async () => document.querySelector<HTMLElement>('table[aria-label="Partiler"] tbody tr')?.click())
  await says('birkaç dakika içinde kendiliğinden engellenir')
  expect(new URLSearchParams(location.search).get('lot')).toBe(LOT.id)
  await act(async () => button('İmha et').click())
  // The whole quantity of an expired lot is proposed.
  await says('12 KG stoktan düşülür, elde 0 KG kalır')
  await says('Açık siparişlerde 8 KG eksik kalır')
  await submit()
  await says('Neden yazın')
  await act(async () => typeIn(field('Neden'), 'Tarihi geçti'))
  await act(async () => typeIn(field('Miktar'), '13'))
  await submit()
  await says('Miktar en fazla 12 olabilir')
  expect(server.untaken()).not.toContain(`POST /api/admin/lots/${LOT.id}/write-off`)
  await act(async () => typeIn(field('Miktar'), '5'))
  expect(document.body.textContent).not.toContain('Miktar en fazla 12 olabilir')
  await submit()
  const lost = await server.lose(`POST /api/admin/lots/${LOT.id}/write-off`)
  expect(JSON.parse(lost.body)).toEqual({ quantity: 5, reason: 'Tarihi geçti', unit: 'KG' })
  await says('Kapatmadan yeniden deneyin')
  expect(alerts).toHaveLength(1)
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  await submit()
  ;(await server.next(`POST /api/admin/lots/${LOT.id}/write-off`)).refuse(429, 'too_many_requests', 'Çok fazla istek')
  await shows(() => alerts.length === 2)
  expect(document.body.textContent).toContain('Kapatmadan yeniden deneyin')
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  await submit()
  const again = await server.next(`POST /api/admin/lots/${LOT.id}/write-off`)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  const left = { ...LOT, on_hand: 7 }
  state.lots = [left]
  again.reply(200, { message: 'İmha kaydedildi', lot: left })
  await shows(() => document.querySelector('button[type=submit]') === null)
})

test('a lot is corrected to the quantity on the shelf, and a switch shows its expiry in the catalogue', async () => {
  const { server, act, says, state, openLot, submit } = await openLots()
  await openLot()
  await says('Katalogda göster')
  await act(async () => document.querySelector<HTMLElement>('input[role=switch]')?.click())
  const unanswered = await server.next(`PUT /api/admin/lots/${LOT.id}/catalogue`)
  unanswered.drop()
  const shown = await server.next(`PUT /api/admin/lots/${LOT.id}/catalogue`)
  expect(JSON.parse(shown.body)).toEqual({ in_catalogue: true })
  state.lots = [{ ...LOT, in_catalogue: true }]
  await act(async () => shown.reply(200, { message: 'Tarih katalogda gösteriliyor', lot: state.lots[0] }))
  await shows(() => document.querySelector<HTMLInputElement>('input[role=switch]')?.checked === true)
  await act(async () => button('Düzelt').click())
  await says('Elde 12 KG görünüyor')
  await act(async () => typeIn(field('Raftaki miktar'), '9'))
  await act(async () => button('Vazgeç').click())
  await says('Yazdıklarınız kaydedilmedi.')
  await act(async () => button('Düzenlemeye dön').click())
  await act(async () => typeIn(field('Neden'), 'Raf kontrolü'))
  await says('Fark: −3 KG')
  await act(async () =>
    document
      .querySelector<HTMLElement>(
        'dialog input[type=checkbox]:not([role]), [role=dialog] input[type=checkbox]:not([role])',
      )
      ?.click(),
  )
  await says('Ürünün toplam stoğu değişmez')
  await submit()
  const corrected = await server.next(`PUT /api/admin/lots/${LOT.id}/quantity`)
  expect(JSON.parse(corrected.body)).toEqual({
    quantity: 9,
    old_quantity: 12,
    reason: 'Raf kontrolü',
    from_unnamed: true,
    unit: 'KG',
  })
  await act(async () => corrected.reply(200, { message: 'Parti düzeltildi', lot: { ...LOT, on_hand: 9 } }))
  await shows(() => document.querySelector('button[type=submit]') === null)
})

test('a correction says that orders in preparation are to get more of the lot than is left', async () => {
  const { act, says, state, openLot } = await openLots()
  state.lots = [{ ...LOT, picked_quantity: 10 }]
  await openLot()
  await act(async () => button('Düzelt').click())
  const picked = 'Bu partiden 10 KG hazırlanan siparişlere ayrıldı; o siparişlerde partiyi değiştirin.'
  await act(async () => typeIn(field('Raftaki miktar'), '8'))
  await says(picked)
  await act(async () => typeIn(field('Raftaki miktar'), '0'))
  await says('Bu partiyi alacak siparişlere, varsa başka partiler verilir.')
  expect(document.body.textContent).not.toContain(picked)
  await act(async () => typeIn(field('Raftaki miktar'), '10'))
  await shows(() => !document.body.textContent.includes('Bu partiyi alacak'))
  expect(document.body.textContent).not.toContain(picked)
})

test('a lot leaves the list when its change is refused because its product was deleted', async () => {
  const { server, act, alerts, says, state, openLot, submit } = await openLots()
  state.lots = [LOT, { ...LOT, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', code: 'L2418' }]
  server.respond(`GET /api/admin/lots/${LOT.id}`, ({ reply, refuse }) =>
    state.lots.length > 1 ? reply(200, LOT) : refuse(404, 'not_found'),
  )
  await openLot()
  await act(async () => button('Engelle').click())
  await says('Partiyi engelle')
  await act(async () => typeIn(field('Neden'), 'Şikâyet'))
  await submit()
  const { refuse } = await server.next(`POST /api/admin/lots/${LOT.id}/block`)
  state.lots = state.lots.slice(1)
  refuse(404, 'not_found', 'Kayıt bulunamadı')
  const rows = () => [...document.querySelectorAll('table[aria-label="Partiler"] tbody tr')]
  await shows(() => rows().length === 1)
  expect(rows()[0]?.textContent).toContain('L2418')
  expect(alerts).toEqual(['Kayıt bulunamadı'])
})

const BLOCKED = { ...LOT, blocked_at: '2026-03-10T07:00:00.000Z', block_reason: 'Şikâyet' }

test('of goods that orders may keep, blocking says how many they lack at most', async () => {
  const { act, says, state, openLot } = await openLots()
  state.lots = [{ ...LOT, picked_quantity: 10 }]
  await openLot()
  await act(async () => button('Engelle').click())
  await says('Açık siparişlerde en çok 8 KG eksik kalabilir')
  expect(document.body.textContent).not.toContain('Tedarik listesinde')
})

test('a write-off of an expired lot proposes no goods that orders keep, and warns if some are written off', async () => {
  const { act, says, state, openLot } = await openLots()
  state.lots = [{ ...BLOCKED, block_reason: 'Tarihi geçti', picked_quantity: 4 }]
  await openLot()
  await act(async () => button('İmha et').click())
  await says('8 KG stoktan düşülür, elde 4 KG kalır')
  const warning = 'Çıkan malı imha etmeyin'
  expect(document.body.textContent).not.toContain(warning)
  await act(async () => typeIn(field('Miktar'), '9'))
  await says(warning)
  await act(async () => typeIn(field('Miktar'), '12'))
  await says(`${warning}. Bu partiyi alacak siparişlere, varsa başka partiler verilir.`)
})

test('a lot that the portal has blocked can be released, or blocked by an admin, by which nothing more is lacking', async () => {
  const { server, act, says, state, openLot } = await openLots()
  state.lots = [{ ...BLOCKED, block_reason: 'Tarihi geçti', picked_quantity: 4 }]
  state.connected = [{ ...BLOCKED, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c57', came_from: false, went_to: true }]
  await openLot()
  await says('Tarihi geçti')
  await says('4 KG teslim günü geçmiş siparişlerde kaldı')
  expect(button('Engeli kaldır')).toBeTruthy()
  await act(async () => button('Engelle').click())
  await says('Bu maldan başka partilere de geçti')
  await says('Teslim günü geçmiş siparişler partiyi korur')
  const { queryClient, queryKeyOf } = await import('../../queries.ts')
  await shows(() => queryClient.isFetching({ queryKey: queryKeyOf(readAnyProduct) }) === 0)
  expect(document.body.textContent).not.toContain('eksik kalır')
  await act(async () => typeIn(field('Neden'), 'Geri çağırma'))
  await act(async () => document.querySelector<HTMLElement>('button[type=submit]')?.click())
  const { body, reply } = await server.next(`POST /api/admin/lots/${LOT.id}/block`)
  expect(JSON.parse(body)).toEqual({ reason: 'Geri çağırma', with_connected: true })
  const blocked = { ...BLOCKED, blocked_by_admin_name: 'Ayşe', block_reason: 'Geri çağırma' }
  state.lots = [blocked]
  await act(async () => reply(200, { message: 'Parti engellendi', lot: blocked }))
  await shows(
    () => !Array.from(document.querySelectorAll('button')).some(({ textContent }) => textContent === 'Engelle'),
  )
})
const EMPTY = { ...LOT, on_hand: 0 }

// Of the product, 4 can be sold.
test.each([
  ['goods without a lot put into a blocked lot', BLOCKED, '19', true, 3],
  ['goods without a lot put into an expired lot that is empty', EMPTY, '7', true, 3],
  ['goods missing from a lot on sale', LOT, '5', false, 3],
  ['goods found of a blocked lot', BLOCKED, '19', false, 0],
  ['goods missing from a blocked lot', BLOCKED, '5', false, 0],
  ['goods of a blocked lot that have none', BLOCKED, '5', true, 0],
  ['goods of a lot on sale that have none', LOT, '5', true, 0],
])('a correction for %s says how many orders lack', async (_, lot, typed, fromUnnamed, missing) => {
  const { act, says, state, openLot } = await openLots()
  state.lots = [lot]
  await openLot()
  await act(async () => button('Düzelt').click())
  await act(async () => typeIn(field('Raftaki miktar'), typed))
  if (fromUnnamed) await act(async () => field('Fark, ürünün partisiz stoğundan').click())
  await says(fromUnnamed ? 'Ürünün toplam stoğu değişmez' : 'Ürünün stoğu fark kadar değişir')
  const { queryClient, queryKeyOf } = await import('../../queries.ts')
  await shows(() => queryClient.isFetching({ queryKey: queryKeyOf(readAnyProduct) }) === 0)
  if (missing > 0) await says(`Açık siparişlerde ${missing} KG eksik kalır`)
  else expect(document.body.textContent).not.toContain('eksik kalır')
})

test.each([
  ['Düzelt', 'Raftaki miktar', '12x', 'Lütfen geçerli bir sayı girin'],
  ['Düzelt', 'Raftaki miktar', '-1', 'Stok miktarı negatif olamaz'],
  ['İmha et', 'Miktar', '12x', 'Miktar bir sayı olmalıdır'],
  ['İmha et', 'Miktar', '-1', 'Miktar en az 1 olmalıdır'],
])('%s states no consequences of a %s of %s, and does not send it', async (action, label, typed, fault) => {
  const { server, act, says, openLot, submit } = await openLots()
  await openLot()
  await act(async () => button(action).click())
  await act(async () => typeIn(field('Neden'), 'Raf kontrolü'))
  await act(async () => typeIn(field(label), typed))
  const { queryClient, queryKeyOf } = await import('../../queries.ts')
  await shows(() => queryClient.isFetching({ queryKey: queryKeyOf(readAnyProduct) }) === 0)
  expect(document.body.textContent).not.toMatch(/NaN|eksik kalır|−1 KG|Fark:/)
  await submit()
  await says(fault)
  expect(server.untaken().filter(endpoint => !endpoint.startsWith('GET'))).toEqual([])
})

test.each([
  ['İmha et', 'Neden', 'Kırık', 'POST', 'write-off'],
  ['Düzelt', 'Neden', 'Kırık', 'PUT', 'quantity'],
  ['Fırsat yap', 'Fırsat fiyatı', '199,90', 'POST', 'offer'],
])(
  'the quantity of “%s” is sent with its unit, and its field shows that the product has another one',
  async (...row) => {
    const [action, other, text, method, path] = row
    const { server, act, says, state, openLot, submit } = await openLots()
    state.lots = [{ ...LOT, expires_on: '2099-03-01' }]
    state.offer = { ...NO_OFFER, is_allowed: true }
    await openLot()
    await says('Fırsat yap')
    await act(async () => button(action).click())
    await shows(() => document.querySelector('button[type=submit]') !== null)
    const quantity = () => field(action === 'Düzelt' ? 'Raftaki miktar' : 'Miktar')
    await act(async () => typeIn(field(other), text))
    await act(async () => typeIn(quantity(), '5'))
    await submit()
    const { body, reply } = await server.next(`${method} /api/admin/lots/${LOT.id}/${path}`)
    expect(JSON.parse(body)).toMatchObject({ quantity: 5, unit: 'KG' })
    const message = 'Ürünün birimi artık PAKET; pencereyi kapatıp yeniden açın'
    reply(400, { code: 'invalid_input', detail: message, errors: [{ field: 'unit', message }] })
    await says(message)
    expect([quantity().getAttribute('aria-invalid'), quantity().value]).toEqual(['true', '5'])
  },
)

test('a lot shows where its goods went, and blocking it blocks them as well', async () => {
  const { server, act, says, state, openLot, submit } = await openLots()
  const there = { ...LOT, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', warehouse: 'Gecici Depo', on_hand: 5 }
  state.connected = [{ ...there, came_from: false, went_to: true }]
  await openLot()
  await says('Gittiği parti')
  expect(document.body.textContent).not.toContain('Geldiği parti')
  expect(button('Gecici Depo · 5 KG').getAttribute('href')).toContain(`lot=${there.id}`)
  await act(async () => button('Engelle').click())
  await says('Gecici Depo: Ezine peyniri, elde 5 KG')
  await act(async () => typeIn(field('Neden'), 'Şikâyet'))
  await submit()
  const blocking = await server.next(`POST /api/admin/lots/${LOT.id}/block`)
  expect(JSON.parse(blocking.body)).toEqual({ reason: 'Şikâyet', with_connected: true })
  const blocked = { ...LOT, blocked_at: '2026-03-10T07:00:00.000Z', block_reason: 'Şikâyet' }
  state.lots = [blocked]
  await act(async () => blocking.reply(200, { message: 'Parti, aktarılan malıyla birlikte engellendi', lot: blocked }))
  await shows(() => document.querySelector('button[type=submit]') === null)
})

test('blocking also says how many orders lack of the goods in other lots, unless those are left out', async () => {
  const { server, act, says, state, openLot } = await openLots()
  const there = {
    ...LOT,
    id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56',
    product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56',
    warehouse: 'Gecici Depo',
    on_hand: 5,
    came_from: false,
    went_to: true,
  }
  state.connected = [
    there,
    { ...there, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c57', code: 'L2418', on_hand: 2 },
    { ...there, ...LOT, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c58', code: 'L2419', on_hand: 6 },
  ]
  server.respond(`GET /api/admin/products/${there.product_id}`, ({ reply }) =>
    reply(200, { ...WIRE_PRODUCT, id: there.product_id, warehouse: 'Gecici Depo', available_quantity: 4 }),
  )
  await openLot()
  await act(async () => button('Engelle').click())
  // 12 and 6 of which 4 are free, and 5 and 2 of which 4 are free.
  await says('Açık siparişlerde 14 KG eksik kalır')
  await says('Gecici Depo, Ezine peyniri: açık siparişlerde 3 KG eksik kalır')
  await act(async () => field('Onları da engelle').click())
  await says('Açık siparişlerde 8 KG eksik kalır')
  expect(document.body.textContent).not.toContain('Gecici Depo, Ezine peyniri: açık')
})

test.each([
  ['could not be fetched, it also blocks them', 403, true],
  ['do not exist, it blocks only the lot', 200, false],
])('when the lots with the same goods %s', async (_, status, isWith) => {
  const { server, act, says, openLot, submit } = await openLots()
  server.respond(`GET /api/admin/lots/${LOT.id}/connected`, ({ reply }) => reply(status, []))
  await openLot()
  await act(async () => button('Engelle').click())
  await says('Partiyi engelle')
  await act(async () => typeIn(field('Neden'), 'Şikâyet'))
  const { queryClient, queryKeyOf } = await import('../../queries.ts')
  await shows(() => queryClient.isFetching({ queryKey: queryKeyOf(listConnectedLots) }) === 0)
  await submit()
  expect(JSON.parse((await server.next(`POST /api/admin/lots/${LOT.id}/block`)).body).with_connected).toBe(isWith)
})

test('goods of a lot are transferred to the other warehouse, at most the quantity that no order has picked', async () => {
  const { server, act, says, state, openLot, submit } = await openLots()
  state.lots = [{ ...LOT, picked_quantity: 9 }]
  await openLot()
  const product = `GET /api/admin/products/${LOT.product_id}`
  server.respond(product, ({ refuse }) => refuse(403, 'forbidden', 'Ürün yüklenemedi'))
  await act(async () => button('Aktar').click())
  await says('Ürün yüklenemedi')
  server.respond(product, ({ reply }) => reply(200, WIRE_PRODUCT))
  await act(async () => button('Tekrar dene').click())
  await says('En fazla 3 ')
  await act(async () => typeIn(document.querySelector<HTMLInputElement>('[role=dialog] form input')!, '2'))
  await submit()
  const moving = await server.next('POST /api/admin/stock/transfers')
  const items = [{ product_id: WIRE_PRODUCT.id, quantity: 2, lot_id: LOT.id, unit: 'KG' }]
  expect(JSON.parse(moving.body)).toEqual({ items, notes: null })
  await act(async () => moving.reply(201, { message: 'Depolar arası aktarım kaydedildi', items: [] }))
  await shows(() => document.querySelector('button[type=submit]') === null)
})

test.each([
  ['Ezine indirimli', true],
  ['Ezine peyniri (Fırsat)', false],
])(
  'an offer cannot be transferred or taken from the catalogue, whatever its name is: %s',
  async (product_name, is_offer) => {
    const { state, openLot } = await openLots()
    state.lots = [{ ...LOT, product_name, is_offer }]
    await openLot()
    const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(buttons).toContain('İmha et')
    expect(buttons.includes('Aktar')).toBe(!is_offer)
    expect(document.querySelector('input[role=switch]') === null).toBe(is_offer)
  },
)

test('goods of a lot are offered at their own price, once offers are allowed; without any reply the request is sent again', async () => {
  const { server, act, says, state, alerts, openLot, submit } = await openLots()
  state.lots = [{ ...LOT, expires_on: '2099-03-01' }]
  await openLot()
  await says('Fırsat satışına izin ver')
  expect(document.body.textContent).not.toContain('Fırsat yap')
  await act(async () => field('Fırsat satışına izin ver').click())
  const unanswered = await server.next('PUT /api/admin/offers/settings')
  unanswered.drop()
  const allowing = await server.next('PUT /api/admin/offers/settings')
  state.offer = { ...NO_OFFER, is_allowed: true }
  await act(async () => allowing.reply(200, { message: 'Fırsat satışı açıldı', is_allowed: true }))
  await says('Fırsat yap')
  await act(async () => button('Fırsat yap').click())
  await says('En fazla 12 KG ayrılabilir')
  await act(async () => typeIn(field('Miktar'), '13'))
  await act(async () => typeIn(field('Fırsat fiyatı'), '290,15'))
  await says('Normal fiyattan düşük değil')
  await submit()
  await says('En fazla 12 ayrılabilir')
  for (const [typed, fault] of [
    ['', 'Miktarı yazın'],
    ['0', 'Miktar en az 1 olmalıdır'],
  ] as const) {
    await act(async () => typeIn(field('Miktar'), typed))
    await submit()
    await says(fault)
  }
  await act(async () => typeIn(field('Miktar'), '5'))
  expect(document.body.textContent).not.toContain('En fazla 12 ayrılabilir')
  const faults = [
    ['', 'Fiyatı yazın'],
    ['0,004', 'Fiyat en fazla iki ondalık basamaklı olabilir'],
    ['0', 'Fiyat 0’dan büyük olmalıdır'],
    ['10000000', 'Fiyat en fazla 9.999.999,99 olabilir'],
  ] as const
  for (const [typed, fault] of faults) {
    await act(async () => typeIn(field('Fırsat fiyatı'), typed))
    await submit()
    await says(fault)
  }
  await act(async () => typeIn(field('Fırsat fiyatı'), '199,90'))
  expect(document.body.textContent).not.toContain(faults[3][1])
  await submit()
  const lost = await server.lose(`POST /api/admin/lots/${LOT.id}/offer`)
  expect(JSON.parse(lost.body)).toEqual({ price: 199.9, quantity: 5, unit: 'KG' })
  await says('Kapatmadan yeniden deneyin')
  expect(alerts).toHaveLength(1)
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  const offer = { product_id: LOT.product_id, product_name: 'Ezine peyniri (Fırsat)', unit: 'KG', price: 199.9 }
  const made = {
    ...offer,
    regular_price: 290.15,
    on_hand: 5,
    reserved_quantity: 2,
    ordered_quantity: 2,
    is_active: true,
  }
  state.offer = { ...NO_OFFER, is_allowed: true, most: 4, offer: made }
  await submit()
  ;(await server.next(`POST /api/admin/lots/${LOT.id}/offer`)).refuse(429, 'too_many_requests', 'Çok fazla istek')
  await shows(() => alerts.length === 2)
  expect(document.body.textContent).toContain('Kapatmadan yeniden deneyin')
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  await submit()
  const again = await server.next(`POST /api/admin/lots/${LOT.id}/offer`)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(200, { message: 'Fırsat kaydedildi', lot_offer: state.offer })
  await says('Fırsatta 5 KG, 2 KG siparişlerde')
  await shows(() => document.querySelector('button[type=submit]') === null)
  await act(async () => button('Fırsatı değiştir').click())
  await says('Eklenecek miktar')
  await act(async () => typeIn(field('Eklenecek miktar'), '3'))
  await act(async () => button('Vazgeç').click())
  await says('Fırsat kaydedilmedi.')
  // Adding a quantity does not send the price, which another admin may have changed since.
  await submit()
  const adding = await server.next(`POST /api/admin/lots/${LOT.id}/offer`)
  expect(JSON.parse(adding.body)).toEqual({ quantity: 3, unit: 'KG' })
  adding.refuse(409, 'offer_too_much', 'Fırsata en fazla 2 KG ayrılabilir')
  await shows(() => alerts.length === 3)
  // Meanwhile a customer has ordered one more.
  state.offer = {
    ...NO_OFFER,
    is_allowed: true,
    most: 4,
    offer: { ...made, reserved_quantity: 3, ordered_quantity: 3 },
  }
  await act(async () => button('Fırsatı bitir').click())
  await says('2 KG normal fiyatla satılmak üzere partisine döner')
  await act(async () => Array.from(document.querySelectorAll<HTMLElement>('[role=alertdialog] button')).at(-1)?.click())
  const ending = await server.next(`POST /api/admin/lots/${LOT.id}/offer/end`)
  ending.drop()
  const ended = await server.next(`POST /api/admin/lots/${LOT.id}/offer/end`)
  expect(ended.headers['idempotency-key']).toBe(ending.headers['idempotency-key'])
  state.offer = { ...NO_OFFER, is_allowed: true }
  ended.reply(200, { message: 'Fırsat bitirildi', lot_offer: state.offer })
  await shows(() => !document.body.textContent?.includes('partisine döner'))
  expect(alerts).toHaveLength(3)
})

test('ending an offer whose goods are all ordered promises the lot nothing, and cannot be repeated', async () => {
  const { server, act, says, state, openLot } = await openLots()
  state.lots = [{ ...LOT, expires_on: '2099-03-01' }]
  const offer = { product_id: LOT.product_id, product_name: 'Ezine peyniri (Fırsat)', unit: 'KG', price: 199.9 }
  const figures = { on_hand: 5, reserved_quantity: 5, ordered_quantity: 5 }
  const ordered = { ...offer, ...figures, regular_price: 290.15, is_active: true }
  state.offer = { ...NO_OFFER, is_allowed: true, offer: ordered }
  await openLot()
  await says('Fırsatta 5 KG, 5 KG siparişlerde')
  await act(async () => button('Fırsatı bitir').click())
  await says('Malın tümü siparişlerde; partisine dönecek mal yok')
  await act(async () => Array.from(document.querySelectorAll<HTMLElement>('[role=alertdialog] button')).at(-1)?.click())
  const ending = await server.next(`POST /api/admin/lots/${LOT.id}/offer/end`)
  state.offer = { ...NO_OFFER, is_allowed: true, offer: { ...ordered, is_active: false } }
  ending.reply(200, { message: 'Fırsat bitirildi', lot_offer: state.offer })
  await says('Fırsat bitti: 5 KG')
  await shows(() => !document.body.textContent?.includes('Fırsatı bitir'))
})

test('while the form or the question of an offer is open, it stays when another admin makes it impossible', async () => {
  const { server, act, says, state, alerts, openLot, submit } = await openLots()
  const { invalidate } = await import('../../queries.ts')
  state.lots = [{ ...LOT, expires_on: '2099-03-01' }]
  state.offer = { ...NO_OFFER, is_allowed: true }
  await openLot()
  await says('Fırsat yap')
  await act(async () => button('Fırsat yap').click())
  await says('En fazla 12 KG ayrılabilir')
  await act(async () => typeIn(field('Fırsat fiyatı'), '199,90'))
  await act(async () => typeIn(field('Miktar'), '5'))
  state.offer = { ...NO_OFFER, is_allowed: true, is_changeable: false, most: 0 }
  await act(async () => invalidate(['lots']))
  await shows(() => ![...document.querySelectorAll('button')].some(one => one.textContent === 'Fırsat yap'))
  expect(field('Fırsat fiyatı').value).toBe('199,90')
  await submit()
  const making = await server.next(`POST /api/admin/lots/${LOT.id}/offer`)
  making.refuse(409, 'lot_not_offered', 'Bu parti fırsat olarak satılamaz')
  await shows(() => alerts.length > 0 && document.querySelector('[aria-busy=true]') === null)
  expect([alerts, field('Fırsat fiyatı').value]).toEqual([['Bu parti fırsat olarak satılamaz'], '199,90'])
  await act(async () => button('Vazgeç').click())
  await says('Fırsat kaydedilmedi.')
  await act(async () => button('Kaydetmeden kapat').click())

  const offer = { product_id: LOT.product_id, product_name: 'Ezine peyniri (Fırsat)', unit: 'KG', price: 199.9 }
  const figures = { on_hand: 5, reserved_quantity: 0, ordered_quantity: 0 }
  const made = { ...offer, ...figures, regular_price: 290.15, is_active: true }
  state.offer = { ...NO_OFFER, is_allowed: true, offer: made }
  await act(async () => invalidate(['lots']))
  await says('Fırsatta 5 KG')
  await act(async () => button('Fırsatı bitir').click())
  await says('5 KG normal fiyatla satılmak üzere partisine döner')
  state.offer = { ...NO_OFFER, is_allowed: true, offer: { ...made, on_hand: 0, is_active: false } }
  await act(async () => invalidate(['lots']))
  await says('Fırsat siz bakarken bitti')
  await act(async () => button('Kapat').click())
  await shows(() => document.querySelector('[role=alertdialog]') === null)
})

test('goods of an offer whose lot is blocked are not shown as ordered, and stay when it ends', async () => {
  const { act, says, state, openLot } = await openLots()
  state.lots = [{ ...LOT, expires_on: '2099-03-01' }]
  const offer = { product_id: LOT.product_id, product_name: 'Ezine peyniri (Fırsat)', unit: 'KG', price: 199.9 }
  const figures = { on_hand: 5, reserved_quantity: 5, ordered_quantity: 0 }
  const blocked = { ...offer, ...figures, regular_price: 290.15, is_active: true }
  state.offer = { ...NO_OFFER, is_allowed: true, offer: blocked }
  await openLot()
  await says('Fırsatta 5 KG, 5 KG engelli')
  await act(async () => button('Fırsatı bitir').click())
  await says('Fırsat katalogdan kalkar. Engelli mal fırsatta kalır; partisine dönecek mal yok.')
  expect(document.body.textContent).not.toContain('iparişlerde')
})

test.each([
  ['blocked, but not that of its offer', { blocked_at: '2026-03-10T07:00:00.000Z', block_reason: 'Küf' }, true],
  ['not blocked, but that of its offer is', {}, false],
])('an offer can be changed only if the server says so: the opened lot is %s', async (_, fields, is_changeable) => {
  const { says, state, openLot } = await openLots()
  state.lots = [{ ...LOT, expires_on: '2099-03-01', ...fields }]
  const offer = { product_id: LOT.product_id, product_name: 'Ezine peyniri (Fırsat)', unit: 'KG', price: 199.9 }
  const figures = { on_hand: 5, reserved_quantity: 0, ordered_quantity: 0 }
  const made = { ...offer, ...figures, regular_price: 290.15, is_active: true }
  state.offer = { ...NO_OFFER, is_allowed: true, is_changeable, offer: made }
  await openLot()
  await says('Fırsatta 5 KG')
  expect(document.body.textContent?.includes('Fırsatı değiştir')).toBe(is_changeable)
})

test('an offer in another unit than its product has no normal price, with which its own could be compared', async () => {
  const { act, says, state, openLot } = await openLots()
  state.lots = [{ ...LOT, expires_on: '2099-03-01' }]
  const offer = { product_id: LOT.product_id, product_name: 'Ezine peyniri (Fırsat)', unit: 'ADET', price: 199.9 }
  const figures = { on_hand: 5, reserved_quantity: 0, ordered_quantity: 0 }
  const made = { ...offer, ...figures, regular_price: null, is_active: true }
  state.offer = { ...NO_OFFER, is_allowed: true, offer: made, regular_price: null }
  await openLot()
  await says('Fırsatta 5 ADET · ₺199,90')
  await act(async () => button('Fırsatı değiştir').click())
  await says('Eklenecek miktar')
  await act(async () => typeIn(field('Fırsat fiyatı'), '500'))
  await says('barkodsuz ayrı bir üründe satılır')
  expect(document.body.textContent.toLowerCase()).not.toContain('normal fiyat')
  expect(document.body.textContent).not.toContain('(normal')
})

test('the address names the filters, even both warehouses together; without lots the screen explains where they come from', async () => {
  const { act, says, queries, state } = await openLots(`${LOTS}&warehouse=all&days=7&state=blocked`)
  await says('7 gün içinde')
  await shows(() => queries.length > 0)
  const [first] = queries
  expect(first).toMatchObject({ state: 'blocked' })
  expect(first).not.toHaveProperty('warehouse')
  expect(first?.expires_until).toMatch(/^\d{4}-\d\d-\d\d$/)
  state.lots = []
  state.figures = { ...FIGURES, count: 0, value: 0, expired_count: 0, is_any: false }
  await act(async () => button('Filtreleri temizle').click())
  await says('Partiler mal kabulde açılır')
  expect(location.search).toBe('?tab=inventory&view=lots&warehouse=all')
})

test('the field of the number of days is closed when its filter is removed', async () => {
  const { act, says } = await openLots()
  await says('L2417')
  const select = document.querySelector<HTMLSelectElement>('select[aria-label="Kalan gün"]')!
  const days = () => document.querySelector<HTMLInputElement>('input[aria-label="Kaç gün içinde"]')
  const choose = (value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value)
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  const removeChip = () => act(async () => document.querySelector<HTMLElement>('[aria-label^="Tarih: "]')?.click())
  await choose('own')
  await act(async () => typeIn(days()!, '45'))
  await says('45 gün içinde')
  // An invalid number and an empty field are still being typed.
  await act(async () => typeIn(days()!, '4500'))
  expect([days()?.value, location.search.includes('days=45')]).toEqual(['4500', true])
  await act(async () => typeIn(days()!, ''))
  expect([days()?.value, location.search.includes('days=')]).toEqual(['', false])
  await act(async () => typeIn(days()!, '45'))
  await says('45 gün içinde')
  await removeChip()
  expect([select.value, days()]).toEqual(['', null])
  await choose('30')
  await choose('own')
  expect(days()?.value).toBe('30')
  await removeChip()
  expect([select.value, days()]).toEqual(['', null])
})

test.each([
  ['all', 'Elde parti yok'],
  ['Ana Depo', 'Bu depoda elde parti yok'],
])('an empty list names a warehouse only if it is the list of one: %s', async (warehouse, title) => {
  const { says, state } = await openLots(`${LOTS}&warehouse=${encodeURIComponent(warehouse)}`)
  state.lots = []
  state.figures = { ...FIGURES, count: 0, value: 0, on_hand_count: 0, expired_count: 0 }
  await says('Mal kabulde partisiyle alınanlar burada görünür.')
  const titles = ['Elde parti yok', 'Bu depoda elde parti yok']
  expect(titles.filter(one => document.body.textContent?.includes(one))).toEqual([title])
})

test('the rows of the lots keep their places when another admin moves goods; the user’s own change refreshes them', async () => {
  const { server, act, says, state, openLot, submit } = await openLots()
  const other = { ...LOT, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', code: 'M1' }
  await says('L2417')
  const { invalidate } = await import('../../queries.ts')
  const first = () => document.querySelector('table[aria-label="Partiler"] tbody tr')?.textContent ?? ''
  state.lots = [other, LOT]
  await act(async () => void invalidate(['lots']))
  await says('1 yeni parti')
  expect(first()).toContain('L2417')

  await openLot()
  await act(async () => button('Engelle').click())
  await says('Neden')
  await act(async () => typeIn(field('Neden'), 'Küflü'))
  await submit()
  const blocked = { ...LOT, blocked_at: '2026-03-10T07:00:00.000Z', block_reason: 'Küflü' }
  state.lots = [other, blocked]
  ;(await server.next(`POST /api/admin/lots/${LOT.id}/block`)).reply(200, { message: 'Parti engellendi', lot: blocked })
  await shows(() => first().includes('M1'))
})

test('the report of write-offs says how many of them its total leaves out', async () => {
  const { server, act, says } = await openLots()
  await says('L2417')
  const figures = { count: 7, value: 90, count_without_value: 5 }
  server.respond('GET /api/admin/lots/write-offs/figures', ({ reply }) => reply(200, figures))
  server.respond('GET /api/admin/lots/write-offs', ({ reply }) => reply(200, []))
  await act(async () => button('İmha raporu').click())
  await says('7 imha · ₺90,00 (5 imhanın değeri bilinmiyor)')
})

test('the report of write-offs that is left open covers a new day, but keeps both days once the last one was chosen', async () => {
  const { server, act, says } = await openLots()
  await says('L2417')
  server.respond('GET /api/admin/lots/write-offs/figures', ({ reply }) =>
    reply(200, { count: 0, value: 0, count_without_value: 0 }),
  )
  const asked: Record<string, string>[] = []
  server.respond('GET /api/admin/lots/write-offs', ({ query: { from, to }, reply }) => {
    asked.push({ from: from ?? '', to: to ?? '' })
    reply(200, [])
  })
  const wait = (day: string) =>
    act(async () => {
      vi.setSystemTime(new Date(`${day}T12:00:00+03:00`))
      document.dispatchEvent(new Event('visibilitychange'))
    })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-30T12:00:00+03:00') })
  await act(async () => button('İmha raporu').click())
  await says('Bu tarihlerde imha yok')
  await wait('2026-03-31')
  await shows(() => asked.length === 2)
  const end = async (day: string) => {
    await act(async () => field('Bitiş').focus())
    await act(async () => typeIn(field('Bitiş'), day))
    await act(async () => field('Bitiş').blur())
  }
  await end('29.03.2026')
  await shows(() => asked.length === 3)
  await wait('2026-04-01')
  await end('28.03.2026')
  await shows(() => asked.length === 4)
  expect(asked).toEqual([
    { from: '2026-03-01', to: '2026-03-30' },
    { from: '2026-03-02', to: '2026-03-31' },
    { from: '2026-03-02', to: '2026-03-29' },
    { from: '2026-03-02', to: '2026-03-28' },
  ])
})

test('a movement of a lot names its unit if the product has another one now', async () => {
  const { says, state, openLot } = await openLots()
  const movement = {
    id: 2,
    created_at: '2026-03-10T07:00:00.000Z',
    reason: 'receipt',
    on_hand_change: 2,
    on_hand_after: 12,
    unit: 'KG',
    new_unit: null,
    actor_name: 'Zeynep',
    order_id: null,
    count_id: null,
    note: null,
  }
  state.movements = [movement, { ...movement, id: 1, on_hand_after: 240, unit: 'ADET', new_unit: 'KG' }]
  await openLot()
  await says('Elde kalan 240 ADET')
  const texts = [...document.querySelectorAll('ol[aria-label="Parti hareketleri"] li')].map(row => row.textContent)
  expect(texts[0]).not.toContain('KG')
})
