import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type AdminProduct, readAnyProduct } from '#contract/products.ts'
import { readReorderLevel } from '#contract/reorder-levels.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { expireSession } from '../../testing/expired-session.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const PRODUCT = z.decode(readAnyProduct.reply, WIRE_PRODUCT)
const BLOCKED_LOT = {
  id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_id: PRODUCT.id,
  product_name: PRODUCT.name,
  brand: PRODUCT.brand,
  category: PRODUCT.category,
  unit: PRODUCT.unit,
  warehouse: PRODUCT.warehouse,
  code: 'L2417',
  expires_on: '2026-03-01',
  expiry_kind: 'skt',
  supplier: null,
  delivery_note: null,
  received_at: '2026-02-10T07:00:00.000Z',
  on_hand: 80,
  picked_quantity: 0,
  value: 0,
  blocked_at: '2026-03-02T07:00:00.000Z',
  blocked_by_admin_name: null,
  block_reason: 'Tarihi geçti',
  in_catalogue: false,
  sold_past_expiry: false,
  is_offer: false,
}
const PUT = `PUT /api/admin/products/${PRODUCT.id}`

async function openEdit(
  edit: 'stock' | 'price' | 'transfer' | 'reorder',
  prepare = async () => {},
  product: AdminProduct = PRODUCT,
) {
  const closed: string[] = []
  const screen = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    await prepare()
    const { EditDialog } = await import('./product-edits.tsx')
    return <EditDialog edit={edit} product={product} onClose={() => closed.push(edit)} />
  })
  const type = (label: string, text: string) => screen.act(async () => typeIn(field(label), text))
  const press = (text: string) => screen.act(async () => button(text).click())
  return { ...screen, closed, type, press }
}

test('stock is set in the inventory with the messages of the specification and a warning about overselling', async () => {
  const { server, alerts, says, closed, type, press } = await openEdit('stock')
  server.respond('GET /api/admin/lots', ({ reply }) => reply(200, []))
  for (const [text, message] of [
    ['on', 'Lütfen geçerli bir sayı girin'],
    ['-1', 'Stok miktarı negatif olamaz'],
    ['2,5', 'Stok tam sayı olmalıdır'],
  ] as const) {
    await type('Raftaki miktar', text)
    expect(document.body.textContent).not.toMatch(/Fark:|Satılabilir .*olur/)
    await press('Stoğu güncelle')
    expect(alerts.splice(0)).toEqual([message])
  }
  await type('Raftaki miktar', '12')
  await says('Satılabilir −88 KG olur')
  await press('Stoğu güncelle')
  const sent = await server.next(PUT)
  expect(JSON.parse(sent.body)).toMatchObject({ stock_quantity: 12, updated_at: WIRE_PRODUCT.updated_at })
  sent.reply(200, { success: true, product: { ...WIRE_PRODUCT, stock_quantity: 12, available_quantity: -88 } })
  await shows(() => closed.length > 0)
})

test('a typed reason is not lost without a confirmation, even while no stock is typed', async () => {
  const { act, says, closed, press } = await openEdit('stock')
  await act(async () => {
    const reason = document.querySelector('textarea')
    if (reason) Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(reason, 'Kırık')
    reason?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press('Vazgeç')
  await says('Ezine peyniri için yazdığınız stok kaydedilmedi.')
  expect(closed).toEqual([])
})

test('leaving a correction asks once, and not at all while it is being saved', async () => {
  const { confirmLeave } = await import('../../ui/leave-guard.ts')
  const { server, closed, type, press } = await openEdit('stock')
  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  await type('Raftaki miktar', '120')
  expect([confirmLeave(), closed]).toEqual([true, ['stock']])
  expect(confirm.mock.calls).toEqual([['Ezine peyniri için yazdığınız stok kaydedilmedi. Devam edilsin mi?']])
  await press('Stoğu güncelle')
  await server.next(PUT)
  expect([confirmLeave(), confirm.mock.calls.length]).toEqual([false, 1])
})

test('a kept correction shows the stock that has changed since it was typed, also after a second end of the session', async () => {
  const first = await openEdit('stock')
  await first.type('Raftaki miktar', '12')
  await expireSession(first)
  for (const stock_quantity of [380, 370]) {
    const { says, ...screen } = await openEdit('stock', undefined, { ...PRODUCT, stock_quantity })
    await says('Stok bu arada değişti')
    await says(`400yerine${stock_quantity} KG`)
    expect(field('Raftaki miktar').value).toBe('12')
    await expireSession(screen)
  }
  await openEdit('stock')
  expect(field('Raftaki miktar').value).toBe('12')
  expect(document.body.textContent).not.toContain('Stok bu arada değişti')
})

test('a kept correction is not filled in if the product has got another unit since, even with the same stock', async () => {
  const first = await openEdit('stock')
  await first.type('Raftaki miktar', '12')
  await expireSession(first)
  const { toast } = await import('../../ui/toaster.tsx')
  const [warned, informed] = [vi.spyOn(toast, 'warning'), vi.spyOn(toast, 'info')]
  await openEdit('stock', undefined, { ...PRODUCT, unit: 'PAKET' })
  expect(warned.mock.calls).toEqual([
    ['Ezine peyniri: birim artık PAKET', { description: 'Yazdığınız stok geri getirilmedi: 12 KG' }],
  ])
  expect([field('Raftaki miktar').value, informed.mock.calls.length]).toEqual(['', 0])
})

test('a correction that takes goods from blocked lots does not warn of goods missing for orders', async () => {
  const withLots = { ...PRODUCT, lot_tracking: 'asked' as const }
  const { server, says, type } = await openEdit('stock', undefined, withLots)
  await type('Raftaki miktar', '25')
  const { query, reply } = await server.next('GET /api/admin/lots')
  expect(query).toMatchObject({ product_id: PRODUCT.id, state: 'blocked' })
  reply(200, [BLOCKED_LOT])
  // All goods that are left are blocked, and 20 are reserved for orders.
  await says('Satılabilir −20 KG olur')
  await says('Açık siparişlere 20 KG ayrıldı')
})

test('goods in blocked lots are not called ordered if lots are no longer tracked or have several pages', async () => {
  const { server, says, type } = await openEdit('stock', undefined, { ...PRODUCT, lot_tracking: 'off' as const })
  await type('Raftaki miktar', '25')
  const first = await server.next('GET /api/admin/lots')
  first.reply(200, [BLOCKED_LOT], { link: '</api/admin/lots?cursor=second>; rel="next"' })
  const second = await server.next('GET /api/admin/lots')
  expect(second.query).toMatchObject({ product_id: PRODUCT.id, state: 'blocked', cursor: 'second' })
  second.reply(200, [{ ...BLOCKED_LOT, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', on_hand: 10 }])
  // 90 of the 100 reserved are blocked.
  await says('Satılabilir −10 KG olur')
  await says('Açık siparişlere 10 KG ayrıldı')
})

test('a price is set in the inventory', async () => {
  const { server, says, closed, type, press } = await openEdit('price')
  await type('Fiyat', 'x')
  await press('Kaydet')
  await says('Fiyat bir sayı olmalıdır')
  await type('Fiyat', '1.234,50')
  await press('Kaydet')
  const sent = await server.next(PUT)
  expect(JSON.parse(sent.body)).toEqual({ price: 1234.5, updated_at: WIRE_PRODUCT.updated_at })
  sent.reply(200, { success: true, product: { ...WIRE_PRODUCT, price: 1234.5 } })
  await shows(() => closed.length > 0)
})

test('a price of ₺0,00 is set after a question, and offers that are no longer cheaper are alerted', async () => {
  const { server, alerts, closed, type, press } = await openEdit('price')
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  await type('Fiyat', '0')
  await press('Kaydet')
  expect(confirm.mock.calls).toEqual([['Ezine peyniri ₺0,00 ile satışta olacak. Fiyat doğru mu?']])
  expect([server.untaken(), closed]).toEqual([[], []])
  confirm.mockReturnValue(true)
  await press('Kaydet')
  const sent = await server.next(PUT)
  expect(JSON.parse(sent.body)).toMatchObject({ price: 0 })
  const offer_warning = 'Artık ürününden ucuz olmayan fırsatlar: Ezine (Fırsat) ₺200,00 (ürün ₺0,00)'
  sent.reply(200, { success: true, product: { ...WIRE_PRODUCT, price: 0 }, offer_warning })
  await shows(() => alerts.length > 0)
  expect([alerts, closed]).toEqual([[offer_warning], ['price']])
})

test('a price that another admin has set meanwhile is not overwritten without a decision', async () => {
  const other = { ...WIRE_PRODUCT, price: 320, updated_at: '2026-03-10T08:00:00.000Z' }
  let showOther: (product: AdminProduct) => void = () => {}
  const closed: string[] = []
  const { server, alerts, says, act } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { useEffect, useState } = await import('react')
    const { PriceDialog } = await import('./price-dialog.tsx')
    // The list shows the other admin's price while the dialog is open.
    function List() {
      const [product, setProduct] = useState(PRODUCT)
      useEffect(() => {
        showOther = setProduct
      }, [])
      return <PriceDialog product={product} onClose={() => closed.push('price')} />
    }
    return <List />
  })
  const isIdle = () => button('Kaydet').getAttribute('aria-disabled') !== 'true'
  const save = async () => {
    await shows(isIdle)
    await act(async () => button('Kaydet').click())
  }
  await act(async () => typeIn(field('Fiyat'), '300'))
  await act(async () => showOther(z.decode(readAnyProduct.reply, other)))
  await says('Şimdiki fiyat: ₺289,50')
  await save()
  const sent = await server.next(PUT)
  expect(JSON.parse(sent.body)).toEqual({ price: 300, updated_at: WIRE_PRODUCT.updated_at })
  server.respond(`GET /api/admin/products/${PRODUCT.id}`, exchange => exchange.reply(200, other))
  sent.refuse(409, 'changed_meanwhile', 'Bu ürün siz bakarken değişti')
  await says('Bu arada değişti: ₺320,00')
  expect(alerts.splice(0)).toEqual(['Bu ürün siz bakarken değişti'])
  // Nor after a second refusal, for another field.
  other.updated_at = '2026-03-10T08:30:00.000Z'
  await save()
  ;(await server.next(PUT)).refuse(409, 'changed_meanwhile', 'Bu ürün siz bakarken değişti')
  await shows(() => alerts.length > 0 && isIdle())
  expect(document.body.textContent).toContain('Bu arada değişti: ₺320,00')
  await act(async () => button('Benimkini koru: Fiyat').click())
  await says('Şimdiki fiyat: ₺320,00')
  await save()
  const again = await server.next(PUT)
  expect(JSON.parse(again.body)).toEqual({ price: 300, updated_at: other.updated_at })
  again.reply(200, { success: true, product: { ...other, price: 300 } })
  await shows(() => closed.length > 0)
})

test('goods are transferred to the other warehouse; without any reply the request is sent again with the same key', async () => {
  const { server, alerts, says, closed, type, press } = await openEdit('transfer')
  await says('Ana Depo → Gecici Depo')
  await says('Öyle bir ürün yoksa adı, markası ve birimi aynı olana eklenir (ikisinin de barkodu varsa')
  // The reserved quantity includes that of blocked lots.
  await says('; ayrılan 100 KG yerinde kalır')
  await press('Aktar')
  await says('Aktarılacak miktarı yazın')
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  await type('Ezine peyniri', '1,5')
  await press('Aktar')
  await says('Miktar tam sayı olmalıdır')
  await type('Ezine peyniri', '301')
  await press('Aktar')
  const refused = await server.next('POST /api/admin/stock/transfers')
  const message = 'Ezine peyniri: en fazla 300 KG aktarılabilir; ayrılanlar yerinde kalır'
  refused.refuse(409, 'transfer_too_much', message, [{ field: 'items.0', message }])
  await shows(() => alerts.length > 0)
  expect(alerts.splice(0)).toEqual([message])
  await type('Ezine peyniri', '30')
  await press('Aktar')
  const lost = await server.lose('POST /api/admin/stock/transfers')
  expect(JSON.parse(lost.body)).toEqual({ items: [{ product_id: PRODUCT.id, quantity: 30, unit: 'KG' }], notes: null })
  await says('daha önce ulaştıysa ikinci kez işlenmez')
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  expect(alerts.splice(0)).toEqual(['Cevap alınamadı: aktarımın işlenip işlenmediği bilinmiyor'])
  // The fields are locked: an edited transfer would move goods a second time.
  expect([field('Ezine peyniri').readOnly, document.querySelector('textarea')?.readOnly]).toEqual([true, true])
  await press('Aktar')
  const limited = await server.next('POST /api/admin/stock/transfers')
  limited.refuse(429, 'too_many_requests', 'Çok fazla istek')
  await shows(() => alerts.length > 0)
  expect([alerts.splice(0), field('Ezine peyniri').readOnly]).toEqual([['Çok fazla istek'], true])
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  await press('Aktar')
  const again = await server.next('POST /api/admin/stock/transfers')
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  const moved = { product_id: PRODUCT.id, to_product_id: PRODUCT.id, product_name: 'Ezine peyniri', unit: 'KG' }
  const figures = { quantity: 30, from: 'Ana Depo', to: 'Gecici Depo', stock_quantity: 370, to_stock_quantity: 30 }
  again.reply(201, { message: 'Aktarıldı', items: [{ ...moved, ...figures, is_new: true, is_active: false }] })
  await shows(() => closed.length > 0)
})

test('a reorder point and quantity are set, even if a reply is lost, and removed when their fields are emptied', async () => {
  const { server, says, closed, type, press } = await openEdit('reorder')
  const endpoint = `/api/admin/inventory/reorder-levels/${PRODUCT.id}`
  const level = { reorder_point: null, reorder_quantity: 24, unit: 'KG' }
  server.respond(`GET ${endpoint}`, exchange => exchange.reply(200, level))
  if (server.untaken().includes(`GET ${endpoint}`)) (await server.next(`GET ${endpoint}`)).reply(200, level)
  await says('Sipariş miktarı')
  await type('Sipariş noktası', '12,5')
  await press('Kaydet')
  await says('Stok tam sayı olmalıdır')
  await type('Sipariş noktası', '50')
  await type('Sipariş miktarı', '')
  await press('Kaydet')
  const lost = await server.next(`PUT ${endpoint}`)
  lost.drop()
  const sent = await server.next(`PUT ${endpoint}`)
  expect(JSON.parse(sent.body)).toEqual({ reorder_point: 50, reorder_quantity: null, unit: 'KG' })
  sent.reply(200, { message: 'Sipariş noktası kaydedildi', reorder_point: 50, reorder_quantity: null })
  await shows(() => closed.length > 0)
})

test('the reorder dialog opens with the latest saved level and unit, and only edited fields are sent', async () => {
  const endpoint = `/api/admin/inventory/reorder-levels/${PRODUCT.id}`
  // Its list still has the unit KG.
  let saved: object = { reorder_point: 20, reorder_quantity: 24, unit: 'PAKET' }
  const { server, says, closed, type, press } = await openEdit('reorder', async () => {
    const { queryClient, queryKeyOf } = await import('../../queries.ts')
    const outdated = { reorder_point: 10, reorder_quantity: 24, unit: 'KG' }
    const key = [...queryKeyOf(readReorderLevel), { params: { id: PRODUCT.id } }]
    queryClient.setQueryData(key, outdated, { updatedAt: Date.now() - 60_000 })
  })
  const read = await server.next(`GET ${endpoint}`)
  expect(document.body.textContent).not.toContain('Sipariş miktarı')
  read.reply(200, saved)
  await says('Sipariş miktarı')
  expect(field('Sipariş noktası').value).toBe('20')
  await says('PAKET')
  // Meanwhile another admin changes the quantity.
  saved = { reorder_point: 20, reorder_quantity: 48, unit: 'PAKET' }
  server.respond(`GET ${endpoint}`, exchange => exchange.reply(200, saved))
  await type('Sipariş noktası', '37')
  await press('Kaydet')
  const sent = await server.next(`PUT ${endpoint}`)
  expect(JSON.parse(sent.body)).toEqual({ reorder_point: 37, unit: 'PAKET' })
  sent.reply(200, { message: 'Sipariş noktası kaydedildi', reorder_point: 37, reorder_quantity: 48 })
  await shows(() => closed.length > 0)
})

test('a bulk date shows which products have stock, and a button leaves them out', async () => {
  const empty = { ...PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Zeytin', available_quantity: 0 }
  const { act, says } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { ExpectedDateDialog } = await import('./expected-date.tsx')
    const nothing = () => undefined
    return (
      <ExpectedDateDialog
        candidates={{ products: [PRODUCT, empty], from: 'selection' }}
        onClose={nothing}
        onUpdated={nothing}
      />
    )
  })
  await says('Seçilenlerden 1 ürünün stoğu var')
  await says('2 / 2 ürün seçili')
  await act(async () => button('İşaretlerini kaldır').click())
  await says('1 / 2 ürün seçili')
  expect(document.body.textContent).not.toContain('stoğu var')

  // The first field at fault takes the focus: the date, then the choice of products.
  const all = field('Tüm ürünleri seç, 1 / 2 ürün seçili')
  await act(async () => all.click())
  await act(async () => all.click())
  await says('0 / 2 ürün seçili')
  await act(async () => typeIn(field('Beklenen tarih'), '31.2.2099'))
  await act(async () => button('Kaydet').click())
  await says('31.02.2099 diye bir gün yok; o ay 28 gün çeker')
  await says('En az bir ürün seçin')
  expect(document.activeElement).toBe(field('Beklenen tarih'))
  await act(async () => typeIn(field('Beklenen tarih'), '1.3.2099'))
  await act(async () => button('Kaydet').click())
  expect(document.activeElement).toBe(all)
})

test('the reorder dialog says what was set before the product got another unit', async () => {
  const endpoint = `/api/admin/inventory/reorder-levels/${PRODUCT.id}`
  const { server, says } = await openEdit('reorder')
  const former = { reorder_point: 100, reorder_quantity: null, unit: 'ADET' }
  const read = await server.next(`GET ${endpoint}`)
  read.reply(200, { reorder_point: null, reorder_quantity: null, unit: 'KG', former })
  await says('Önceki birimle sipariş noktası 100 ADET girilmişti; artık geçerli değil.')
  expect(field('Sipariş noktası').value).toBe('')
})
