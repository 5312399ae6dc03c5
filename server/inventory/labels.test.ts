import { expect, test } from 'vitest'
import { readPdf } from '../testing/pdf.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function labels(world: World, admin: TestUser, query: string) {
  const headers = { authorization: `Bearer ${admin.token}` }
  const response = await world.app.inject({ url: `/api/admin/inventory/labels?${query}`, headers })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(response.headers['content-disposition']).toContain('filename="raf-etiketleri-2026-03-10.pdf"')
  return readPdf(response.rawPayload)
}

const error = async (world: World, admin: TestUser, query: string) => {
  const response = await world.get(`/admin/inventory/labels?${query}`, admin)
  return [response.status, response.json().detail]
}

test('labels are text and vectors, of the chosen or the filtered products, by name', async () => {
  const world = await makeWorld({ companyName: 'Toptan Gıda A.Ş.' })
  const admin = await world.admin()
  const ids = await world.products([
    { name: 'Şalgam', brand: 'Ege', unit: 'LT', category: 'İçecekler', barcode: '8690637012341' },
    { name: 'Çay', brand: 'Rize', category: 'İçecekler', barcode: '96385074' },
    { name: 'Iğdır kayısısı', brand: '', category: 'Kuru Gıda', barcode: null },
  ])
  const all = await labels(world, admin, '')
  expect(all.about).toMatchObject({ language: 'tr', title: 'Raf Etiketleri – Toptan Gıda A.Ş.' })
  const [page] = all.pages
  expect([all.pages.length, page?.pictures, page?.inks]).toEqual([1, [], ['#000000']])
  expect(page?.text.replaceAll('\n', ' ')).toBe(
    'Çay Rize · ADET 96385074 Iğdır kayısısı ADET Şalgam Ege · LT 8690637012341',
  )
  // Three in a row, and nothing outside its label.
  const starts = page?.words.filter(({ size }) => size === 10).map(({ x }) => Math.round(x))
  expect(starts).toEqual([12, 210, 409])

  const drinks = await labels(world, admin, `category=${encodeURIComponent('İçecekler')}&search=rize`)
  expect(drinks.pages[0]?.text).not.toContain('Şalgam')
  const one = await labels(world, admin, `ids=${ids[0]}`)
  expect(one.pages[0]?.text).toContain('Şalgam')
  expect(one.pages[0]?.text).not.toContain('Çay')

  expect(await error(world, admin, 'search=yok')).toEqual([400, 'Etiketi basılacak ürün bulunamadı'])
  expect(await error(world, admin, 'ids=1')).toEqual([400, 'ids ürün kimlikleri olmalıdır'])
  const many = Array(201).fill(ids[0]).join(',')
  expect(await error(world, admin, `ids=${many}`)).toEqual([400, 'En fazla 200 seçili ürünün etiketi basılabilir'])
})

test('a page has 24 labels; long names and codes stay inside theirs', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const name = 'Süzme yoğurt, kaymaklı, dökme, lokanta için özel üretim, 10 kilogramlık kova'
  await world.products(
    Array.from({ length: 25 }, (_, i) => ({ name: `${name} ${i}`, barcode: `RAF-${'x'.repeat(26)}${i}` })),
  )
  const { pages } = await labels(world, admin, '')
  expect(pages.length).toBe(2)
  for (const { x, width } of pages.flatMap(page => page.words)) {
    const label = Math.floor(x / 198.43)
    expect(x + width).toBeLessThan((label + 1) * 198.43)
  }
})

test('a long name is printed smaller, so that variants which differ at its end get different labels', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const name = 'TAHSİLDAROĞLU EZİNE TAM YAĞLI OLGUNLAŞTIRILMIŞ KLASİK BEYAZ PEYNİR TENEKE'
  await world.products(['600 G', '1 KG'].map(size => ({ name: `${name} ${size}`, brand: 'Tahsildaroğlu' })))
  const [page] = (await labels(world, admin, '')).pages
  expect(page?.text.replaceAll('\n', ' ')).toMatch(/TENEKE 1 KG .*TENEKE 600 G /)
})
