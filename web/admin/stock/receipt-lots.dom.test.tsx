import { beforeEach, expect, test } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { ADMIN } from '../../testing/samples.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const EAN = '8690570001242'
const MILK = { ...WIRE_PRODUCT, name: 'Süt', barcode: EAN, lot_tracking: 'required' }
const EXPIRED = `010${EAN}1720010110A7`
const GOOD = `010${EAN}10B8\u001d15500131`
const { id: product_id } = WIRE_PRODUCT

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

async function openReceipt(product: object = MILK, known: object[] = []) {
  const screen = await openAdminScreen('/admin/dashboard?tab=stock', async () => {
    const { ReceiptMode } = await import('./receipt-mode.tsx')
    return <ReceiptMode />
  })
  const { server, act } = screen
  server.respond(`GET /api/admin/products/by-barcode/${EAN}/warehouses`, exchange => exchange.reply(200, [product]))
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, []))
  server.respond('GET /api/admin/lots', exchange => exchange.reply(200, known))
  const press = (text: string) => act(async () => button(text).click())
  const scan = async (code: string, settled: () => boolean) => {
    const input = document.querySelector<HTMLInputElement>('[role=combobox]')!
    await act(async () => typeIn(input, code))
    await act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
    await shows(settled)
  }
  return { ...screen, press, scan }
}

const booked = {
  message: 'Mal kabul kaydedildi',
  id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a13',
  items: [{ product_id, quantity: 1, stock_quantity: 401 }],
}

const values = () =>
  Array.from(document.querySelectorAll<HTMLInputElement>('ul[aria-label="Gelen mallar"] > li'), line =>
    Array.from(line.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'), one => one.value),
  )
const show =
  (...lines: string[][]) =>
  () =>
    JSON.stringify(values()) === JSON.stringify(lines)
const focused = () => document.activeElement?.textContent

test('one scan fills in product, lot and expiry; doubtful data must be confirmed before booking', async () => {
  const known = {
    id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a12',
    product_id,
    product_name: 'Süt',
    brand: 'Ova',
    category: 'Süt',
    unit: 'ADET',
    warehouse: 'Ana Depo',
    code: 'b8',
    expires_on: '2050-02-28',
    expiry_kind: 'tett',
    supplier: null,
    delivery_note: null,
    received_at: '2026-03-10T07:00:00.000Z',
    on_hand: 4,
    picked_quantity: 0,
    value: 18,
    blocked_at: null,
    blocked_by_admin_name: null,
    block_reason: null,
    in_catalogue: false,
    sold_past_expiry: false,
    is_offer: false,
  }
  const { server, says, press, scan } = await openReceipt(MILK, [known])
  await scan(EXPIRED, show(['1', 'A7', 'skt', '01.01.2020']))
  await scan(EXPIRED, show(['2', 'A7', 'skt', '01.01.2020']))
  await scan(GOOD, show(['1', 'B8', 'tett', '31.01.2050'], ['2', 'A7', 'skt', '01.01.2020']))
  await says('Bu parti TETT 28.02.2050 olarak kayıtlı.')
  await press('Stoğa al')
  await shows(() => focused() === '28.02.2050 yap')
  await press('28.02.2050 yap')
  await says('Tarihi geçmiş: SKT 01.01.2020. Alınırsa satılmaz.')
  await press('Stoğa al')
  await shows(() => focused() === 'Yine de al')
  await press('Yine de al')
  await says('Bu teslimattaki B8 partisinden (TETT 28.02.2050) daha erken tarihli.')
  await press('Tarih doğru')
  await press('Stoğa al')
  const sent = await server.next('POST /api/admin/stock/receipts')
  expect(JSON.parse(sent.body).items).toEqual([
    { product_id, unit: 'KG', quantity: 1, lot: { code: 'B8', expires_on: '2050-02-28', expiry_kind: 'tett' } },
    { product_id, unit: 'KG', quantity: 2, lot: { code: 'A7', expires_on: '2020-01-01', expiry_kind: 'skt' } },
  ])
  sent.reply(201, booked)
  await says('Stoğa alındı')
})

test('the known lots are those with exactly the code of a line, of which a product may have many', async () => {
  const { server, scan, says } = await openReceipt(MILK, [])
  const known: Record<string, unknown>[] = []
  server.respond('GET /api/admin/lots', exchange => {
    known.push(exchange.query)
    exchange.reply(200, [])
  })
  await scan(GOOD, show(['1', 'B8', 'tett', '31.01.2050']))
  await says('Stoğa al')
  await shows(() => known.length > 0)
  expect(known).toMatchObject([{ product_id, code: 'B8', state: 'all' }])
})

test('a plain code needs a typed lot where it is required; the receipt is sent again if its reply is lost', async () => {
  const { act, server, says, press, scan, alerts } = await openReceipt()
  await scan(EAN, show(['1', '', 'skt', '']))
  await press('Stoğa al')
  await says('Parti numarasını yazın')
  await shows(() => document.activeElement === field('Parti no'))
  expect(server.untaken()).toEqual([])
  await act(async () => typeIn(field('Parti no'), ' L-26 '))
  await act(async () => field('Son tarih').focus())
  await act(async () => typeIn(field('Son tarih'), '1.3.50'))
  await press('Stoğa al')
  const lost = await server.next('POST /api/admin/stock/receipts')
  lost.drop()
  const sent = await server.next('POST /api/admin/stock/receipts')
  expect(sent.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  const lot = { code: 'L-26', expires_on: '2050-03-01', expiry_kind: 'skt' }
  expect(JSON.parse(sent.body).items).toEqual([{ product_id, unit: 'KG', quantity: 1, lot }])
  button('Stoğa al').focus()
  sent.reply(201, booked)
  await says('Stoğa alındı')
  expect(alerts).toEqual([])
  // The pressed button has gone.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Stoğa alınanlar')
})

test('when a line is removed, the next one has the focus, and the finder after the last', async () => {
  const { act, scan } = await openReceipt()
  await scan(GOOD, () => values().length === 1)
  await scan(`010${EAN}10C9\u001d15500131`, () => values().length === 2)
  const remove = () => document.querySelector<HTMLElement>('[data-remove]')!
  await act(async () => remove().click())
  expect(values()).toHaveLength(1)
  expect(document.activeElement).toBe(remove())
  await act(async () => remove().click())
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
})

test('the server’s error about a lot is shown at its field until the line is changed', async () => {
  const { act, server, says, press, scan, alerts } = await openReceipt({ ...MILK, lot_tracking: 'off' })
  await scan(GOOD, () => values().length > 0)
  expect(values()).toEqual([['1']])
  await press('Stoğa al')
  const message = 'Bu ürünün parti numarası gereklidir'
  const refused = await server.next('POST /api/admin/stock/receipts')
  expect(JSON.parse(refused.body).items).toEqual([{ product_id, unit: 'KG', quantity: 1 }])
  refused.refuse(400, 'invalid_input', message, [{ field: 'items.0.lot', message }])
  await shows(() => alerts.length > 0)
  await says('Parti no')
  expect(field('Parti no').getAttribute('aria-invalid')).toBe('true')
  await act(async () => typeIn(field('Parti no'), 'B8'))
  await act(async () => field('Parti no').focus())
  await act(async () => field('Parti no').blur())
  await press('Stoğa al')
  const sent = await server.next('POST /api/admin/stock/receipts')
  expect(JSON.parse(sent.body).items[0].lot).toEqual({ code: 'B8', expires_on: null, expiry_kind: null })
  sent.reply(201, booked)
  await says('Stoğa alındı')
})

test('a scan that waited for the network keeps its lot', async () => {
  const { press, act, says } = await openReceipt()
  const { storeScan } = await import('../scanning/stored-scans.ts')
  await act(async () => storeScan(`add:${ADMIN.user.id}`, GOOD))
  await says(`${EAN} × 1`)
  await press('Şimdi al')
  await shows(show(['1', 'B8', 'tett', '31.01.2050']))
})

test('the quantity typed for a stored scan is added to the line of its product, if a line can have it', async () => {
  const { press, act, says, scan } = await openReceipt({ ...MILK, lot_tracking: 'off' })
  const { storeScan, setTyped } = await import('../scanning/stored-scans.ts')
  await scan(EAN, show(['1']))
  await act(async () => {
    typeIn(document.querySelector<HTMLInputElement>('ul[aria-label="Gelen mallar"] input')!, '40')
    for (const typed of ['12', '2,5', '0']) {
      storeScan(`add:${ADMIN.user.id}`, EAN)
      setTyped(`add:${ADMIN.user.id}`, EAN, typed)
    }
  })
  await says('3 okutma bekliyor')
  await press('Şimdi al')
  await says('2 okutma alınamadı')
  await says(`${EAN} × 2,5 · Miktar tam sayı olmalıdır`)
  await says(`${EAN} × 0 · alınmadı`)
  expect(values()).toEqual([['52']])
})
