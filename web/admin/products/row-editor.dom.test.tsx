import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { kurus } from '#contract/money.ts'
import { type AdminProduct, MAIN_WAREHOUSE, readAnyProduct } from '#contract/products.ts'
import { CHEESE } from '../../catalogue/sample-product.ts'
import { expireSession } from '../../testing/expired-session.ts'
import { ADMIN } from '../../testing/samples.ts'
import { button, field, openScreen, typeIn } from '../../testing/screen.ts'
import { startServer, type TestServer, until } from '../../testing/scripted-server.ts'

const PRODUCT: AdminProduct = {
  ...CHEESE,
  stock_quantity: 0,
  expected_stock_date: '2099-05-01',
  reserved_quantity: 0,
  available_quantity: 0,
  is_active: true,
  lot_tracking: 'off',
  first_expiry: null,
  is_offer: false,
  min_remaining_days: null,
  warehouse: MAIN_WAREHOUSE,
  created_at: '2026-03-10T07:00:00.000Z',
  updated_at: '2026-03-10T07:00:00.000Z',
}
const OTHER: AdminProduct = { ...PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Tulum peyniri' }
const OFFER: AdminProduct = {
  ...PRODUCT,
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c57',
  name: 'Ezine (Fırsat)',
  expected_stock_date: null,
  is_offer: true,
}
const ONE = `/api/admin/products/${PRODUCT.id}`
const wire = (product: AdminProduct) => z.encode(readAnyProduct.reply, product)

let server: TestServer
let messages: string[]
let agrees: boolean
let opened: AdminProduct[]

beforeEach(async () => {
  server = await startServer()
  const settings = { company_name: 'Toptan', support_email: '', support_phone: '' }
  const choices = { vat_rates: [0, 10], units: ['ADET', 'KG'], categories: ['Peynir', 'Sos'] }
  server.respond('GET /api/settings', ({ reply }) => reply(200, { ...settings, ...choices }))
  server.respond('GET /api/admin/products/categories', ({ reply }) => reply(200, []))
  for (const one of [OTHER, OFFER])
    server.respond(`GET /api/admin/products/${one.id}`, ({ reply }) => reply(200, wire(one)))
  messages = []
  opened = []
  agrees = true
  vi.stubGlobal('alert', (text: string) => messages.push(text))
  vi.stubGlobal('confirm', (text: string) => {
    messages.push(text)
    return agrees
  })
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
})

/** Opens the form of one row, without the list around it. */
async function openEditor(product = PRODUCT) {
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../../queries.ts')
  const { useProductRowEditor } = await import('./row-editor.tsx')
  const Rows = () => {
    const editor = useProductRowEditor(product => opened.push(product))
    return (
      <>
        <button type="button" onClick={() => editor.edit(product)}>
          Ezine
        </button>
        <button type="button" onClick={() => editor.edit(OTHER, 'price')}>
          Tulum
        </button>
        <button type="button" onClick={() => editor.edit(OFFER, 'available_quantity')}>
          Fırsat
        </button>
        {editor.form}
        <p>{editor.lastClosed}</p>
      </>
    )
  }
  const screen = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Rows />
    </QueryClientProvider>,
  )
  onTestFinished(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
  // Off between actions: responses also arrive then, which React would warn about.
  const act = async (action: () => void) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    await screen.act(async () => action())
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  }
  const press = (label: string) => act(() => button(label).click())
  const type = (label: string, text: string) => act(() => typeIn(field(label), text))
  const key = (label: string, init: KeyboardEventInit) =>
    act(() => {
      field(label).dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    })
  await press('Ezine')
  await until(() => form()?.textContent.includes('Sos') === true)
  const save = () => key('Fiyat', { key: 'Enter', ctrlKey: true })
  return { ...screen, press, type, key, save }
}
const form = () => document.querySelector('form')
/** The next request that saves the product; replied to with `saved`, if given, else by the test. */
async function put(saved?: AdminProduct) {
  const exchange = await server.next(`PUT ${ONE}`)
  if (saved) {
    exchange.reply(200, { success: true, product: wire(saved) })
    await until(() => form() === null)
  }
  const sent: unknown = JSON.parse(exchange.body)
  return { ...exchange, sent }
}

test('only the edited fields of the row are sent, with the version that was shown, and a conflict keeps the input', async () => {
  const { type, save } = await openEditor()
  const loaded = await server.next(`GET ${ONE}`)
  loaded.reply(200, wire(PRODUCT))
  await until(() => document.activeElement === field('Ürün adı'))
  await type('Fiyat', '300,5')
  await save()
  const first = await put()
  expect(first.sent).toEqual({ price: 300.5, updated_at: PRODUCT.updated_at })
  first.refuse(409, 'changed_meanwhile', 'Bu ürün siz bakarken değişti')
  const fresh = { ...PRODUCT, brand: 'Tahsildaroğlu', stock_quantity: 7, updated_at: '2026-03-10T08:00:00.000Z' }
  const again = await server.next(`GET ${ONE}`)
  again.reply(200, wire(fresh))
  await until(() => field('Marka').value === 'Tahsildaroğlu')
  expect(messages).toEqual(['Bu ürün siz bakarken değişti'])
  expect([field('Fiyat').value, field('Stok').value]).toEqual(['300,5', '7'])
  expect(form()?.textContent).toContain('Bu arada değişti: 7')
  await save()
  expect((await put(fresh)).sent).toEqual({ price: 300.5, updated_at: fresh.updated_at })
  expect(document.querySelector('p')?.textContent).toBe(PRODUCT.id)
})

test('a field that another user has changed as well shows both values, and either can be chosen', async () => {
  const { press, type, save } = await openEditor()
  const loaded = await server.next(`GET ${ONE}`)
  loaded.reply(200, wire(PRODUCT))
  await type('Fiyat', '300')
  await type('Marka', 'Ezineli')
  await save()
  const first = await put()
  first.refuse(409, 'changed_meanwhile', 'Bu ürün siz bakarken değişti')
  const fresh = { ...PRODUCT, price: kurus(31_000), brand: 'Tahsildaroğlu', updated_at: '2026-03-10T08:00:00.000Z' }
  const again = await server.next(`GET ${ONE}`)
  again.reply(200, wire(fresh))
  await until(() => form()?.textContent.includes('Bu arada değişti: ₺310,00') === true)
  expect([field('Fiyat').value, field('Marka').value]).toEqual(['300', 'Ezineli'])
  await press('Onunkini al: Fiyat')
  await press('Benimkini koru: Marka')
  expect([field('Fiyat').value, field('Marka').value]).toEqual(['310,00', 'Ezineli'])
  expect(form()?.textContent).not.toContain('Bu arada değişti')
  await save()
  expect((await put(fresh)).sent).toEqual({ brand: 'Ezineli', updated_at: fresh.updated_at })
})

test('a field that another user has given the same value is no conflict, and is not sent again', async () => {
  const { type, save } = await openEditor()
  const loaded = await server.next(`GET ${ONE}`)
  loaded.reply(200, wire(PRODUCT))
  await type('Fiyat', '91,25')
  await type('Marka', 'Ezineli')
  await save()
  const first = await put()
  first.refuse(409, 'changed_meanwhile', 'Bu ürün siz bakarken değişti')
  const fresh = { ...PRODUCT, price: kurus(9_125), stock_quantity: 7, updated_at: '2026-03-10T08:00:00.000Z' }
  const again = await server.next(`GET ${ONE}`)
  again.reply(200, wire(fresh))
  await until(() => form()?.textContent.includes('Bu arada değişti: 7') === true)
  expect(form()?.textContent).not.toContain('91,25')
  expect(form()?.textContent).not.toContain('Onunkini al')
  await save()
  expect((await put(fresh)).sent).toEqual({ brand: 'Ezineli', updated_at: fresh.updated_at })
})

test('changes since the list was loaded are adopted when the row opens', async () => {
  const { type, save } = await openEditor()
  await type('Ürün adı', 'Ezine')
  const fresh = { ...PRODUCT, price: kurus(31_000), updated_at: '2026-03-10T08:00:00.000Z' }
  const loaded = await server.next(`GET ${ONE}`)
  loaded.reply(200, wire(fresh))
  await until(() => field('Fiyat').value === '310,00')
  expect(field('Ürün adı').value).toBe('Ezine')
  await save()
  expect((await put(fresh)).sent).toEqual({ name: 'Ezine', updated_at: fresh.updated_at })
})

test('a change whose reply was lost is sent again before a failure is reported', async () => {
  const { type, save } = await openEditor()
  const loaded = await server.next(`GET ${ONE}`)
  loaded.reply(200, wire(PRODUCT))
  await type('Fiyat', '300')
  await save()
  const first = await put()
  first.drop()
  expect((await put({ ...PRODUCT, price: kurus(30_000) })).sent).toEqual(first.sent)
  expect(messages).toEqual([])
})

test('a price of ₺0,00 is saved only after a question, which other changes of a free product do not ask', async () => {
  const { type, save } = await openEditor()
  const loaded = await server.next(`GET ${ONE}`)
  loaded.reply(200, wire(PRODUCT))
  await type('Fiyat', '0')
  agrees = false
  await save()
  await until(() => messages.length === 1)
  expect(messages).toEqual([`${PRODUCT.name} ₺0,00 ile satışta olacak. Fiyat doğru mu?`])
  agrees = true
  await save()
  const first = await put()
  expect(first.sent).toEqual({ price: 0, updated_at: PRODUCT.updated_at })
  first.refuse(409, 'changed_meanwhile', 'Bu ürün siz bakarken değişti')
  const fresh = { ...PRODUCT, price: kurus(0), stock_quantity: 7, updated_at: '2026-03-10T08:00:00.000Z' }
  const again = await server.next(`GET ${ONE}`)
  again.reply(200, wire(fresh))
  await until(() => field('Stok').value === '7')
  await type('Marka', 'Ezineli')
  messages.length = 0
  await save()
  expect((await put(fresh)).sent).toEqual({ brand: 'Ezineli', updated_at: fresh.updated_at })
  expect(messages).toEqual([])
})

test('open orders in the former unit of a product, and offers that are no longer cheaper, are alerted', async () => {
  const { type, save } = await openEditor()
  const loaded = await server.next(`GET ${ONE}`)
  loaded.reply(200, wire(PRODUCT))
  await type('Fiyat', '300')
  await save()
  const { reply } = await put()
  const unit_warning = 'Ürünün 1 açık siparişi eski birimde: 24 KG'
  const offer_warning = 'Artık ürününden ucuz olmayan fırsatlar: Ezine (Fırsat) ₺310,00 (ürün ₺300,00)'
  const product = wire({ ...PRODUCT, price: kurus(30_000), unit: 'ADET' })
  reply(200, { success: true, product, unit_warning, offer_warning })
  await until(() => form() === null)
  expect(messages).toEqual([`${unit_warning}\n\n${offer_warning}`])
})

test('the date of a product without stock cannot be removed, and a new stock is sent with its reason', async () => {
  const { type, save } = await openEditor()
  await type('Beklenen stok tarihi', '')
  await type('Fiyat', 'x')
  await save()
  // The first field at fault, in the form's order.
  await until(() => document.activeElement === field('Fiyat'))
  await type('Fiyat', '289,50')
  expect(form()?.textContent).toContain('Stok 0 iken beklenen stok tarihi zorunludur')
  expect(form()?.textContent).toContain('Stoğu 0 olan ve beklenen stok tarihi bulunmayan ürünler sipariş edilemez.')
  await type('Stok', '-1')
  await save()
  expect(form()?.textContent).toContain('Stok miktarı negatif olamaz')
  await type('Stok', '4')
  await type('Stok düzeltme nedeni', 'Sayım')
  await save()
  const body = { stock_quantity: 4, expected_stock_date: null, stock_note: 'Sayım', updated_at: PRODUCT.updated_at }
  expect((await put(PRODUCT)).sent).toEqual(body)
})

test('Esc, opening another row and opening the sheet require a confirmation before changes are lost', async () => {
  const { type, key, press } = await openEditor()
  const loss = `${PRODUCT.name} için yaptığınız değişiklikler kaybolur. Devam edilsin mi?`
  await type('Marka', 'Yayla')
  agrees = false
  await key('Marka', { key: 'Escape' })
  await press('Tulum')
  await press('Resim, barkod, açıklama')
  expect([messages, opened, field('Marka').value]).toEqual([[loss, loss, loss], [], 'Yayla'])
  agrees = true
  await press('Tulum')
  expect(form()?.getAttribute('aria-label')).toBe('Tulum peyniri düzenleniyor')
  expect(field('Marka').value).toBe(OTHER.brand)
  // The field of the pressed column takes the focus.
  await until(() => document.activeElement === field('Fiyat'))
  messages.length = 0
  await press('Resim, barkod, açıklama')
  expect([messages, opened, form()]).toEqual([[], [OTHER], null])
})

test('the row of an offer has no field for the expected date', async () => {
  const { press } = await openEditor()
  await press('Fırsat')
  // A press on the column of the expected date focuses the stock.
  await until(() => document.activeElement === field('Stok'))
  expect(form()?.textContent).not.toContain('Beklenen stok tarihi')
  expect(form()?.textContent).not.toContain('beklenen stok tarihi bulunmayan')
})

test('a price that an ended session has kept does not replace a newer one without the user’s choice', async () => {
  const first = await openEditor()
  const loaded = await server.next(`GET ${ONE}`)
  loaded.reply(200, wire(PRODUCT))
  await first.type('Fiyat', '300')
  await first.type('Marka', 'Ezineli')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await expireSession(first)
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  const listed = { ...PRODUCT, price: kurus(31_000), updated_at: '2026-03-10T08:00:00.000Z' }
  const second = await openEditor(listed)
  const reread = await server.next(`GET ${ONE}`)
  reread.reply(200, wire(listed))
  expect(form()?.textContent).toContain('Bu arada değişti: ₺310,00')
  // The choice stays open when the session ends again.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await expireSession(second)
  startSession(ADMIN)
  const { press, save } = await openEditor(listed)
  expect([field('Fiyat').value, field('Marka').value]).toEqual(['300,00', 'Ezineli'])
  expect(form()?.textContent).toContain('Bu arada değişti: ₺310,00')
  // The choice stays open when another field is changed in between.
  const fresh = { ...listed, stock_quantity: 7, updated_at: '2026-03-10T09:00:00.000Z' }
  const again = await server.next(`GET ${ONE}`)
  again.reply(200, wire(fresh))
  await until(() => field('Stok').value === '7')
  expect(form()?.textContent).toContain('Bu arada değişti: 7')
  await press('Onunkini al: Fiyat')
  await save()
  expect((await put(fresh)).sent).toEqual({ brand: 'Ezineli', updated_at: fresh.updated_at })
})
