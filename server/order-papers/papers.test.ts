import sharp from 'sharp'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { readPdf } from '../testing/pdf.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function paper(world: World, admin: TestUser, path: string) {
  const response = await world.app.inject({
    url: `/api/admin/orders/${path}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  const pdf = await readPdf(response.rawPayload)
  return {
    ...pdf,
    name: String(response.headers['content-disposition']),
    text: pdf.pages.map(page => page.text).join('\n'),
  }
}

async function setScene({ notes = '' } = {}) {
  const world = await makeWorld({ companyName: 'Toptan Gıda A.Ş.', supportPhone: '0212 000 00 00' })
  const [admin, customer] = [await world.admin(), await world.customer({ company_name: 'Iğdır Şarküteri & Çiğ Köfte' })]
  const [cheese, sauce] = [
    await world.product({ name: 'Ezine Peyniri', category: 'Peynir', price: kurus(28_797), barcode: '8690637012345' }),
    await world.product({
      name: 'Acı Sos',
      category: 'Sos',
      warehouse: 'Gecici Depo',
      on_hand: 0,
      expected_stock_date: '2026-05-01',
    }),
  ]
  const items = [
    { product_id: sauce, quantity: 1_250 },
    { product_id: cheese, quantity: 3 },
  ]
  const order = (await world.post('/orders', customer, { items, notes })).json()
  return { world, admin, order, cheese }
}

test('the slip shows the customer, every line with its price, the totals and the note, as text that can be copied', async () => {
  const { world, admin, order } = await setScene({ notes: 'Kapıda arayın.\nÖğleden sonra, güneş görmesin' })
  const slip = await paper(world, admin, `${order.id}/slip`)
  expect(slip.name).toContain(`filename="siparis-${order.id.slice(0, 8)}.pdf"`)
  expect(slip.about).toMatchObject({ language: 'tr', title: 'Sipariş Fişi – Toptan Gıda A.Ş.' })
  for (const phrase of [
    'Toptan Gıda A.Ş.',
    `Sipariş No ${order.id.slice(0, 8)}`,
    'Tarih 10.03.2026 10:00',
    'Firma Iğdır Şarküteri & Çiğ Köfte',
    'Adres İstanbul',
    'Durum Beklemede',
    'Not Kapıda arayın. Öğleden sonra, güneş görmesin',
    'Ezine Peyniri Yayla ADET 3 ₺287,97 %10 ₺863,91',
    'Acı Sos Yayla ADET 1.250 ₺100,00 %10 ₺125.000,00 İleri tarihli: 01.05.2026',
    'Ara Toplam ₺125.863,91 KDV ₺12.586,39 Genel Toplam ₺138.450,30',
    'Sayfa 1 / 1',
  ])
    expect(slip.text).toContain(phrase)
})

test('the pick list shows what to fetch from which warehouse, in shelf order, without prices', async () => {
  const { world, admin, order } = await setScene()
  const list = await paper(world, admin, `${order.id}/pick-list`)
  expect(list.name).toContain(`filename="toplama-listesi-${order.id.slice(0, 8)}.pdf"`)
  expect(list.text).toContain('Toplam 2 kalem, 1.253 adet')
  expect(list.text).toMatch(/Ezine Peyniri Yayla Ana Depo 8690637012345 ADET 3 .*Acı Sos Yayla Gecici Depo ADET 1\.250/)
  expect(list.text).not.toContain('₺')
  expect(list.text).toContain('Durum Beklemede')
  await world.request('PUT', `/admin/orders/${order.id}/status`, admin, { status: 'iptal' })
  expect((await paper(world, admin, `${order.id}/pick-list`)).text).toContain('Durum İptal')
})

test('printed orders show their lines as they were sold', async () => {
  const { world, admin, order, cheese } = await setScene()
  await world.put(`/admin/products/${cheese}`, admin, { name: 'Başka Ad', price: 1, is_active: false })
  const slip = await paper(world, admin, `${order.id}/slip`)
  expect(slip.text).toContain('Ezine Peyniri Yayla ADET 3 ₺287,97')
  expect(slip.text).not.toContain('Başka Ad')
})

test('the longest order fills pages, its totals are printed together below the last line, and pictures are printed', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const background = '#c33'
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
  const ids = await world.products(Array.from({ length: 500 }, (_, i) => ({ name: `Ürün ${i}` })))
  await world.put(`/admin/products/${ids[0]}`, admin, { image_url: `data:image/png;base64,${png.toString('base64')}` })
  const items = ids.map(product_id => ({ product_id, quantity: 1 }))
  const notes = Array.from({ length: 60 }, (_, i) => `${i}. satır`).join('\n')
  const { id } = (await world.post('/orders', customer, { items, notes })).json()
  const slip = await paper(world, admin, `${id}/slip`)
  for (let i = 0; i < 500; i++) expect(slip.text).toContain(`Ürün ${i} `)
  expect(slip.text).toContain('23. satır …')
  expect(slip.pages[0]!.pictures.concat(slip.pages[1]!.pictures)).toHaveLength(1)
  expect(slip.pages.at(-1)!.text).toMatch(/Ara Toplam ₺50\.000,00 KDV ₺5\.000,00 Genel Toplam ₺55\.000,00/)
  const outside = slip.pages.flatMap(({ words }) => words.filter(word => word.y > 835 || word.x < 39.9))
  expect(outside).toEqual([])
})

test('no text of an order overflows the page, and the largest total is printed in full', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const customer = await world.customer({ company_name: 'Ş'.repeat(200) })
  await world.put('/auth/profile', customer, { address: Array.from({ length: 200 }, (_, i) => `${i}`).join('\n') })
  const gold = { price: kurus(90_000_000), vat_rate: 10, on_hand: 0, expected_stock_date: '2026-05-01' }
  const product_id = await world.product({
    ...gold,
    name: 'Ü'.repeat(200),
    brand: 'B'.repeat(200),
    barcode: '8'.repeat(64),
  })
  const items = [{ product_id, quantity: 1_000_000 }]
  const { id } = (await world.post('/orders', customer, { items, notes: '\n'.repeat(1000) + 'W'.repeat(900) })).json()
  for (const kind of ['slip', 'pick-list']) {
    const { pages, text } = await paper(world, admin, `${id}/${kind}`)
    const outside = pages.flatMap(({ words }) =>
      words.filter(word => word.x < 39.9 || word.x + word.width > 555.4 || word.y > 825),
    )
    expect(outside).toEqual([])
    if (kind === 'slip') expect(text).toContain('Genel Toplam ₺990.000.000.000,00')
  }
})
