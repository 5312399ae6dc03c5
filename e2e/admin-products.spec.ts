import { type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { ScriptedKeys } from './scripted-keys.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, PHONE, type WireProduct, World } from './world.ts'

/** The admin's products: listed, added, edited, taken on and off sale, deleted, and found by their barcodes. */

const TAB = '/admin/dashboard?tab=products'

let portal: SharedPortal
let world: World
let picture: Buffer
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  const { default: sharp } = await import('sharp')
  const tall = { width: 300, height: 600, channels: 3 as const, background: '#c22' }
  const blue = { create: { width: 300, height: 200, channels: 3 as const, background: '#22c' } }
  picture = await sharp({ create: tall })
    .composite([{ input: await sharp(blue).png().toBuffer(), top: 0, left: 0 }])
    .png()
    .toBuffer()
})
test.afterAll(() => portal.stop())

/**
 * Opens a page that collects the messages of the browser's dialogs in `said`; `agree` decides whether to accept them.
 */
async function opened(
  browser: Parameters<World['page']>[0],
  { agree = () => true, ...options }: BrowserContextOptions & { agree?: (question: string) => boolean } = {},
) {
  const { page, complaints } = await world.page(browser, world.admin, { ...DESK, ...options })
  const said: string[] = []
  page.on('dialog', dialog => {
    said.push(dialog.message())
    void (agree(dialog.message()) ? dialog.accept() : dialog.dismiss())
  })
  return { page, complaints, said }
}

const read = ({ id }: { id: string }) => world.request<WireProduct>('GET', `/admin/products/${id}`, world.admin)
const byName = async (name: string) => {
  const found = await world.request<WireProduct[]>(
    'GET',
    `/admin/products?search=${encodeURIComponent(name)}`,
    world.admin,
  )
  return found[0]!
}
const row = (page: Page, name: string) => page.locator('main [data-index]').filter({ hasText: name })
const menu = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `İşlemler: ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const figure = (page: Page, label: string) =>
  page.locator('main dl').first().locator('div').filter({ hasText: label }).locator('dd').first()
const text = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label, exact: true })

test('a product is added with its picture; errors are shown, and nothing typed is lost', async ({ browser }) => {
  const name = 'Süzme Yoğurt'
  const loss = 'Yeni ürün için yazdıklarınız kaybolur. Devam edilsin mi?'
  const { page, complaints, said } = await opened(browser, { ...PHONE, agree: question => question !== loss })
  await page.goto(TAB)
  await expect(figure(page, 'Toplam ürün')).toHaveText(/\d/)
  const before = Number(await figure(page, 'Toplam ürün').textContent())
  await page.getByRole('button', { name: 'Yeni ürün' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Yeni ürün' })
  const save = dialog.getByRole('button', { name: 'Ürünü ekle' })
  await expect(save).toBeDisabled()
  await text(dialog, 'Ürün adı').fill(name)
  await text(dialog, 'Marka').fill('Yayla')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Kategori').selectOption('Şoklu Meyve Püre')
  await expect(save).toBeEnabled()
  await expect(dialog.getByLabel('Birim').getByRole('option')).toHaveText(['ADET', 'KG', 'LT', 'PAKET'])
  await expect(dialog.getByLabel('KDV').getByRole('option')).toHaveText(['%0', '%5', '%10', '%16'])
  await expect(dialog.getByLabel('KDV')).toHaveValue('0')
  await expect(dialog).toContainText('Stoğu 0 olan ve beklenen stok tarihi bulunmayan ürünler sipariş edilemez.')
  await text(dialog, 'Fiyat').fill('1.234,505')
  await save.click()
  await expect(dialog).toContainText('Fiyat en fazla iki ondalık basamaklı olabilir')
  await expect(dialog).toContainText('Stok 0 iken beklenen stok tarihi zorunludur')
  await expectAccessibleNow(page, 'new product')
  await text(dialog, 'Fiyat').fill('1.234,50')
  await text(dialog, 'Stok').fill('-1')
  await save.click()
  await expect(dialog).toContainText('Stok miktarı negatif olamaz')
  await text(dialog, 'Stok').fill('çok')
  await expect(dialog).toContainText('Lütfen geçerli bir sayı girin')
  await text(dialog, 'Stok').fill('0')
  await dialog.getByRole('textbox', { name: 'Beklenen stok tarihi' }).fill('2099-05-01')
  await expect(dialog).not.toContainText('Stoğu 0 olan')
  await dialog.getByLabel('KDV').selectOption('10')
  await dialog.getByLabel('Depo').selectOption('Gecici Depo')

  const file = (buffer: Buffer, mimeType: string) => ({ name: 'resim.png', mimeType, buffer })
  await dialog.getByLabel('Resim', { exact: true }).setInputFiles(file(Buffer.from('bozuk'), 'image/png'))
  await expect(dialog).toContainText('Resim okunamadı; JPEG, PNG veya WebP olmalı ve 5 MB sınırını aşmamalıdır')
  const address = text(dialog, 'veya resmin adresi')
  await address.fill('http://127.0.0.1:1/a.png')
  await expect(dialog).not.toContainText('Resim okunamadı')
  await save.click()
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/https adresi/)
  await address.fill('')
  await dialog.getByLabel('Resim', { exact: true }).setInputFiles(file(picture, 'image/png'))
  await expect(dialog.locator('img')).toHaveAttribute('src', /^data:image\/jpeg/)
  const middle = await dialog.locator('img').getAttribute('src')
  await dialog.getByLabel('Kesim yeri').fill('0')
  await expect(dialog.locator('img')).not.toHaveAttribute('src', middle!)

  await page.context().setOffline(true)
  await save.click()
  await expect.poll(() => said).toEqual(['Ürün eklenemedi'])
  await page.context().setOffline(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => said.at(-1)).toBe(loss)
  await text(dialog, 'Ürün adı').press('Control+Enter')
  await expect(page.getByText('Ürün eklendi')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(figure(page, 'Toplam ürün')).toHaveText(String(before + 1))
  const made = await byName(name)
  expect(made).toMatchObject({
    brand: 'Yayla',
    category: 'Şoklu Meyve Püre',
    price: 1234.5,
    vat_rate: 10,
    unit: 'ADET',
    stock_quantity: 0,
    expected_stock_date: '2099-05-01',
    warehouse: 'Gecici Depo',
    is_active: true,
    barcode: null,
  })
  // The uploaded picture is the chosen upper half: it is blue at the top, and the middle of the whole picture is red.
  const shown = await fetch(`${portal.url}${made.image_url}`)
  const { default: sharp } = await import('sharp')
  const stored = sharp(Buffer.from(await shown.arrayBuffer()))
  expect(await stored.metadata()).toMatchObject({ width: 300, height: 300 })
  const [red = 0, , blue = 0] = await stored
    .extract({ left: 150, top: 20, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  expect(blue).toBeGreaterThan(red)
  expect(complaints).toEqual([])
})

test('a product is edited by keyboard: in its row, and picture and description in the sheet', async ({ browser }) => {
  const product = await world.product({
    name: 'Tulum Peyniri',
    price: 250,
    stock_quantity: 12,
    barcode: '8690000000012',
  })
  const { page, complaints, said } = await opened(browser, DESK)
  const sent: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON())
  })
  await page.goto(`${TAB}&search=Tulum Peyniri`)
  const form = page.getByRole('form', { name: `${product.name} düzenleniyor` })
  const own = row(page, product.name)
  await expect(own).toBeVisible()
  expect((await own.boundingBox())?.height).toBeLessThanOrEqual(48)
  await own.focus()
  await page.keyboard.press('Enter')
  await expect(text(form, 'Ürün adı')).toBeFocused()
  await expectAccessibleNow(page)
  // A scan does not become part of the name, and its Enter does not save that.
  await (await ScriptedKeys.on(page)).scan('8690000000029', 2, { late: true })
  await expect(page.getByText('“8690000000029” okutuldu, ama forma yazılmadı')).toBeVisible()
  await expect(text(form, 'Ürün adı')).toHaveValue(product.name)
  expect(sent).toEqual([])
  await text(form, 'Ürün adı').press('Escape')
  await expect(own).toBeFocused()
  await page.keyboard.press('Enter')
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab')
  await expect(text(form, 'Fiyat')).toBeFocused()
  await page.keyboard.type('300,5')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => said).toEqual(['Ürün güncellenemedi'])
  await page.context().setOffline(false)
  await text(form, 'Ürün adı').fill(' ')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('Ürün adı zorunludur')
  await expect(text(form, 'Ürün adı')).toBeFocused()
  await text(form, 'Ürün adı').fill(product.name)
  sent.length = 0
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Ürün güncellendi')).toBeVisible()
  await expect(own).toBeFocused()
  await expect(own).toContainText('₺300,50')
  expect(sent.map(body => Object.keys(body as object))).toEqual([['price', 'updated_at']])

  // A press on a cell focuses its field.
  await own.getByText('12', { exact: true }).click()
  await expect(text(form, 'Stok')).toBeFocused()
  await page.keyboard.type('9')
  await text(form, 'Stok düzeltme nedeni').fill('Kırık')
  await form.getByRole('button', { name: 'Kaydet' }).click()
  await expect(form).toBeHidden()
  expect(await read(product)).toMatchObject({ price: 300.5, stock_quantity: 9 })
  await menu(page, product.name, 'Stok hareketleri')
  await expect(page.getByRole('dialog', { name: 'Stok hareketleri' })).toContainText('Kırık')
  await page.keyboard.press('Escape')

  const sheet = page.getByRole('dialog', { name: 'Ürünü düzenle' })
  const open = () => menu(page, product.name, 'Resim, barkod, açıklama')
  await open()
  await expect(page).toHaveURL(new RegExp(`product=${product.id}`))
  await expect(text(sheet, 'Fiyat')).toHaveValue('300,50')
  await text(sheet, 'veya resmin adresi').fill('http://127.0.0.1:1/a.png')
  await sheet.getByRole('button', { name: 'Kaydet' }).click()
  await expect(sheet).toContainText('Resim https adresi veya yüklenmiş bir resim olmalıdır')
  await text(sheet, 'veya resmin adresi').fill('https://127.0.0.1:1/a.png')
  await sheet.getByRole('button', { name: 'Kaydet' }).click()
  await expect(sheet).toBeHidden()
  expect(await read(product)).toMatchObject({ image_url: 'https://127.0.0.1:1/a.png' })
  await open()
  await sheet.getByRole('button', { name: 'Resmi kaldır' }).click()
  await text(sheet, 'Açıklama').press('Control+Enter')
  await expect(sheet).toBeHidden()
  expect(await read(product)).toMatchObject({ image_url: null })
  await own.focus()
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Resim, barkod, açıklama' }).click()
  await text(sheet, 'Açıklama').fill('yarım')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  expect(said.at(-1)).toBe(`${product.name} için yaptığınız değişiklikler kaybolur. Devam edilsin mi?`)
  expect(await read(product)).toMatchObject({ stock_quantity: 9, description: '' })
  expect(complaints).toEqual([])
})

test('a scan in a product’s form fills in its barcode, wherever the focus is, and a typed one is saved by Enter', async ({
  browser,
}) => {
  const product = await world.product({ name: 'Kuru Kayısı' })
  const { page, complaints } = await opened(browser, DESK)
  const sent: unknown[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' && /\/admin\/products/.test(request.url())) sent.push(request.postDataJSON())
  })
  await page.goto(`${TAB}&search=${product.name}`)
  const keys = await ScriptedKeys.on(page)
  const sheet = page.getByRole('dialog', { name: 'Ürünü düzenle' })
  await menu(page, product.name, 'Resim, barkod, açıklama')
  await expect(text(sheet, 'Ürün adı')).toBeFocused()
  await keys.scan('8690000000043', 2, { late: true })
  await expect(text(sheet, 'Barkod')).toHaveValue('8690000000043')
  await expect(text(sheet, 'Barkod')).toBeFocused()
  await expect(text(sheet, 'Ürün adı')).toHaveValue(product.name)
  // Another scan replaces it.
  await sheet.getByRole('button', { name: 'Kaydet' }).focus()
  await keys.scan('8690000000050', 2, { late: true })
  await expect(text(sheet, 'Barkod')).toHaveValue('8690000000050')
  expect(sent).toEqual([])
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  expect(await read(product)).toMatchObject({ name: product.name, barcode: '8690000000050' })

  const dialog = page.getByRole('dialog', { name: 'Yeni ürün' })
  await page.getByRole('button', { name: 'Yeni ürün' }).first().click()
  await text(dialog, 'Ürün adı').fill('Kuru İncir')
  await text(dialog, 'Marka').fill('Yayla')
  await dialog.getByLabel('Kategori').selectOption('Şoklu Meyve Püre')
  await text(dialog, 'Fiyat').fill('120')
  await text(dialog, 'Stok').fill('5')
  sent.length = 0
  await text(dialog, 'Barkod').focus()
  await keys.scan('8690000000067', 2, { late: true })
  await expect(text(dialog, 'Barkod')).toHaveValue('8690000000067')
  await dialog.getByLabel('Depo').selectOption('Gecici Depo')
  await text(dialog, 'Açıklama').focus()
  const released = await page.evaluateHandle(() => {
    const names: string[] = []
    addEventListener('keyup', ({ key, target }) => {
      if (key === 'Enter') names.push((target as HTMLInputElement).name)
    })
    return names
  })
  await keys.scan('8690000000074', 2, { late: true })
  // The barcode has the focus by the time the scan's Enter is released, so the next key cannot reach the description.
  expect(await released.jsonValue()).toEqual(['barcode'])
  await expect(text(dialog, 'Barkod')).toHaveValue('8690000000074')
  expect([sent, await text(dialog, 'Açıklama').inputValue()]).toEqual([[], ''])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await byName('Kuru İncir')).toMatchObject({ warehouse: 'Gecici Depo', barcode: '8690000000074' })

  // Over the inventory, which searches for scans itself.
  await page.goto(`/admin/dashboard?tab=inventory&search=${product.name}`)
  await menu(page, product.name, 'Ürünü düzenle')
  await expect(text(sheet, 'Barkod')).toHaveValue('8690000000050')
  await text(sheet, 'Barkod').focus()
  await keys.scan('8690000000043', 2, { late: true })
  await expect(text(sheet, 'Barkod')).toHaveValue('8690000000043')
  await text(sheet, 'Barkod').fill('')
  await page.keyboard.type('8690000000081', { delay: 120 })
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/search=Kuru/)
  expect(await read(product)).toMatchObject({ barcode: '8690000000081' })
  expect(complaints).toEqual([])
})

test('a product is taken off sale and put on sale again, and deleted or only deactivated; failures are reported', async ({
  browser,
}) => {
  const fresh = await world.product({ name: 'Rafta Lor Peyniri, Tuzsuz, Vakumlu Paket 500 g' })
  const sold = await world.product({ name: 'Rafta Kaşar' })
  const gone = await world.product({ name: 'Rafta Çökelek' })
  const customer = await world.customer('Alan')
  await world.order(customer, [{ product_id: sold.id, quantity: 1 }])
  let agrees = false
  const { page, complaints, said } = await opened(browser, { ...PHONE, agree: () => agrees })
  await page.goto(TAB)
  await expect(page.locator('main [data-index]').first()).toBeVisible()
  // The first screen shows six cards whose names need one line.
  const { y, height } = (await page.locator('main [data-index]').first().boundingBox())!
  expect(y + 6 * height + 5 * 8).toBeLessThan(844)
  await page.getByRole('searchbox').fill('rafta')
  await expect(page.locator('main [data-index]')).toHaveCount(3)
  // Below the header, a phone has space for six cards whose names need two lines.
  await expect(row(page, fresh.name)).toBeVisible()
  const heights = await page.locator('main [data-index]').evaluateAll(cards => cards.map(card => card.clientHeight))
  expect(Math.max(...heights)).toBeLessThan((844 - 56) / 6 - 8)
  await expectAccessibleNow(page, 'products')
  const saved = page.waitForResponse(response => response.request().method() === 'PUT')
  await menu(page, fresh.name, 'Pasif yap')
  await expect(page.getByText('Ürün pasif yapıldı')).toBeVisible()
  // The toast closes after a while.
  await page.getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByText('Ürün aktif yapıldı')).toBeVisible()
  expect(await (await saved).json()).toMatchObject({ product: { is_active: false } })
  await expect(row(page, fresh.name)).not.toContainText('Pasif')
  await page.context().setOffline(true)
  await menu(page, fresh.name, 'Pasif yap')
  await expect.poll(() => said).toEqual(['Ürün durumu değiştirilemedi'])
  await page.context().setOffline(false)
  expect(await read(fresh)).toMatchObject({ is_active: true })

  const question = (name: string) =>
    `${name} silinsin mi? Stoktaki 20 ADET de silinir. Bu işlem geri alınamaz. Daha önce sipariş edilmiş veya fırsat kaydı olan bir ürün silinmez, pasife alınır.`
  said.length = 0
  await menu(page, fresh.name, 'Ürünü sil')
  await expect.poll(() => said).toEqual([question(fresh.name)])
  expect(await read(fresh)).toMatchObject({ name: fresh.name })
  agrees = true
  await page.context().setOffline(true)
  await menu(page, fresh.name, 'Ürünü sil')
  await expect.poll(() => said.slice(1)).toEqual([question(fresh.name), 'Ürün silinemedi'])
  await page.context().setOffline(false)
  await menu(page, fresh.name, 'Ürünü sil')
  await expect(page.getByText('Ürün silindi')).toBeVisible()
  await expect(row(page, fresh.name)).toHaveCount(0)
  await menu(page, sold.name, 'Ürünü sil')
  await expect(page.getByText('Ürün daha önce sipariş edildiği için silinmedi, pasife alındı')).toBeVisible()
  await expect(row(page, sold.name)).toContainText('Pasif')

  // Another admin has deleted the product: the message is the server's, and the list is updated.
  said.length = 0
  await world.request('DELETE', `/admin/products/${gone.id}`, world.admin)
  await menu(page, gone.name, 'Pasif yap')
  await expect.poll(() => said).toEqual(['Kayıt bulunamadı'])
  await expect(row(page, gone.name)).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a product is found by its barcode, and an unused barcode is assigned to a product', async ({ browser }) => {
  const code = '8690000000036'
  const known = await world.product({ name: 'Sirke', barcode: 'STK-7001' })
  const without = await world.product({ name: 'Nar Ekşisi' })
  const other = await world.product({ name: 'Pekmez' })
  const { page, complaints, said } = await opened(browser, DESK)
  await page.goto(TAB)
  await page.getByRole('button', { name: 'Barkodla bul' }).click()
  const panel = page.getByRole('dialog', { name: 'Barkodla bul' })
  const found = panel.getByRole('region', { name: 'Bulunan ürün' })
  const keys = await ScriptedKeys.on(page)
  await expect(panel.getByLabel('Barkod', { exact: true })).toBeFocused()
  await keys.scan(known.barcode, 2, { late: true })
  await expect(found).toContainText(known.name)
  // A scan works although another element has the focus.
  await panel.getByRole('radio', { name: 'Elle giriş' }).focus()
  await keys.scan(code, 2, { late: true })
  await expect(panel).toContainText('Barkod bulunamadı')
  await expect(panel).toContainText(`${code} barkodu hiçbir ürüne ait değil.`)
  await expectAccessibleNow(page, 'unknown barcode')
  await expect(found).toHaveCount(0)

  const finder = panel.getByRole('combobox', { name: 'Bu barkodu bir ürüne atayın' })
  await finder.fill('Nar Ekşisi')
  await panel.getByRole('option', { name: without.name }).click()
  await world.request('PUT', `/admin/products/${other.id}/barcode`, world.admin, { barcode: code })
  await panel.getByRole('button', { name: 'Barkodu ata' }).click()
  await expect.poll(() => said).toEqual(['Bu barkod aynı depoda başka bir üründe kullanılıyor'])
  await world.request('PUT', `/admin/products/${other.id}/barcode`, world.admin, { barcode: null })
  await page.context().setOffline(true)
  await panel.getByRole('button', { name: 'Barkodu ata' }).click()
  await expect.poll(() => said.at(-1)).toBe('Barkod kaydedilemedi')
  await panel.getByLabel('Barkod', { exact: true }).fill('1')
  await panel.getByRole('button', { name: 'Bul' }).click()
  await expect.poll(() => said.at(-1)).toBe('Barkod aranamadı')
  await page.context().setOffline(false)
  await panel.getByLabel('Barkod', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
  await finder.fill('Nar Ekşisi')
  await panel.getByRole('option', { name: without.name }).click()
  await panel.getByRole('button', { name: 'Barkodu ata' }).click()
  await expect(page.getByText('Barkod atandı')).toBeVisible()
  await expect(found).toContainText(code)
  expect(await read(without)).toMatchObject({ barcode: code })
  await found.getByRole('button', { name: 'Ürünü düzenle' }).click()
  await expect(text(page.getByRole('dialog', { name: 'Ürünü düzenle' }), 'Barkod')).toHaveValue(code)
  await expect(panel).toBeHidden()
  expect(complaints).toEqual([])
})

test('the URL has the filters and the sorting of the list, and the keyboard moves between rows', async ({
  browser,
}) => {
  await world.product({ name: 'Boza', category: 'İçecekler', is_active: false })
  await world.product({ name: 'Salep', stock_quantity: 0, expected_stock_date: '2026-01-05' })
  await world.product({ name: 'Şıra', category: 'İçecekler', stock_quantity: 4 })
  const { page, complaints } = await opened(browser, DESK)
  await page.goto(TAB)
  await expect(row(page, 'Boza')).toBeVisible()
  await expect(row(page, 'Salep')).toContainText('Gecikti: 05.01.2026')
  await page.keyboard.press('/')
  await page.keyboard.type('ŞIRA')
  await expect(page.locator('main [data-index]')).toHaveCount(1)
  await expect(row(page, 'Şıra')).toContainText('Son 4')
  await page.getByRole('button', { name: /^Arama: .* filtresini kaldır$/ }).click()
  // Found products have an order of their own; the press reverses the order of the whole list.
  await expect(row(page, 'Boza')).toBeVisible()
  await page.getByRole('button', { name: 'Ürün', exact: true }).click()
  await expect(page).toHaveURL(/order=desc/)
  await page.getByLabel('Kategori').selectOption('İçecekler')
  await page.getByLabel('Durum').selectOption('Pasif')
  await expect(row(page, 'Boza')).toBeVisible()
  await expect(row(page, 'Şıra')).toHaveCount(0)
  await expect(page).toHaveURL(/category=.*active=false/)
  await page.reload()
  await expect(row(page, 'Boza')).toBeVisible()
  await page.getByRole('searchbox').fill('yok böyle bir ürün')
  await expect(page.getByText('Bu filtrelere uyan ürün yok')).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).last().click()
  await expect(row(page, 'Boza')).toBeVisible()
  const names = page.locator('main tbody tr td:nth-child(3) > span:first-child')
  await expect(names.first()).toHaveText(/^(Tulum|Şıra)/)
  // The arrows move between rows, Enter opens one, Esc closes it and returns the focus.
  await page.locator('main tbody tr').first().focus()
  await page.keyboard.press('ArrowDown')
  const second = page.locator('main tbody tr').nth(1)
  await expect(second).toBeFocused()
  const name = (await names.nth(1).textContent())!
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: `${name} düzenleniyor` })
  await expect(text(form, 'Ürün adı')).toHaveValue(name)
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
  // A row that moves keeps the focus; if it leaves the list, another row gets the focus.
  await page.keyboard.press('Enter')
  await text(form, 'Ürün adı').fill('Abudaraho')
  await page.keyboard.press('Enter')
  await expect(page.locator('main tbody tr').last()).toContainText('Abudaraho')
  await expect(row(page, 'Abudaraho')).toBeFocused()
  await page.getByLabel('Durum').selectOption('Aktif')
  await menu(page, 'Abudaraho', 'Pasif yap')
  await expect(row(page, 'Abudaraho')).toHaveCount(0)
  await expect(page.locator('main tbody tr').last()).toBeFocused()
  expect(complaints).toEqual([])
})

test('the prices of filtered or selected products are changed after a preview, and the change is undone', async ({
  browser,
}) => {
  const brand = 'Toplufiyat'
  const [bal, cay] = [
    await world.product({ name: 'Toplufiyat Bal', brand, price: 100.02 }),
    await world.product({ name: 'Toplufiyat Çay', brand, price: 40 }),
  ]
  const free = await world.product({ name: 'Toplufiyat Numune', brand, price: 0 })
  const { page, complaints } = await opened(browser, PHONE)
  await page.goto(`${TAB}&search=toplufiyat`)
  await page.getByRole('button', { name: 'Diğer işlemler', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Filtredekilerin fiyatını değiştir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fiyatları değiştir' })
  await expect(text(dialog, 'Oran')).toBeFocused()
  await page.keyboard.type('10')
  await dialog.getByRole('radio', { name: '5 kuruş' }).check()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const list = dialog.getByRole('region', { name: 'Eski ve yeni fiyatlar' })
  await expect(dialog.getByRole('region', { name: 'Önizleme' })).toBeFocused()
  await expect(list).toContainText('₺100,02yeni fiyat₺110,00')
  await expect(dialog).toContainText('2 ürünün fiyatı değişecek · 1 ürününki değiştirilemeyecek')
  await expectAccessibleNow(page)
  // Another admin changes one of the prices first.
  await world.request('PUT', `/admin/products/${cay.id}`, world.admin, { price: 41 })
  await dialog.getByRole('button', { name: '2 ürünün fiyatını değiştir' }).click()
  await expect(dialog).toContainText('1 ürünün fiyatı değişti')
  await expect(dialog.getByRole('region', { name: 'Fiyatı değişmeyen ürünler' })).toContainText(
    'Toplufiyat ÇayFiyatı bu arada ₺41,00 oldu',
  )
  await expectAccessibleNow(page)
  await dialog.getByRole('button', { name: 'Kapat' }).last().click()
  await expect(row(page, bal.name)).toContainText('₺110,00')

  await resizeTo(page, DESK)
  for (const { name } of [cay, free]) await row(page, name).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Seçilenlerle yapılacaklar' }).getByRole('button').last().click()
  await expect(dialog).toContainText('Seçtiğiniz 2 ürün')
  await dialog.getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByText('1 ürünün eski fiyatı geri geldi')).toBeVisible()
  await expect(dialog).toContainText('Geri alındı')
  expect((await read(bal)).price).toBe(100.02)
  expect(complaints).toEqual([])
})
