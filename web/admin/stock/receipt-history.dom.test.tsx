import { expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { ADMIN } from '../../testing/samples.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const ID = '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a11'
const SUMMARY = {
  id: ID,
  created_at: '2026-03-10T07:00:00.000Z',
  created_by_admin_name: 'Zeynep',
  supplier: 'Yörük Gıda',
  delivery_note: 'IRS-17',
  notes: null,
  reversed_at: null,
  reversed_by_admin_name: null,
  product_count: 1,
}
const RECEIPT = {
  ...SUMMARY,
  items: [
    {
      product_id: WIRE_PRODUCT.id,
      product_name: 'Ezine peyniri',
      brand: 'Bahçıvan',
      unit: 'KG',
      new_unit: null,
      warehouse: 'Ana Depo',
      quantity: 40,
      lots: [
        {
          lot_id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a12',
          code: 'A7',
          expires_on: '2026-12-31',
          expiry_kind: 'tett',
          quantity: 30,
          is_blocked: false,
        },
      ],
      stock_quantity: 100,
      reserved_quantity: 90,
    },
  ],
}

test('a receipt is found in the history and reversed; without any reply its state is fetched and shown', async () => {
  const { server, act, says, alerts } = await openAdminScreen('/admin/dashboard?tab=stock&step=history', async () => {
    const { ReceiptMode } = await import('./receipt-mode.tsx')
    return <ReceiptMode />
  })
  let receipt: object = RECEIPT
  if (server.untaken().includes('GET /api/admin/stock/receipts'))
    (await server.next('GET /api/admin/stock/receipts')).reply(200, [SUMMARY])
  server.respond('GET /api/admin/stock/receipts', exchange => exchange.reply(200, [SUMMARY]))
  server.respond(`GET /api/admin/stock/receipts/${ID}`, exchange => exchange.reply(200, receipt))
  await says('Yörük Gıda')
  const row = document.querySelector<HTMLElement>('table[aria-label="Mal kabuller"] tbody tr')
  await act(async () => row?.click())
  await says('IRS-17')
  await says('Parti A7 · TETT 31.12.2026 · 30 KG')
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) > 0)
  const reverse = async () => {
    await act(async () => button('Geri al').click())
    return server.lose(`POST /api/admin/stock/receipts/${ID}/reverse`)
  }
  const lost = await reverse()
  expect(questions).toEqual([
    'Mal kabul geri alınsın mı? 1 ürünün gelen miktarı stoktan düşülecek.\n\nAyrılandan az kalacaklar: Ezine peyniri',
  ])
  await shows(() => alerts.length > 0)
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  receipt = { ...RECEIPT, reversed_at: '2026-03-10T08:00:00.000Z', reversed_by_admin_name: 'Ayşe' }
  const again = await reverse()
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  await says('Mallar stoktan düşüldü; iki hareket de stok hareketlerinde durur.')
  expect(Array.from(document.querySelectorAll('button'), one => one.textContent)).not.toContain('Geri al')
  expect(alerts).toEqual(['Mal kabul geri alınamadı'])
})

test('reversing goods of a blocked lot does not warn of goods missing for orders', async () => {
  const { server, act, says } = await openAdminScreen(
    `/admin/dashboard?tab=stock&step=history&receipt=${ID}`,
    async () => {
      const { ReceiptMode } = await import('./receipt-mode.tsx')
      return <ReceiptMode />
    },
  )
  const [item] = RECEIPT.items
  const lots = item!.lots.map(lot => ({ ...lot, is_blocked: true }))
  // Nor do goods that have already left the shelf: none are reserved for orders.
  const sold = { ...item!, product_id: ID, lots: [], stock_quantity: 30, reserved_quantity: 0 }
  const reply = { ...RECEIPT, items: [{ ...item!, lots }, sold] }
  server.respond(`GET /api/admin/stock/receipts/${ID}`, exchange => exchange.reply(200, reply))
  await says('IRS-17')
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) === 0)
  await act(async () => button('Geri al').click())
  expect(questions).toEqual(['Mal kabul geri alınsın mı? 2 ürünün gelen miktarı stoktan düşülecek.'])
})

test('supplier and delivery note are booked with the goods, once all their scans were looked up', async () => {
  localStorage.clear()
  sessionStorage.clear()
  const { server, act, says, alerts } = await openAdminScreen('/admin/dashboard?tab=stock', async () => {
    const { ReceiptMode } = await import('./receipt-mode.tsx')
    return <ReceiptMode />
  })
  const { storeText } = await import('../../pwa/stored-text.ts')
  // A draft of an earlier version has neither.
  const { id: product_id, name, brand, unit, category, warehouse, image_url } = WIRE_PRODUCT
  const line = { product_id, name, brand, unit, category, warehouse, image_url, quantity: 2 }
  await act(async () =>
    storeText('receipt', JSON.stringify({ key: 'k', lines: [line], notes: '', isUnanswered: false })),
  )
  await says('1 kalem')
  await act(async () => typeIn(field('Tedarikçi'), 'Yörük Gıda'))
  await act(async () => typeIn(field('İrsaliye no'), 'IRS-17'))
  const { storeScan, discardStoredScans } = await import('../scanning/stored-scans.ts')
  await act(async () => storeScan(`add:${ADMIN.user.id}`, '8690000000024'))
  await act(async () => button('Stoğa al').click())
  await shows(() => alerts.length > 0)
  expect(alerts).toEqual(['Bekleyen okutmalar bu mal kabulünde yok. Önce onları alın ya da silin.'])
  await act(async () => discardStoredScans(`add:${ADMIN.user.id}`))
  await act(async () => button('Stoğa al').click())
  const sent = await server.next('POST /api/admin/stock/receipts')
  expect(JSON.parse(sent.body)).toEqual({
    items: [{ product_id, unit: 'KG', quantity: 2 }],
    supplier: 'Yörük Gıda',
    delivery_note: 'IRS-17',
    notes: null,
  })
  const items = [{ product_id, quantity: 2, stock_quantity: 402 }]
  sent.reply(201, { message: 'Mal kabul kaydedildi', id: ID, items })
  await says('Stoğa alındı')
  expect(localStorage.getItem('receipt')).toBeNull()
})
