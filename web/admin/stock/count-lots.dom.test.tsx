import { beforeEach, expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { WIRE_COUNT } from '../../testing/samples.ts'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const ID = '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a11'
const EAN = '8690570001242'
const CHEESE = { ...WIRE_PRODUCT, barcode: EAN, lot_tracking: 'asked' }
const { id: product_id } = WIRE_PRODUCT
const KNOWN = {
  id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a12',
  product_id,
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  category: 'Peynir',
  unit: 'KG',
  warehouse: 'Ana Depo',
  code: 'A7',
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
const COUNT = { ...WIRE_COUNT, id: ID, products: [] }

/** The first select in the form of the entry. */
const LOT = 'form[aria-label="Ezine peyniri"] select'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

async function openCount(known: object[] = [KNOWN], count: object = COUNT) {
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=count&count=${ID}`, async () => {
    const { CountPage } = await import('./count-page.tsx')
    return <CountPage id={ID} />
  })
  const { server, act } = screen
  server.respond(`GET /api/admin/stock/counts/${ID}`, exchange => exchange.reply(200, count))
  server.respond(`GET /api/admin/products/by-barcode/${EAN}/warehouses`, exchange => exchange.reply(200, [CHEESE]))
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, []))
  server.respond('GET /api/admin/lots', exchange => exchange.reply(200, known))
  await shows(() => document.querySelector('[role=combobox]') !== null)
  const scan = async (code: string) => {
    const input = document.querySelector<HTMLInputElement>('[role=combobox]')!
    await act(async () => typeIn(input, code))
    await act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  }
  /** Chooses a lot by the value of its option. */
  const choose = (value: string) =>
    act(async () => {
      const select = document.querySelector<HTMLSelectElement>(LOT)!
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value)
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  const add = async () => {
    await act(async () => button('Sayıma ekle').click())
    return server.next(`POST /api/admin/stock/counts/${ID}/products`)
  }
  return { ...screen, scan, choose, add }
}

const added = {
  action: 'added',
  message: 'Ezine peyniri sayıma eklendi: 1 KG',
  old_quantity: 0,
  added_quantity: 1,
  new_total: 1,
  unit: 'KG',
}

test('a product with lots is not added before its lot is chosen: a known one, none, or one that is typed', async () => {
  const { act, says, server, scan, choose, add, alerts } = await openCount()
  await scan(EAN)
  await shows(() => document.querySelector(`${LOT}:enabled`) !== null)
  await act(async () => button('Sayıma ekle').click())
  await says('Partiyi seçin')
  expect(document.activeElement).toBe(document.querySelector(LOT))
  expect(server.untaken()).not.toContain(`POST /api/admin/stock/counts/${ID}/products`)
  await says('A7 · TETT 28.02.2050')
  await choose(KNOWN.id)
  const lost = await add()
  lost.drop()
  const first = await server.next(`POST /api/admin/stock/counts/${ID}/products`)
  expect(first.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  expect(JSON.parse(first.body)).toMatchObject({
    product_id,
    counted_quantity: 1,
    lot: { code: 'A7', expires_on: '2050-02-28', expiry_kind: 'tett' },
  })
  await act(async () => first.reply(200, added))
  await scan(EAN)
  await says('Parti seçin')
  await choose('other')
  await act(async () => button('Sayıma ekle').click())
  await says('Parti numarasını yazın')
  await act(async () => typeIn(field('Parti no'), 'YENİ'))
  // An invalid day is reported, not left out.
  await act(async () => typeIn(field('Son tarih'), '31.13.2026'))
  await act(async () => button('Sayıma ekle').click())
  await says('13. ay yok')
  expect(server.untaken()).not.toContain(`POST /api/admin/stock/counts/${ID}/products`)
  await act(async () => typeIn(field('Son tarih'), ''))
  const second = await add()
  expect(JSON.parse(second.body).lot).toEqual({ code: 'YENİ', expires_on: null, expiry_kind: 'skt' })
  await act(async () => second.reply(200, added))
  await scan(EAN)
  await says('Parti seçin')
  await choose('none')
  expect(JSON.parse((await add()).body)).not.toHaveProperty('lot')
  expect(alerts).toEqual([])
})

test('the Esc that closes the calendar of a lot keeps the entry, and the next one cancels it', async () => {
  const { act, scan, choose } = await openCount()
  await scan(EAN)
  await shows(() => document.querySelector(`${LOT}:enabled`) !== null)
  await choose('other')
  await act(async () => typeIn(field('Bulunan miktar'), '24'))
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Takvimi aç"]')?.click())
  const isOpen = () => document.querySelector('[role=grid]')?.contains(document.activeElement) === true
  await shows(isOpen)
  const escape = () =>
    act(async () => {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(key)
    })
  await escape()
  await shows(() => document.activeElement?.getAttribute('aria-label') === 'Takvimi aç')
  expect([isOpen(), field('Bulunan miktar').value]).toEqual([false, '24'])
  await escape()
  expect(document.querySelector('form[aria-label="Ezine peyniri"]')).toBeNull()
})

test('a scan selects the lot; the same code adds 1, and another lot begins an entry of its own', async () => {
  const { server, scan, add } = await openCount()
  await scan(`010${EAN}1550022810A7`)
  await shows(() => document.querySelector<HTMLSelectElement>(LOT)?.value === KNOWN.id)
  await scan(`010${EAN}1550022810A7`)
  await shows(() => field('Bulunan miktar').value === '2')
  await scan(`010${EAN}1550022810B8`)
  const first = await server.next(`POST /api/admin/stock/counts/${ID}/products`)
  expect(JSON.parse(first.body)).toMatchObject({ counted_quantity: 2, lot: { code: 'A7' } })
  first.reply(200, added)
  await shows(() => field('Parti no').value === 'B8')
  const second = await add()
  expect(JSON.parse(second.body)).toMatchObject({
    counted_quantity: 1,
    lot: { code: 'B8', expires_on: '2050-02-28', expiry_kind: 'tett' },
  })
})

test.each([
  ['the count of a pallet', `(02)0${EAN}(37)48(10)A7`, '48'],
  ['the weight of goods sold by the kilogram', `010${EAN}310000001210A7`, '12'],
  ['no weight in part of a kilogram', `010${EAN}310200125010A7`, '1'],
])('a scan counts for what the code of its package says: %s', async (_, code, quantity) => {
  const { scan, add } = await openCount()
  await scan(code)
  await shows(() => document.querySelector<HTMLSelectElement>(LOT)?.value === KNOWN.id)
  expect(field('Bulunan miktar').value).toBe(quantity)
  await scan(code)
  const twice = 2 * Number(quantity)
  await shows(() => field('Bulunan miktar').value === String(twice))
  expect(JSON.parse((await add()).body)).toMatchObject({ counted_quantity: twice, lot: { code: 'A7' } })
})

test('a code without an expiry selects the only lot with it', async () => {
  const { scan, says, add } = await openCount()
  await scan(`010${EAN}10A7`)
  await says('A7 · TETT 28.02.2050')
  await shows(() => document.querySelector<HTMLSelectElement>(LOT)?.value === KNOWN.id)
  await scan(`010${EAN}1550022810A7`)
  await shows(() => field('Bulunan miktar').value === '2')
  expect(JSON.parse((await add()).body)).toMatchObject({ counted_quantity: 2, lot: { code: 'A7' } })
})

const LATER = { ...KNOWN, id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a14', expires_on: '2050-03-31' }
const LATEST = { ...KNOWN, id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a15', expires_on: '2050-04-30' }
const UNDATED = { ...KNOWN, expires_on: null, expiry_kind: null }

test.each([
  {
    when: 'without expiry',
    known: [KNOWN, LATER, LATEST],
    code: '10A7',
    question: 'Bu parti TETT 28.02.2050, TETT 31.03.2050 ve TETT 30.04.2050 olarak kayıtlı.',
    answer: '31.03.2050 yap',
    lot: { code: 'A7', expires_on: '2050-03-31', expiry_kind: 'tett' },
  },
  {
    when: 'with another expiry',
    known: [KNOWN],
    code: '1550033110A7',
    question: 'Bu parti TETT 28.02.2050 olarak kayıtlı.',
    answer: '31.03.2050 kalsın',
    lot: { code: 'A7', expires_on: '2050-03-31', expiry_kind: 'tett' },
  },
  {
    when: 'of a lot without expiry',
    known: [UNDATED],
    code: '1550033110A7',
    question: 'Bu parti tarihsiz olarak kayıtlı.',
    answer: 'Tarihi sil',
    lot: { code: 'A7', expires_on: null, expiry_kind: null },
  },
])('a known code ($when) is not added before the question about it is answered', async one => {
  const { act, server, scan, says, add } = await openCount(one.known)
  await scan(`010${EAN}${one.code}`)
  await says(one.question)
  await act(async () => button('Sayıma ekle').click())
  await shows(() => document.activeElement?.closest('[data-lot-question]') !== null)
  await scan(`010${EAN}10B8`)
  expect(server.untaken()).not.toContain(`POST /api/admin/stock/counts/${ID}/products`)
  await act(async () => button(one.answer).click())
  const sent = await add()
  expect(JSON.parse(sent.body)).toMatchObject({ counted_quantity: 1, lot: one.lot })
  await act(async () => sent.reply(200, added))
  await shows(() => field('Parti no').value === 'B8')
})

test('a code is known although the first page of the lots of its product, which has many, lacks it', async () => {
  const { server, scan, says } = await openCount()
  const many = { link: '</api/admin/lots?cursor=next>; rel="next"' }
  server.respond('GET /api/admin/lots', ({ query, reply }) =>
    query.code === undefined ? reply(200, [{ ...KNOWN, code: 'A1' }], many) : reply(200, [KNOWN]),
  )
  await scan(`010${EAN}1550033110A7`)
  await says('Bu parti TETT 28.02.2050 olarak kayıtlı.')
})

test('a scan with the other kind of expiry than its lot is not added before it has the kind of the lot', async () => {
  const { act, server, scan, says, add } = await openCount()
  await scan(`010${EAN}1750022810A7`)
  await says('Bu parti TETT 28.02.2050 olarak kayıtlı.')
  await act(async () => button('Sayıma ekle').click())
  await shows(() => document.activeElement?.closest('[data-lot-question]') !== null)
  expect(server.untaken()).not.toContain(`POST /api/admin/stock/counts/${ID}/products`)
  expect(document.querySelectorAll('[data-lot-question] button')).toHaveLength(1)
  await act(async () => button('TETT yap').click())
  expect(JSON.parse((await add()).body)).toMatchObject({ lot: { code: 'A7', expiry_kind: 'tett' } })
})

test.each([
  ['TETT yap', 'tett'],
  ['SKT kalsın', 'skt'],
])('the kind of expiry of a lot that has been sold out is changed only after a question: %s', async (answer, kind) => {
  const { act, server, scan, says, choose, add } = await openCount()
  const soldOut = { ...KNOWN, id: '0b7c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c61', code: 'Z9', on_hand: 0 }
  server.respond('GET /api/admin/lots', ({ query, reply }) =>
    reply(200, query.state === 'all' ? [soldOut].filter(({ code }) => code === query.code) : [KNOWN]),
  )
  await scan(EAN)
  await shows(() => document.querySelector(`${LOT}:enabled`) !== null)
  await choose('other')
  await act(async () => typeIn(field('Parti no'), 'Z9'))
  await act(async () => typeIn(field('Son tarih'), '28.02.2050'))
  await act(async () => field('Son tarih').blur())
  await says('Bu parti TETT 28.02.2050 olarak kayıtlı.')
  await act(async () => button('Sayıma ekle').click())
  expect(server.untaken()).not.toContain(`POST /api/admin/stock/counts/${ID}/products`)
  await act(async () => button(answer).click())
  expect(JSON.parse((await add()).body).lot).toEqual({ code: 'Z9', expires_on: '2050-02-28', expiry_kind: kind })
})

test('a further scan keeps the choice that the goods have no lot', async () => {
  const { scan, choose, add } = await openCount()
  await scan(EAN)
  await shows(() => document.querySelector(`${LOT}:enabled`) !== null)
  await choose('none')
  await scan(EAN)
  await shows(() => field('Bulunan miktar').value === '2')
  expect(document.querySelector<HTMLSelectElement>(LOT)?.value).toBe('none')
  const { body } = await add()
  expect(JSON.parse(body)).toMatchObject({ counted_quantity: 2 })
  expect(JSON.parse(body)).not.toHaveProperty('lot')
})

test.each([
  ['A7', 'is chosen among them', KNOWN.id, undefined],
  ['B8', 'is another one, if it is not among them', 'other', 'B8'],
])('a scanned lot %s is shown as chosen before the lots arrive, and then %s', async (code, _, chosen, typed) => {
  const { server, scan } = await openCount()
  const arriving = server.next('GET /api/admin/lots')
  await scan(`010${EAN}1550022810${code}`)
  const select = () => document.querySelector<HTMLSelectElement>(LOT)
  const other = () => Array.from(document.querySelectorAll('label')).some(one => one.textContent.startsWith('Parti no'))
  await shows(() => select()?.selectedOptions[0]?.textContent === `L ${code} · TETT 28.02.2050`)
  expect(other()).toBe(false)
  const arrived = await arriving
  arrived.reply(200, [KNOWN])
  await shows(() => select()?.value === chosen)
  expect(other() ? field('Parti no').value : undefined).toBe(typed)
})

test('emptying the date of a scanned lot keeps the field in which it is typed', async () => {
  const { act, scan, says, add } = await openCount()
  await scan(`010${EAN}1550033110A7`)
  await says('Bu parti TETT 28.02.2050 olarak kayıtlı.')
  const date = field('Son tarih')
  await act(async () => typeIn(date, ''))
  expect(field('Son tarih')).toBe(date)
  await act(async () => typeIn(date, '28.02.2050'))
  expect(JSON.parse((await add()).body).lot).toEqual({ code: 'A7', expires_on: '2050-02-28', expiry_kind: 'tett' })
})

test('before the lots arrive, an entry is added although another lot with its code is in the count', async () => {
  const { code, expires_on, expiry_kind } = KNOWN
  const counted = { product_id, product_name: 'Ezine peyniri', brand: 'Bahçıvan', unit: 'KG', warehouse: 'Ana Depo' }
  const lots = [{ code, expires_on, expiry_kind, counted_quantity: 2 }]
  const { server, scan, says, add } = await openCount([], {
    ...COUNT,
    product_count: 1,
    products: [{ ...counted, counted_quantity: 2, image_url: null, notes: null, lots }],
  })
  const arriving = server.next('GET /api/admin/lots')
  await scan(`010${EAN}1550033110A7`)
  await says('L A7 · TETT 31.03.2050')
  await arriving
  expect(JSON.parse((await add()).body).lot).toMatchObject({ code: 'A7', expires_on: '2050-03-31' })
})

test('a lot that was confirmed to be another one is known while its line waits to be added', async () => {
  const { act, server, scan, says } = await openCount()
  const other = `010${EAN}1550033110A7`
  await scan(other)
  await says('Bu parti TETT 28.02.2050 olarak kayıtlı.')
  await act(async () => button('31.03.2050 kalsın').click())
  await scan(`010${EAN}10B8`)
  await shows(() => field('Parti no').value === 'B8')
  const first = await server.next(`POST /api/admin/stock/counts/${ID}/products`)
  await scan(other)
  await shows(() => field('Parti no').value === 'A7')
  expect(document.querySelector('[data-lot-question]')).toBeNull()
  await act(async () => button('Sayıma ekle').click())
  first.reply(200, added)
  ;(await server.next(`POST /api/admin/stock/counts/${ID}/products`)).reply(200, added)
  const third = await server.next(`POST /api/admin/stock/counts/${ID}/products`)
  expect(JSON.parse(third.body).lot).toMatchObject({ code: 'A7', expires_on: '2050-03-31' })
})

test('a scan that waits for the question about the lot before it says so, and focuses an answer', async () => {
  const { scan, says } = await openCount()
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  await scan(`010${EAN}1550033110A7`)
  await says('Bu parti TETT 28.02.2050 olarak kayıtlı.')
  await scan(`010${EAN}10B8`)
  await shows(() => warned.mock.calls.length > 0)
  expect(warned.mock.calls).toEqual([
    ['Ezine peyniri sırada; önce Ezine peyniri için partisiyle ilgili soruyu yanıtlayın'],
  ])
  expect(document.activeElement?.textContent).toBe('28.02.2050 yap')
})
