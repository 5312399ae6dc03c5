import { readFile, writeFile } from 'node:fs/promises'
import * as xlsx from '@e965/xlsx'
import { type Dialog, expect, type Page, test } from '@playwright/test'
import { INVENTORY_COLUMNS } from '../contract/inventory-columns.ts'
import { daysLater, formatDay, istanbulDay } from '../contract/turkish.ts'
import { expectAccessibleNow } from './accessible-state.ts'
import { awayFromMidnight, openPortal, type SharedPortal } from './portal.ts'
import { go, goWithin } from './steps.ts'
import { DESK, PHONE, World } from './world.ts'

/**
 * The inventory: two warehouses, sorting and filters, expected dates for many products, exports and imports of
 * workbooks, and the products to be purchased.
 */

const TAB = '/admin/dashboard?tab=inventory'

let portal: SharedPortal
let world: World
test.beforeEach(awayFromMidnight)
test.beforeEach(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterEach(() => portal.stop())
// Each test has many steps, including checks with axe.

type Cell = string | number | null

const bookOf = (rows: Cell[][]) => {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[...INVENTORY_COLUMNS], ...rows]), 'Liste')
  return Buffer.from(xlsx.write(book, { type: 'array', bookType: 'xlsx' }))
}

const rows = (page: Page) => page.getByRole('table').locator('tbody tr[data-index]')
const names = (page: Page) => rows(page).locator('td:nth-child(3) [title]')

/** The number of lines that a cell's text takes. */
function linesOf(cell: Element) {
  const text = document.createRange()
  text.selectNodeContents(cell)
  return text.getClientRects().length
}

/** Chooses from the menu of actions on the whole warehouse. */
async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: 'İşlemler', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Accepts or dismisses the browser's next dialog; resolves to its message. */
async function messageOfDialog(page: Page, act: () => Promise<unknown>, { accept = true } = {}): Promise<string> {
  const message = new Promise<string>(resolve =>
    page.once('dialog', dialog => {
      const text = dialog.message()
      void (accept ? dialog.accept() : dialog.dismiss()).then(() => resolve(text))
    }),
  )
  await act()
  return message
}

/** Five products; two are out of stock and one is in the other warehouse. */
async function stocked() {
  const cheese = await world.product({
    name: 'Ezine Peyniri',
    price: 250,
    stock_quantity: 40,
    barcode: '8690000000017',
  })
  const olives = await world.product({ name: 'Gemlik Zeytini', price: 90, stock_quantity: 6, category: 'Zeytinler' })
  const sauce = await world.product({
    name: 'Acı Sos',
    price: 45.5,
    stock_quantity: 0,
    category: 'Sos',
    expected_stock_date: daysLater(istanbulDay(new Date()), 3),
  })
  const pickle = await world.product({ name: 'Turşu', price: 60, stock_quantity: 1, category: 'Turşu' })
  await world.request('PUT', `/admin/products/${pickle.id}`, world.admin, { stock_quantity: 0 })
  const spare = await world.product({ name: 'Yedek Çay', stock_quantity: 9, warehouse: 'Gecici Depo' })
  return { cheese, olives, sauce, pickle, spare }
}

test('at a desk, both warehouses are shown with their figures, sorted and filtered, also after Back, a reload and by keyboard', async ({
  browser,
}) => {
  const { cheese, spare } = await stocked()
  await world.request('PUT', `/admin/products/${spare.id}`, world.admin, { stock_quantity: 1_000_000 })
  const customer = await world.customer('Çınaraltı Lokantası')
  await world.order(customer, [{ product_id: cheese.id, quantity: 4 }])
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  await page.goto(TAB)
  await expect(names(page)).toHaveText(['Acı Sos', 'Ezine Peyniri', 'Gemlik Zeytini', 'Turşu'])
  await expect(page.locator('main dl').first()).toHaveText(
    /Ürün4Tükenen2Azalan1Tedarik bekleyen0Stok değeri₺10\.540,00/,
  )
  await expect(rows(page).nth(1)).toContainText('40436')
  expect((await page.getByRole('table').boundingBox())?.y).toBeLessThanOrEqual(240)
  const heights = await rows(page).evaluateAll(all => all.map(row => row.getBoundingClientRect().height))
  // The last row is lower, because it has no border at the bottom.
  expect(new Set(heights.slice(0, -1)).size).toBe(1)
  // A tablet in portrait.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(page.getByRole('button', { name: 'Filtre ve sıralama' })).toBeVisible()
  expect((await page.getByRole('table').boundingBox())?.y).toBeLessThanOrEqual(240)
  await page.setViewportSize(DESK.viewport)
  await page.getByRole('link', { name: 'Tükenen: 2' }).click()
  await expect(names(page)).toHaveText(['Acı Sos', 'Turşu'])
  await page.goBack()
  await expect(names(page)).toHaveCount(4)

  await page.getByRole('button', { name: 'Satılabilir' }).click()
  await expect(names(page)).toHaveText(['Acı Sos', 'Turşu', 'Gemlik Zeytini', 'Ezine Peyniri'])
  await page.getByRole('button', { name: 'Fiyat / birim' }).click()
  await page.getByRole('button', { name: 'Fiyat / birim' }).click()
  await expect(names(page)).toHaveText(['Ezine Peyniri', 'Gemlik Zeytini', 'Turşu', 'Acı Sos'])
  await expect(page.getByRole('columnheader', { name: 'Fiyat / birim' })).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(names(page)).toHaveText(['Ezine Peyniri', 'Gemlik Zeytini', 'Turşu', 'Acı Sos'])

  await page.getByLabel('Stok düzeyi').selectOption({ label: 'Tükenen' })
  await expect(names(page)).toHaveText(['Turşu', 'Acı Sos'])
  await page.getByLabel('Kategori', { exact: true }).selectOption('Turşu')
  await expect(names(page)).toHaveText(['Turşu'])
  await expect(rows(page)).toContainText('Tarihsiz')
  await page.getByLabel('Durum', { exact: true }).selectOption({ label: 'Pasif' })
  await expect(page.getByText('Bu filtrelere uyan ürün yok')).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).first().click()
  await expect(names(page)).toHaveCount(4)
  await page.keyboard.press('/')
  await page.keyboard.type('GEMLİK')
  await expect(names(page)).toHaveText(['Gemlik Zeytini'])

  // From the row to its price with the keyboard only.
  await page.getByRole('button', { name: 'İşlemler: Gemlik Zeytini' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Stoğu düzelt' })).toBeFocused()
  for (const item of ['Depoya aktar', 'Sipariş noktası', 'Beklenen tarih ver', 'Fiyatı değiştir']) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: item })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /^Fiyat/ })).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('95,5')
  await page.keyboard.press('Control+Enter')
  await expect(rows(page)).toContainText('₺95,50')
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Stok hareketleri' })).toContainText('Ürün açılışı')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('radio', { name: 'Gecici Depo' }).click()
  await expect(page).toHaveURL(/warehouse=Gecici/)
  await page.getByRole('button', { name: 'Filtreleri temizle' }).first().click()
  await expect(names(page)).toHaveText(['Yedek Çay'])
  const onHand = rows(page).locator('[data-column="stock_quantity"]')
  await expect(onHand).toHaveText('1.000.000')
  expect(await onHand.evaluate(linesOf)).toBe(1)
  expect(complaints).toEqual([])
})

test('a warehouse is exported, edited, previewed and imported again; changes since the preview are listed', async ({
  browser,
}, info) => {
  const { cheese, olives } = await stocked()
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  await page.goto(TAB)
  const downloading = page.waitForEvent('download')
  await choose(page, 'Excel’e aktar')
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`Ana Depo-${istanbulDay(new Date())}.xlsx`)
  const exported = info.outputPath('liste.xlsx')
  await download.saveAs(exported)

  const dialog = page.getByRole('dialog')
  const chooseFile = (file: string) => dialog.locator('input[type=file]').setInputFiles(file)
  const preview = () => dialog.getByRole('button', { name: 'Önizle' }).click()
  const apply = () => dialog.getByRole('button', { name: 'İçe aktar', exact: true }).click()
  await page.getByRole('button', { name: 'Excel’den içe aktar' }).click()
  await chooseFile(exported)
  await preview()
  await expect(dialog).toContainText('Yeni0Güncellenecek0Aynı4Alınmayacak0')
  await expect(dialog).toContainText('Bu dosya hiçbir ürünü değiştirmiyor.')
  await apply()
  await expect(page.getByRole('dialog', { name: 'Aktarım tamamlandı' })).toContainText(
    'Yeni satır0Güncellenen0Aynı kalan4Alınmayan satır0',
  )
  await dialog.getByRole('button', { name: 'Başka dosya aktar' }).click()

  const edited = info.outputPath('duzenlenmis.xlsx')
  await writeFile(
    edited,
    bookOf([
      [cheese.id, 'Ezine Peyniri', null, null, null, '275,50', null, 55],
      [olives.id, null, null, null, null, 95],
      [null, 'Lor Peyniri', 'Yayla', 'peynir', 'kg', 80],
      [null, 'Bal', null, null, 'kova', '1.250'],
    ]),
  )
  await chooseFile(edited)
  // The network fails in the middle of the response.
  await page.route('**/import-excel*', route =>
    route.fulfill({ contentType: 'application/json', body: '{"created":1,' }),
  )
  expect(await messageOfDialog(page, preview)).toBe('Excel dosyası işlenirken hata oluştu')
  await page.unroute('**/import-excel*')
  await preview()
  await expect(dialog).toContainText('Yeni1Güncellenecek2Aynı0Alınmayacak1')
  const list = dialog.getByRole('region', { name: 'Önizleme satırları' }).locator('li[data-index]')
  await expect(list.filter({ hasText: 'Satır 2' })).toContainText(
    /Ezine Peyniri.*Fiyat: ₺250,00.*₺275,50.*Stok: 40.*55/,
  )
  await expect(list.filter({ hasText: 'Satır 4' })).toContainText('Kategori: Peynir')
  await expect(list.filter({ hasText: 'Satır 5' })).toContainText('Fiyat "1.250" belirsiz; 1.250,00 ya da 1250 yazın')
  await dialog.getByLabel('Gösterilen satırlar').selectOption({ label: 'Alınmayacak satırlar (1)' })
  await expect(list).toHaveCount(1)
  await expectAccessibleNow(page, 'preview')
  expect((await world.stockOf(cheese.id)).on_hand).toBe(40)

  // Another admin sets the same price before it is applied.
  await world.request('PUT', `/admin/products/${olives.id}`, world.admin, { price: 95 })
  await page.route('**/import-excel*', route => route.abort())
  expect(await messageOfDialog(page, apply)).toBe('Excel dosyası işlenirken hata oluştu')
  await expect(dialog).toContainText('dosya daha önce ulaştıysa ikinci kez işlenmez')
  await page.unroute('**/import-excel*')
  let goOn = () => {}
  const wait = new Promise<void>(resolve => (goOn = resolve))
  await page.route('**/import-excel*', async route => {
    await wait
    await route.continue()
  })
  await apply()
  await expect(dialog.getByText('aktarılıyor')).toBeVisible()
  const leaving = page.waitForEvent('dialog')
  const reloading = page.evaluate(() => location.reload())
  const question = await leaving
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reloading
  goOn()
  await expect(dialog).toContainText('Yeni satır1Güncellenen1Aynı kalan1Alınmayan satır1')
  await expect(dialog).toContainText('Önizlemede 1 yeni, 2 güncellenen, 1 alınmayan satır vardı')
  await expect(dialog.getByRole('region', { name: 'Alınmayan satırlar' })).toContainText(
    'Satır 5BalBirim: kovaBirim "kova" geçersiz',
  )
  expect((await world.stockOf(cheese.id)).on_hand).toBe(55)
  await dialog.getByRole('button', { name: 'Başka dosya aktar' }).click()

  // If the file is saved again while its preview is open, the browser can no longer read it.
  await chooseFile(edited)
  await preview()
  await expect(list.first()).toBeVisible()
  await writeFile(edited, Buffer.concat([await readFile(edited), Buffer.from(' ')]))
  expect(await messageOfDialog(page, apply)).toBe('Dosya seçildikten sonra değişti; lütfen yeniden seçin')
  await expect(dialog.getByRole('button', { name: 'Önizle' })).toBeVisible()
  await preview()
  await expect(dialog).toContainText('Lütfen bir Excel dosyası seçin')
  const broken = info.outputPath('bozuk.xlsx')
  await writeFile(broken, 'ürün;fiyat')
  await chooseFile(broken)
  expect(await messageOfDialog(page, preview)).toBe('Bu dosya bir Excel dosyası (.xlsx veya .xls) değil')

  await page.keyboard.press('Escape')
  await page.route('**/export-excel*', route => route.abort())
  expect(await messageOfDialog(page, () => choose(page, 'Excel’e aktar'))).toBe('Excel dosyası indirilemedi')
  expect(complaints).toEqual([])
})

test('all products of the spare warehouse are deleted after a question with their number, products of the main one never', async ({
  browser,
}) => {
  const { spare } = await stocked()
  await world.product({ name: 'Yedek Kahve', warehouse: 'Gecici Depo' })
  const customer = await world.customer('Işık Büfe')
  await world.order(customer, [{ product_id: spare.id, quantity: 1 }])
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  await page.goto(TAB)
  await expect(names(page).first()).toBeVisible()
  const DELETE = 'Depodaki tüm ürünleri sil'
  const empty = () => choose(page, DELETE)
  await page.getByRole('button', { name: 'İşlemler', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(4)
  await expect(page.getByRole('menuitem', { name: DELETE })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Gecici Depo' }).click()
  await expect(names(page)).toHaveText(['Yedek Çay', 'Yedek Kahve'])
  const question = await messageOfDialog(page, empty, { accept: false })
  expect(question).toContain('Gecici Depo’daki 2 ürünün tamamı silinecek')
  await expect(names(page)).toHaveCount(2)
  await page.context().setOffline(true)
  expect(await messageOfDialog(page, empty)).toBe('Ürünler silinemedi')
  expect(await messageOfDialog(page, () => choose(page, 'Stok=0 olanlara tarih ver'))).toBe(
    'Toplu güncelleme başarısız',
  )
  await page.context().setOffline(false)
  await page.route('**/delete-by-warehouse*', route => route.abort())
  // The question and the report of the failure follow each other immediately, so one listener collects both.
  const messages: string[] = []
  const listen = (dialog: Dialog) => {
    messages.push(dialog.message())
    void dialog.accept()
  }
  page.on('dialog', listen)
  await empty()
  await expect.poll(() => messages).toEqual([question, 'Ürünler silinemedi'])
  page.off('dialog', listen)
  await page.unroute('**/delete-by-warehouse*')
  await messageOfDialog(page, empty)
  await expect(page.getByText('2 ürün kaldırıldı')).toBeVisible()
  await expect(
    page.getByText('Gecici Depo: 1 ürün silindi, sipariş edilmiş veya fırsat kaydı olan 1 ürün pasif yapıldı'),
  ).toBeVisible()
  await expect(names(page)).toHaveText(['Yedek Çay'])
  await expect(rows(page)).toContainText('Pasif')
  expect(complaints).toEqual([])
})

test('products to purchase are listed by low stock and by promised day, printed in full and downloaded', async ({
  browser,
}) => {
  const { sauce } = await stocked()
  const customer = await world.customer('Çınaraltı Lokantası')
  await world.order(customer, [{ product_id: sauce.id, quantity: 12 }])
  const many = Array.from({ length: 150 }, (_, n) => [null, `Deneme ${n + 1}`, null, null, null, 1, 10, 1])
  many[0] = [null, 'Uzunad'.repeat(30), 'Uzun marka '.repeat(15), null, null, 1, 10, 1]
  await world.importWorkbook(new Uint8Array(bookOf(many)))
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  // In place of the browser's print dialog, which it could not operate, the test counts the rows that would be printed.
  await page.addInitScript(() => {
    window.print = () =>
      Reflect.set(window, 'printed', document.querySelectorAll('table.print\\:table tbody tr').length)
  })
  await page.goto(TAB)
  await page.getByRole('radio', { name: 'Azalanlar' }).click()
  await expect(page.getByRole('heading', { name: 'Azalan stoklar' })).toBeVisible()
  await expect(rows(page).first()).toContainText('Acı Sos')
  expect(await rows(page).count()).toBeLessThan(100)
  await page.getByRole('button', { name: 'Yazdır' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(153)
  // On paper no word is so long that the figures beside it are cut off.
  await page.setViewportSize({ width: 718, height: 900 })
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('table.print\\:table')
  const cut = paper.evaluate(table => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))
  expect(await cut).toBe(0)
  await page.emulateMedia({ media: null })
  await page.setViewportSize(DESK.viewport)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel indir' }).click()
  expect((await downloading).suggestedFilename()).toBe(`azalan-stoklar-${istanbulDay(new Date())}.xlsx`)

  await page.getByRole('radio', { name: 'Tedarik' }).click()
  const table = page.getByRole('table', { name: 'Tedarik bekleyen ürünler' })
  await expect(table.getByRole('rowheader', { name: /Acı Sos/ })).toBeVisible()
  await expect(table).toContainText(formatDay(sauce.expected_stock_date ?? ''))
  await expect(table.getByRole('row', { name: /Acı Sos/ })).toContainText('12 ADET121')
  await go(page, `${TAB}&warehouse=Gecici+Depo&view=backorders`)
  await expect(page.getByText('Tedarik bekleyen ürün yok')).toBeVisible()
  expect(complaints).toEqual([])
})

test('on a phone, cards are sorted, many products are changed at once, an import is previewed and purchase lists work', async ({
  browser,
}) => {
  const { sauce, cheese } = await stocked()
  const customer = await world.customer('Işık Büfe')
  await world.order(customer, [{ product_id: sauce.id, quantity: 2 }])
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  await page.goto(TAB)
  const cards = page.getByRole('list', { name: 'Ana Depo ürünleri' }).getByRole('listitem')
  await expect(cards.first()).toContainText('Acı Sos')
  expect((await cards.first().boundingBox())?.y).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Filtre ve sıralama' }).click()
  await page.getByLabel('Sıralama', { exact: true }).selectOption({ label: 'Fiyat / birim, azalan' })
  await page.getByRole('button', { name: 'Göster' }).click()
  await expect(cards.first()).toContainText('Ezine Peyniri')
  await cards.first().getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Beklenen tarih ver', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Beklenen tarih' }).fill(istanbulDay(new Date()))
  await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('1 ürüne beklenen tarih verildi')).toBeVisible()
  await choose(page, 'Stok=0 olanlara tarih ver')
  await expect(page.getByRole('dialog', { name: 'Beklenen tarih ver' })).toContainText('2 ürün')
  await page.keyboard.press('Escape')
  await cards.first().getByRole('button', { name: /Ezine/ }).click()
  await expect(page.getByRole('dialog', { name: 'Stok hareketleri' })).toContainText('Ezine Peyniri')
  await expectAccessibleNow(page, 'ledger with edits')
  await page.getByRole('button', { name: 'Stoğu düzelt' }).click()
  await page.getByLabel('Raftaki miktar').fill('41')
  await expectAccessibleNow(page, 'stock')
  await page.getByRole('button', { name: 'Stoğu güncelle' }).click()
  await expect(cards.first()).toContainText('Eldeki 41')

  await choose(page, 'Excel’den içe aktar')
  const dialog = page.getByRole('dialog')
  const buffer = bookOf([
    [cheese.id, null, 'ş'.repeat(150), null, null, 260],
    ...Array.from({ length: 150 }, (_, n) => [null, `Yeni ${n}`, null, null, null, 10]),
  ])
  await dialog.locator('input[type=file]').setInputFiles({ name: 'liste.xlsx', mimeType: '', buffer })
  await dialog.getByRole('button', { name: 'Önizle' }).click()
  const list = dialog.getByRole('region', { name: 'Önizleme satırları' })
  await expect(list.locator('li[data-index]').first()).toContainText('₺260,00')
  // A very long word does not push anything out of view.
  await expect(list.locator('li[data-index]').first().getByText('Güncellenecek')).toBeInViewport()
  expect(await list.locator('li[data-index]').count()).toBeLessThan(60)
  await list.evaluate(box => box.scrollTo(0, box.scrollHeight))
  await expect(list).toContainText('Yeni 149')
  await expectAccessibleNow(page, 'preview')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await goWithin(page, `${TAB}&view=backorders`)
  await expect(page.getByRole('row', { name: /Acı Sos/ })).toContainText('2 ADET21')
  await expectAccessibleNow(page, 'backorders')
  expect(complaints).toEqual([])
})
