import { beforeEach, expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { ADMIN } from '../../testing/samples.ts'
import { button, shows, typeIn } from '../../testing/screen.ts'

const POST = 'POST /api/admin/stock/receipts'
const CHEESE = WIRE_PRODUCT
const OLIVES = { ...CHEESE, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Zeytin', barcode: '8690000000024' }
const QUESTION =
  'Önceki kaydın cevabı henüz gelmedi; ulaştıysa değişen listeyle aynı mallar ikinci kez stoğa alınır. Liste değiştirilsin mi?'

type Product = typeof CHEESE | typeof OLIVES

const bookedReply = (product: Product) => ({
  message: 'Mal kabul kaydedildi',
  id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a13',
  items: [{ product_id: product.id, quantity: 1, stock_quantity: 401 }],
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** Opens a receipt with one piece of each product; the user accepts questions while `asked.accepts`. */
async function openReceipt(...products: Product[]) {
  const screen = await openAdminScreen('/admin/dashboard?tab=stock', async () => {
    const { ReceiptMode } = await import('./receipt-mode.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <ReceiptMode />
        <Toaster />
      </>
    )
  })
  const { server, act, says } = screen
  for (const product of [CHEESE, OLIVES])
    server.respond(`GET /api/admin/products/by-barcode/${product.barcode}/warehouses`, ({ reply }) =>
      reply(200, [product]),
    )
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, []))
  server.respond('GET /api/admin/stock/receipts', ({ reply }) => reply(200, []))
  const asked = { questions: [] as string[], accepts: false }
  vi.stubGlobal('confirm', (question: string) => {
    asked.questions.push(question)
    return asked.accepts
  })
  const press = (text: string) => act(async () => button(text).click())
  const scan = async (product: Product) => {
    const input = document.querySelector<HTMLInputElement>('[role=combobox]')!
    await act(async () => typeIn(input, product.barcode))
    await act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  }
  const remove = (product: Product) =>
    act(async () => document.querySelector<HTMLElement>(`[aria-label="Listeden çıkar: ${product.name}"]`)?.click())
  for (const product of products) {
    await scan(product)
    await shows(() => named().includes(product.name))
  }
  const send = async () => {
    await press('Stoğa al')
    return server.next(POST)
  }
  /** Leaves the screen for the history, and opens it again. */
  const leaveAndReturn = async () => {
    await press(' Geçmiş')
    await says('Mal kabul yok')
    await press('Mal kabul')
    await says('Stoğa al')
  }
  return { ...screen, asked, press, scan, remove, send, leaveAndReturn }
}

/** The names of the products in the list. */
const named = () =>
  Array.from(document.querySelectorAll('ul[aria-label="Gelen mallar"] > li [data-remove]'), ({ ariaLabel }) =>
    ariaLabel?.replace('Listeden çıkar: ', ''),
  )

test('a list that is being sent is not changed without a question on the reopened screen, and is booked once', async () => {
  const { server, says, asked, remove, send, leaveAndReturn } = await openReceipt(CHEESE)
  const first = await send()
  await leaveAndReturn()
  await says('Cevap alınamadı')
  await remove(CHEESE)
  expect([asked.questions, named()]).toEqual([[QUESTION], [CHEESE.name]])
  const second = await send()
  expect([second.headers['idempotency-key'], second.body]).toEqual([first.headers['idempotency-key'], first.body])
  for (const sent of [first, second]) sent.reply(201, bookedReply(CHEESE))
  await says('Stoğa alındı')
  expect([named(), server.untaken(), asked.questions.length]).toEqual([[], [], 1])
})

test('what is scanned on the reopened screen while the list is being sent is in the next list', async () => {
  const { server, scan, send, leaveAndReturn } = await openReceipt(CHEESE)
  const first = await send()
  await leaveAndReturn()
  await scan(OLIVES)
  const second = await server.next(POST)
  expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key'])
  second.reply(201, bookedReply(CHEESE))
  await shows(() => named().join() === OLIVES.name)
  first.reply(201, bookedReply(CHEESE))
  const next = await send()
  expect(next.headers['idempotency-key']).not.toBe(first.headers['idempotency-key'])
  expect(JSON.parse(next.body).items).toEqual([{ product_id: OLIVES.id, unit: OLIVES.unit, quantity: 1 }])
  expect(named()).toEqual([OLIVES.name])
  next.reply(201, bookedReply(OLIVES))
  await shows(() => named().length === 0)
})

test('a line that is put back while the rest is being sent remains in the list', async () => {
  const { says, asked, press, remove, send } = await openReceipt(CHEESE, OLIVES)
  await remove(CHEESE)
  await says('Geri al')
  const sent = await send()
  await press('Geri al')
  expect([asked.questions.splice(0), named()]).toEqual([[QUESTION], [OLIVES.name]])
  asked.accepts = true
  await press('Geri al')
  expect([asked.questions, named()]).toEqual([[QUESTION], [CHEESE.name, OLIVES.name]])
  sent.reply(201, bookedReply(OLIVES))
  await says('Stoğa alındı')
  expect(named()).toEqual([CHEESE.name])
})

test('a refused list is changed without a question', async () => {
  const { alerts, asked, remove, send } = await openReceipt(CHEESE)
  const sent = await send()
  expect(localStorage.getItem(`receipt:${ADMIN.user.id}`)).toContain('"isUnanswered":true')
  sent.refuse(404, 'not_found', 'Ürün bulunamadı')
  await shows(() => alerts.length > 0 && document.querySelector('[inert]') === null)
  await remove(CHEESE)
  expect([asked.questions, named()]).toEqual([[], []])
})

test('booked goods name the expected date that they still have, and one press removes it', async () => {
  const { server, says, send, act } = await openReceipt(CHEESE, OLIVES)
  const items = [CHEESE, OLIVES].map(({ id }) => ({ product_id: id, quantity: 1, stock_quantity: 401 }))
  const dated = items.map(item => ({ ...item, expected_stock_date: '2026-03-12' }))
  const REMOVE = 'POST /api/admin/products/restore-expected-dates'
  const buttons = () => [...document.querySelectorAll<HTMLElement>('[aria-label$="beklenen tarihi kaldır"]')]
  ;(await send()).reply(201, { ...bookedReply(CHEESE), items: [...dated.slice(0, 1), ...items.slice(1)] })
  await says('Beklenen tarihi 12.03.2026 duruyor: stok bitince o güne sınırsız sipariş alınır.')
  expect(buttons().map(({ ariaLabel }) => ariaLabel)).toEqual([`${CHEESE.name}: beklenen tarihi kaldır`])
  await act(async () => buttons()[0]?.click())
  const removal = await server.next(REMOVE)
  expect(JSON.parse(removal.body)).toEqual({
    expected_stock_date: '2026-03-12',
    products: [{ product_id: CHEESE.id, expected_stock_date: null }],
  })
  removal.reply(200, { restored_count: 1, changed_count: 0 })
  await says('Beklenen tarih kaldırıldı')
  expect(buttons()).toEqual([])
})

test.each([
  [1, 'Beklenen tarih siz bakarken değişti; ona dokunulmadı'],
  [0, 'Ürün silinmiş'],
])('booked goods say why their expected date is not removed: %d has changed since', async (changed_count, text) => {
  const { server, alerts, says, send, press } = await openReceipt(CHEESE)
  const booked = bookedReply(CHEESE)
  const items = booked.items.map(item => ({ ...item, expected_stock_date: '2026-03-12' }))
  ;(await send()).reply(201, { ...booked, items })
  await says('Tarihi kaldır')
  await press('Tarihi kaldır')
  const failed = await server.next('POST /api/admin/products/restore-expected-dates')
  failed.reply(500, {})
  await shows(() => alerts.length > 0)
  expect(alerts).toEqual(['Tarih kaldırılamadı'])
  await press('Tarihi kaldır')
  const removal = await server.next('POST /api/admin/products/restore-expected-dates')
  removal.reply(200, { restored_count: 0, changed_count })
  await says(text)
})
