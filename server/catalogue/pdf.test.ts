import { readFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import * as xlsx from '@e965/xlsx'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { imageHash } from '#contract/image-url.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { formatMoney, kurus } from '#contract/money.ts'
import { byAlphabet } from '#contract/turkish.ts'
import { type PdfPage, readPdf } from '../testing/pdf.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const requestPdf = (world: World, user: TestUser, category?: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    url: '/api/catalog/pdf',
    query: category === undefined ? {} : { category },
    headers: { authorization: `Bearer ${user.token}`, ...headers },
  })

const pdfOf = async (world: World, user: TestUser, category?: string) => {
  const response = await requestPdf(world, user, category)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  return readPdf(response.rawPayload)
}

async function importWorkbook(world: World, admin: TestUser, file: Buffer) {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="liste.xlsx"\r\n\r\n'
  const response = await world.app.inject({
    method: 'POST',
    url: '/api/admin/products/import-excel',
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
  })
  return response.json()
}

/** The worker threads started during a test; each draws one PDF. */
function threadsFrom() {
  const threads: Worker[] = []
  const note = (thread: Worker) => threads.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  return threads
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The text of a page's rows, without header, footer, headings, labels and picture placeholders. */
const inRows = ({ x, y, size, text }: PdfPage['words'][number]) =>
  x > 80 && y > 60 && y < 795 && [8, 9, 9.5].includes(size) && !/^[\d.]+ ürün$/.test(text)

// Characters missing in the fonts; the price list has three such names.
const PRINTED = new Map([
  ['贝贝托彩虹条糖15克', '?15?'],
  ['🍇 Raisins sultanines', 'Raisins sultanines'],
  ['فلفل أسود مطحون', '? ? ?'],
])

function rowText({ name, brand, barcode, unit, vat_rate, price, stock_quantity, expected_stock_date }: Product) {
  const day = expected_stock_date?.split('-').reverse().join('.')
  const remark = stock_quantity > 0 ? '' : day ? `${day} tarihinde gelecek` : 'Tükendi'
  const cells = [
    PRINTED.get(name) ?? name,
    brand,
    barcode,
    unit,
    `%${vat_rate}`,
    formatMoney(kurus(price * 100)),
    remark,
  ]
  return squeezed(cells.filter(Boolean).join(' '))
}

test('the PDF of the real price list lists every product once and in full, in Turkish order, with working links', async () => {
  const world = await makeWorld({ companyName: 'Yıldıztepe Gıda A.Ş.', supportPhone: '0212 555 00 00' })
  const [admin, customer] = [await world.admin(), await world.customer()]
  await importWorkbook(world, admin, await readFile(new URL('../../e2e/data/price-list.xlsx', import.meta.url)))
  await world.product({ name: 'Mercimek Çorbası', category: 'Kuru Gıda', warehouse: 'Gecici Depo' })
  await world.product({ name: 'Pasif Ürün', is_active: false })
  const products: Product[] = (await world.get('/products', customer)).json()
  const pdf = await pdfOf(world, customer)

  const inOrder = products.toSorted((a, b) => byAlphabet(a.category, b.category))
  const rows = pdf.pages.slice(1).flatMap(page => page.words.filter(inRows).map(word => word.text))
  const [text, promised] = [squeezed(rows.join(' ')), inOrder.map(rowText).join(' ')]
  const differs = promised.split('').findIndex((letter, i) => text[i] !== letter)
  expect(products).toHaveLength(1252)
  expect([differs, text.slice(differs, differs + 100)]).toEqual([-1, ''])
  expect(text).toHaveLength(promised.length)
  expect(text).toMatch(/ğ.*ı.*İ.*ş.*Ş/)

  const pages = pdf.pages.length
  for (const [i, { text: page }] of pdf.pages.entries()) {
    expect(page).toContain(`Sayfa ${i + 1} / ${pages}`)
    expect(page).toContain('Fiyatlara KDV dahil değildir.')
  }
  const cover = pdf.pages[0]!.text
  for (const phrase of [
    'Yıldıztepe Gıda A.Ş.',
    'Ürün Kataloğu',
    '10.03.2026',
    '0212 555 00 00',
    '1.252',
    'İçindekiler',
  ])
    expect(cover).toContain(phrase)
  expect(cover).not.toContain('E-posta')

  const categories = [...new Set(inOrder.map(product => product.category))]
  expect(categories).toEqual(categories.toSorted(byAlphabet))
  expect(pdf.outline.map(entry => entry.title)).toEqual(categories)
  expect(pdf.pages[0]!.links).toEqual(pdf.outline.map(entry => entry.page))
  for (const [i, category] of categories.entries()) {
    const count = products.filter(product => product.category === category).length
    const page = pdf.pages[0]!.links[i]!
    expect(cover).toContain(`${category} ${count} ürün ${page}`)
    expect(pdf.pages[page - 1]!.text).toContain(`${category} ${count} ürün Ürün Barkod`)
  }
  expect(pdf.pages[pdf.outline.at(1)!.page - 2]!.text).toContain(`${categories[0]} (devam) Ürün Barkod`)
  expect(pdf.about).toEqual({
    language: 'tr',
    title: 'Ürün Kataloğu – Yıldıztepe Gıda A.Ş.',
    author: 'Yıldıztepe Gıda A.Ş.',
  })

  const threads = threadsFrom()
  await requestPdf(world, customer)
  expect(threads).toEqual([])
})

test('a single category can be printed; a category or a catalogue with nothing on sale gets 404', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  expect((await requestPdf(world, customer)).json()).toEqual({
    detail: 'Katalogda gösterilecek ürün bulunamadı',
    code: 'nothing_on_sale',
  })
  await world.product({ name: 'Kaşar', category: 'Peynir' })
  await world.product({ name: 'Kornişon', category: 'Turşu' })
  await world.product({ name: 'Eski', category: 'Sos', is_active: false })
  const pickles = await pdfOf(world, customer, 'Turşu')
  expect(pickles.pages).toHaveLength(1)
  expect(pickles.pages[0]!.text).toContain('Kategori Turşu Ürün sayısı 1')
  expect(pickles.pages[0]!.text).toContain('Kornişon')
  expect(pickles.pages[0]!.text).not.toMatch(/Kaşar|İçindekiler/)
  for (const category of ['Sos', 'Yok']) expect((await requestPdf(world, customer, category)).statusCode).toBe(404)
  expect((await requestPdf(world, customer, 'x'.repeat(201))).statusCode).toBe(400)
  expect((await pdfOf(world, customer, '')).pages[0]!.text).toContain('İçindekiler')
})

test('customers, marketers and admins can download the catalogue, others cannot; its file name contains the day', async () => {
  const world = await makeWorld()
  await world.product()
  for (const user of [await world.customer(), await world.marketer(), await world.admin()])
    expect((await requestPdf(world, user)).statusCode).toBe(200)
  expect((await world.get('/catalog/pdf')).status).toBe(401)
  const customer = await world.customer()
  // Half past midnight in Istanbul, where it is the next day already.
  world.pass(14.5 * 60 * 60 * 1000)
  const { headers, rawPayload } = await requestPdf(world, customer, undefined, { 'accept-encoding': 'br, gzip' })
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="toptan-katalog-2026-03-11.pdf"; filename*=UTF-8''toptan-katalog-2026-03-11.pdf`,
    'cache-control': 'private, no-cache',
    'content-length': String(rawPayload.length),
  })
  expect(headers['content-encoding']).toBeUndefined()
  const { paths } = (await world.get('/openapi.json')).json()
  expect(Object.keys(paths['/catalog/pdf'].get.responses['200'].content)).toEqual(['application/pdf'])
})

test('a PDF is created once for concurrent requests and cached until its content changes', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const cheese = await world.product({ name: 'Kaşar', price: kurus(12_345), on_hand: 3 })
  await world.product({ name: 'Sos', category: 'Sos', on_hand: 0, expected_stock_date: '2026-03-12' })
  const threads = threadsFrom()
  const responses = await Promise.all(Array.from({ length: 6 }, () => requestPdf(world, customer)))
  const again = await requestPdf(world, admin)
  expect(threads).toHaveLength(1)
  for (const { rawPayload } of responses) expect(rawPayload.equals(again.rawPayload)).toBe(true)

  const { etag } = again.headers
  const held = { 'if-none-match': `"anderes", W/${String(etag)}` }
  const unchanged = await requestPdf(world, customer, undefined, held)
  expect([unchanged.statusCode, unchanged.rawPayload.length, unchanged.headers.etag]).toEqual([304, 0, etag])

  const page = async () => (await pdfOf(world, customer)).pages[1]!.text
  expect(await page()).toMatch(/₺123,45 .*12\.03\.2026 tarihinde gelecek/)
  // Invisible changes do not change the version.
  await world.post('/orders', customer, { items: [{ product_id: cheese, quantity: 1 }] })
  expect((await requestPdf(world, customer, undefined, held)).statusCode).toBe(304)
  expect(threads).toHaveLength(1)

  const edited = xlsx.utils.book_new()
  const rows = [[...INVENTORY_COLUMNS], [cheese, null, null, null, null, 123.5]]
  xlsx.utils.book_append_sheet(edited, xlsx.utils.aoa_to_sheet(rows), 'Ürünler')
  expect(await importWorkbook(world, admin, xlsx.write(edited, { type: 'buffer' }))).toMatchObject({ updated: 1 })
  expect((await requestPdf(world, customer, undefined, held)).statusCode).toBe(200)
  expect(await page()).not.toMatch(/Tükendi|₺123,45/)

  await world.post('/orders', customer, { items: [{ product_id: cheese, quantity: 2 }] })
  expect(await page()).toMatch(/Kaşar .*₺123,50 Tükendi/)

  world.pass(3 * 24 * 60 * 60 * 1000)
  expect(await page()).toMatch(/Ürün Kataloğu · 13\.03\.2026 .*12\.03\.2026 tarihinde gelecekti, gecikti/)
})

test('a stored picture is embedded once for all its products; external and broken pictures are not printed', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const jpeg = async (background: string) =>
    `data:image/jpeg;base64,${(
      await sharp({ create: { width: 600, height: 300, channels: 3, background } })
        .jpeg()
        .toBuffer()
    ).toString('base64')}`
  const add = (name: string, image_url: string) =>
    world.post('/admin/products', admin, { name, brand: 'Yayla', category: 'Peynir', stock_quantity: 5, image_url })
  await add('Kaşar', await jpeg('#c33'))
  await add('Kaşar dilim', await jpeg('#c33'))
  const spoilt = (await add('Bozuk', await jpeg('#3c3'))).json().product.image_url
  await add('Uzak', 'https://ornek.invalid/resim.jpg')
  await world.db
    .updateTable('images')
    .set({ print: Buffer.from([0xff, 0xd8, 0, 0]) })
    .where('hash', '=', imageHash(spoilt) ?? '')
    .execute()
  const { rawPayload } = await requestPdf(world, admin)
  const pdf = await readPdf(rawPayload)
  expect(pdf.pages[0]!.pictures).toEqual([
    [200, 100],
    [200, 100],
  ])
  expect(rawPayload.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
  expect(pdf.pages[0]!.text.match(/\bP\b/g)).toHaveLength(2)
})

test('unusual names are printed as far as the fonts support them, and no texts overlap', async () => {
  const world = await makeWorld({ companyName: `${'Çok Uzun Adlı Gıda '.repeat(10)}A.Ş.` })
  const admin = await world.admin()
  const names = [
    '<b>Kaşar</b> & "Lor" \\ (taze) %20',
    'Üzüm 🍇👨‍👩‍👧 kuru',
    `Uzun ${'kelime '.repeat(27).trim()}`,
    'Ş'.repeat(200),
    'ترشي \u202Emixed\u202C شيء',
    'S\u0327eker g\u0306',
    '🍇',
    '__proto__',
  ]
  for (const [i, name] of names.entries())
    await world.product({
      name,
      brand: 'B'.repeat(200),
      barcode: `${i}${'8'.repeat(63)}`,
      price: kurus(999_999_999),
      on_hand: 0,
      expected_stock_date: '2020-01-01',
    })
  for (let i = 0; i < 40; i++) await world.product({ name: `Ürün ${i}`, category: `${i} ${'Kategori '.repeat(20)}` })
  const pdf = await pdfOf(world, admin)
  const text = pdf.pages.map(page => page.text).join('\n')
  for (const phrase of [
    '<b>Kaşar</b> & "Lor" \\ (taze) %20',
    'Üzüm kuru',
    '? mixed ?',
    'Şeker ğ',
    '__proto__',
    '₺9.999.999,99',
  ])
    expect(text).toContain(phrase)
  expect(text).toMatch(/Uzun (kelime )+(kelime )*kelim?e?…/)
  expect(text).not.toMatch(/[\u202A-\u202E🍇]/u)
  expect(pdf.pages[1]!.links.length).toBeGreaterThan(0)

  const over = pdf.pages.flatMap(({ words }) =>
    words.flatMap((a, i) => words.slice(i + 1).flatMap(b => (overlap(a, b) ? [`${a.text} / ${b.text}`] : []))),
  )
  expect(over).toEqual([])
  const outside = pdf.pages.flatMap(({ words }) => words.filter(word => word.x < 39.9 || word.x + word.width > 555.4))
  expect(outside).toEqual([])
})

type Word = PdfPage['words'][number]

/** Glyphs extend about 0.25 of the font size below the baseline and 0.75 above it. */
function overlap(a: Word, b: Word) {
  const [upper, lower] = a.y < b.y ? [a, b] : [b, a]
  const crosses = upper.y + upper.size * 0.22 > lower.y - lower.size * 0.72
  return crosses && a.x < b.x + b.width - 0.1 && b.x < a.x + a.width - 0.1
}

test('if the drawing thread dies, the reply is the call’s failure message, and the next request gets a PDF', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.product()
  // Ends every new thread, as the first one may belong to other work in this process.
  const end = (thread: Worker) => void thread.terminate()
  process.on('worker', end)
  const [response, second] = await Promise.all([requestPdf(world, customer), requestPdf(world, customer)])
  process.off('worker', end)
  for (const { statusCode, body } of [response, second])
    expect([statusCode, JSON.parse(body)]).toEqual([
      500,
      { detail: 'PDF indirilemedi. Lutfen tekrar deneyin.', code: 'unexpected' },
    ])
  expect((await pdfOf(world, customer)).pages).toHaveLength(1)
})
