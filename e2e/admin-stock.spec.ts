import { readFile } from 'node:fs/promises'
import { expect, type Page, type Route, test } from '@playwright/test'
import { isAccessible } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { DESK, PHONE, type WireProduct, World } from './world.ts'

/** The stock tab as the screens have it: goods in, counts, corrections, and what became of them. */

const STOCK = '/admin/dashboard?tab=stock'
const TODAY = /^\d{2}\.\d{2}\.\d{4} sayımı$/

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

let barcode = 869_000_000_000_0
const stocked = (name: string, fields: object = {}) =>
  world.product({ name, stock_quantity: 20, barcode: String(++barcode), ...fields })

/** What the browser's own windows said; each is agreed to unless it asks one of `refused`. */
function windowsOf(page: Page, refused: readonly string[] = []): string[] {
  const said: string[] = []
  page.on('dialog', async dialog => {
    said.push(dialog.message())
    await (refused.includes(dialog.message()) ? dialog.dismiss() : dialog.accept())
  })
  return said
}

/** As a scanner does: keys quicker than fingers, then Enter, into whatever has the focus. */
async function scan(page: Page, { barcode: code }: WireProduct) {
  await expect(finder(page).or(page.getByRole('dialog'))).toBeVisible()
  const keyboard = await page.context().newCDPSession(page)
  // No key waits until the one before it has been dealt with.
  const press = (key: string, text = key) => [
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text }),
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
  ]
  await Promise.all([...Array.from(code ?? '').flatMap(figure => press(figure)), ...press('Enter', '\r')])
  await keyboard.detach()
}

const finder = (page: Page) => page.getByRole('combobox', { name: 'Ürün bulun veya barkod okutun' })
const choices = (page: Page) => page.getByRole('listbox', { name: 'Ürünler' }).getByRole('option')

/** As a person does: some letters, a look at the list, Enter. */
async function find(page: Page, { name }: WireProduct) {
  await finder(page).fill(name.toLocaleUpperCase('tr'))
  await expect(choices(page).first()).toContainText(name)
  await page.keyboard.press('Enter')
}

/** The server does it, and its answer is lost on the way. */
async function loseAnswer(route: Route) {
  await route.fetch()
  await route.abort()
}

async function newCount(count_date = '2026-03-10') {
  return world.ask<{ id: string }>('POST', '/admin/stock/counts', world.admin, { count_date })
}

const count = ({ id }: { id: string }, product: WireProduct, counted_quantity: number) =>
  world.ask('POST', `/admin/stock/counts/${id}/products`, world.admin, { product_id: product.id, counted_quantity })

for (const [size, options] of [
  ['phone', PHONE],
  ['desk', DESK],
] as const) {
  test.describe(`on a ${size}`, () => {
    test('goods are taken in line by line, survive a reload, and are booked once', async ({ browser }) => {
      const cheese = await stocked(`Ezine Peyniri ${size}`)
      const olives = await stocked(`Gemlik Zeytini ${size}`, { unit: 'KG', barcode: `RAF-42.${size}` })
      const { page, complaints } = await world.page(browser, world.admin, options)
      const said = windowsOf(page)
      await page.goto(STOCK)
      const lines = page.getByRole('list', { name: 'Gelen mallar' }).getByRole('listitem')
      const quantity = (product: WireProduct) =>
        page.getByRole('group', { name: `${product.name} miktarı` }).getByRole('textbox')
      await expect(page.getByText('Gelen malları ekleyin')).toBeVisible()
      await scan(page, cheese)
      await expect(quantity(cheese)).toBeFocused()
      await scan(page, cheese)
      await expect(quantity(cheese)).toHaveValue('2')
      // What is no quantity is not taken for another one.
      for (const [typed, sentence] of [
        ['2,5', 'Miktar tam sayı olmalıdır'],
        ['1O', 'Miktar bir sayı olmalıdır'],
        ['0', 'Miktar en az 1 olmalıdır'],
      ] as const) {
        await quantity(cheese).fill(typed)
        await page.keyboard.press('Enter')
        await expect(lines).toContainText(sentence)
        await page.getByRole('button', { name: 'Stoğa al' }).click()
        await expect(quantity(cheese)).toBeFocused()
        await expect(quantity(cheese)).toHaveValue(typed)
      }
      await page.keyboard.press('Control+Enter')
      await quantity(cheese).fill('2')
      await page.keyboard.press('Enter')
      await expect(lines.getByRole('alert')).toHaveCount(0)
      expect(await world.stockOf(cheese.id)).toMatchObject({ on_hand: 20 })
      await find(page, olives)
      await expect(quantity(olives)).toBeFocused()
      await page.keyboard.type('15')
      await page.keyboard.press('Enter')
      await expect(finder(page)).toBeFocused()
      await finder(page).fill('8691234500000')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveText('“8691234500000” barkodlu ürün bulunamadı')
      await expect(finder(page)).toHaveValue('')
      // Fingers are no scanner: their Enter stays what it is.
      await page.getByLabel('Not').pressSequentially('İrsaliye 1453', { delay: 100 })
      await page.keyboard.press('Enter')
      await page.keyboard.type('5 koli')
      await page.reload()
      await expect(lines).toHaveCount(2)
      await expect(lines.first()).toContainText(olives.name)
      await expect(quantity(olives)).toHaveValue('15')
      await expect(page.getByLabel('Not')).toHaveValue('İrsaliye 1453\n5 koli')

      await page.route('**/api/admin/stock/receipts', loseAnswer)
      const book = page.getByRole('button', { name: 'Stoğa al' })
      await book.click()
      await expect.poll(() => said).toEqual(['Mal kabulü kaydedilemedi'])
      await expect(page.getByText('Listeyi değiştirmeden yeniden kaydedin')).toBeVisible()
      await page.unroute('**/api/admin/stock/receipts')
      await page.reload()
      await book.dblclick()
      const booked = page.getByRole('list', { name: 'Stoğa alınanlar' }).getByRole('listitem')
      await expect(booked.filter({ hasText: cheese.name })).toContainText(/20\s*yerine\s*22 ADET/)
      await expect(booked.filter({ hasText: olives.name })).toContainText(/20\s*yerine\s*35 KG/)
      await expect(lines).toHaveCount(0)
      expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 22, reserved: 0, agree: true })
      expect(await world.stockOf(olives.id)).toEqual({ on_hand: 35, reserved: 0, agree: true })

      // All or none: what was deleted meanwhile is named, and the rest is not booked.
      await scan(page, cheese)
      await scan(page, olives)
      await expect(lines).toHaveCount(2)
      await world.ask('DELETE', `/admin/products/${olives.id}`, world.admin)
      await page.keyboard.press('Control+Enter')
      await expect.poll(() => said).toEqual(['Mal kabulü kaydedilemedi', 'Ürün bulunamadı'])
      await expect(lines.filter({ hasText: olives.name })).toContainText('Ürün bulunamadı')
      expect(await world.stockOf(cheese.id)).toMatchObject({ on_hand: 22 })
      await page.getByRole('button', { name: `Listeden çıkar: ${olives.name}` }).click()
      await book.click()
      await expect(booked).toHaveCount(1)
      expect(complaints).toEqual([])
    })

    test('a count is started, added to, corrected, looked at and finalized', async ({ browser }) => {
      const cheese = await stocked(`Kaşar ${size}`, { price: 100 })
      const olives = await stocked(`Zeytin ${size}`, { price: 10, warehouse: 'Gecici Depo' })
      const jam = await stocked(`Reçel ${size}`)
      const { page, complaints } = await world.page(browser, world.admin, options)
      const said = windowsOf(page)
      await page.goto(`${STOCK}&mode=count`)
      const start = page.getByRole('button', { name: 'Sayımı başlat' })
      const day = await page.getByLabel('Sayım tarihi').inputValue()
      await page.getByLabel('Sayım tarihi').fill('')
      await start.click()
      await expect(page.getByRole('alert')).toHaveText('Sayım tarihi zorunludur')
      await page.getByLabel('Sayım tarihi').fill(day)
      await page.route('**/api/admin/stock/counts', route =>
        route.request().method() === 'POST' ? loseAnswer(route) : route.continue(),
      )
      await start.click()
      await expect.poll(() => said.splice(0)).toEqual(['Sayım oluşturulamadı'])
      await page.unroute('**/api/admin/stock/counts')
      const open = await world.ask<unknown[]>('GET', '/admin/stock/counts?status=open', world.admin)
      await start.dblclick()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(TODAY)
      expect(await world.ask('GET', '/admin/stock/counts?status=open', world.admin)).toHaveLength(open.length)

      const found = page.getByLabel('Bulunan miktar')
      const add = page.getByRole('button', { name: 'Sayıma ekle' })
      await scan(page, cheese)
      await expect(found).toBeFocused()
      await expect(found).toHaveValue('1')
      await page.keyboard.type('12')
      await page.keyboard.press('Enter')
      const last = page.getByRole('status').filter({ hasText: 'ADET' })
      await expect(last).toContainText(/0\s*yerine\s*12 ADET/)
      await expect(finder(page)).toBeFocused()
      await find(page, cheese)
      await expect(page.getByText('Şimdiye kadar 12 ADET sayıldı')).toBeVisible()
      await expect(found).toHaveValue('')
      await found.fill('-3')
      await add.click()
      await expect(page.getByRole('alert')).toHaveText('Stok miktarı negatif olamaz')
      await found.fill('üç')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveText('Lütfen geçerli bir sayı girin')
      await found.fill('3')
      await page.getByText('Not veya resim ekle').click()
      await page.getByLabel('Not', { exact: true }).fill('Arka raf')
      await page.getByLabel('Resim çek').setInputFiles({ name: 'raf.png', mimeType: 'image/png', buffer: PICTURE })
      await expect(page.getByAltText('Sayım resmi')).toBeVisible()
      // The network breaks between the press and the answer: pressed again, it is not counted twice.
      await page.route('**/products', loseAnswer)
      await add.click()
      await expect.poll(() => said.splice(0)).toEqual(['Ürün sayıma eklenemedi'])
      await page.unroute('**/products')
      await add.dblclick()
      await expect(last).toContainText(/12\s*yerine\s*15 ADET/)

      // Box after box: each scan is one more, and another product's takes the place of the one in hand.
      for (const box of [olives, olives, olives, jam]) await scan(page, box)
      await expect(page.getByRole('form', { name: jam.name })).toBeVisible()
      await expect(found).toHaveValue('1')
      await add.click()
      await expect(page.getByRole('form', { name: jam.name })).toBeHidden()
      const list = size === 'phone' ? page.getByRole('list', { name: 'Sayılan ürünler' }) : page.getByRole('table')
      await expect(list).toContainText('Arka raf')
      const picture = list.getByRole('link', { name: 'Resmi aç' }).locator('img')
      // It is fetched when it comes into sight.
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      const rows = list.getByRole(size === 'phone' ? 'listitem' : 'row')
      await expect(rows.filter({ hasText: cheese.name })).toContainText('15 ADET')
      await expect(rows.filter({ hasText: olives.name })).toContainText(/Gecici Depo.*3 ADET/)
      await expect(rows.filter({ hasText: 'Depo' })).toHaveCount(1)

      await rows.filter({ hasText: olives.name }).getByRole('button').first().click()
      const dialog = page.getByRole('dialog', { name: 'Sayılanı düzelt' })
      // A scan is no quantity, whatever has the focus; what was scanned is taken up once the dialog is closed.
      await expect(dialog.getByLabel('Sayılan miktar')).toBeFocused()
      await scan(page, jam)
      await expect(page.getByText('Okutulan ürün sırada; açık pencere kapanınca alınır')).toBeVisible()
      await expect(dialog.getByLabel('Sayılan miktar')).toHaveValue('3')
      await dialog.getByLabel('Sayılan miktar').fill('18')
      await page.route('**/products', route => route.abort())
      await dialog.getByRole('button', { name: 'Kaydet' }).click()
      await expect.poll(() => said.splice(0)).toEqual(['Sayım düzeltilemedi'])
      await page.unroute('**/products')
      await dialog.getByLabel('Sayılan miktar').press('Control+Enter')
      await expect(dialog).toBeHidden()
      await expect(rows.filter({ hasText: olives.name })).toContainText('18 ADET')
      await expect(page.getByRole('form', { name: jam.name })).toBeVisible()
      await add.click()
      await expect(rows.filter({ hasText: jam.name })).toContainText('2 ADET')
      await rows.filter({ hasText: jam.name }).getByRole('button').first().click()
      await dialog.getByRole('button', { name: 'Sayımdan çıkar' }).click()
      await expect(rows.filter({ hasText: jam.name })).toHaveCount(0)
      expect(said.splice(0)).toEqual([`${jam.name} sayımdan çıkarılsın mı? Sayılan 2 ADET silinir, stoğu değişmez.`])

      await page.getByRole('link', { name: 'Farkları gör ve bitir' }).click()
      await expect(page.getByText('Sayılmayan ürünlerin stoğuna dokunulmaz.')).toBeVisible()
      const differences =
        size === 'phone' ? page.getByRole('list', { name: 'Sayım farkları' }) : page.getByRole('table')
      const difference = differences.getByRole(size === 'phone' ? 'listitem' : 'row').filter({ hasText: size })
      await expect(difference).toHaveCount(2)
      await expect(difference.first()).toContainText(/Kaşar.*15 ADET.*20.*-5.*-₺500,00/)
      await expect(difference.first().getByRole('link', { name: 'Resmi aç' })).toBeVisible()
      await expect(difference.last()).toContainText(/Zeytin.*Gecici Depo.*18 ADET.*20.*-2.*-₺20,00/)
      await expect(page.getByRole('definition').filter({ hasText: '-₺520,00' })).toBeVisible()
      if (size === 'desk') await page.getByRole('button', { name: 'Değeri' }).click()
      else await page.getByRole('combobox', { name: 'Sıralama' }).selectOption('Önce en çok artan')
      await expect(difference.first()).toContainText('Zeytin')
      await page.route('**/finalize', loseAnswer)
      const finish = page.getByRole('button', { name: 'Sayımı bitir, stokları güncelle' })
      await finish.click()
      await expect.poll(() => said.splice(0)).toEqual(['Sayım tamamlanamadı'])
      await expect(page.getByText('Bu sayım tamamlandı')).toBeVisible()
      await page.getByRole('link', { name: 'Farkları göster' }).click()
      await expect(difference).toHaveCount(2)
      await expect(page).toHaveURL(/mode=recent/)
      await expect(difference.getByRole('link', { name: 'Resmi aç' })).toHaveCount(1)
      expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 15, reserved: 0, agree: true })
      expect(await world.stockOf(olives.id)).toEqual({ on_hand: 18, reserved: 0, agree: true })
      expect(await world.stockOf(jam.id)).toEqual({ on_hand: 20, reserved: 0, agree: true })
      expect(complaints).toEqual([])
    })

    test('stock is set with a reason, never over what came in meanwhile, and the ledger tells of it', async ({
      browser,
    }) => {
      const cheese = await stocked(`Tulum ${size}`)
      for (let i = 0; i < 65; i++)
        await world.ask('POST', '/admin/stock/receipts', world.admin, { product_id: cheese.id, quantity: 1 })
      const { page, complaints } = await world.page(browser, world.admin, options)
      const said = windowsOf(page)
      await page.goto(`${STOCK}&mode=edit`)
      await scan(page, cheese)
      const field = page.getByLabel('Raftaki miktar')
      await expect(field).toBeFocused()
      const save = page.getByRole('button', { name: 'Stoğu güncelle' })
      for (const [typed, sentence] of [
        ['', 'Lütfen geçerli bir sayı girin'],
        ['on', 'Lütfen geçerli bir sayı girin'],
        ['-1', 'Stok miktarı negatif olamaz'],
        ['1,5', 'Stok tam sayı olmalıdır'],
      ] as const) {
        await field.fill(typed)
        await save.click()
        await expect.poll(() => said.splice(0)).toEqual([sentence])
      }
      await field.fill('80')
      await expect(page.getByText('Fark: -5 ADET')).toBeVisible()
      await page.getByLabel('Neden').fill('Kırık')
      await page.context().setOffline(true)
      await save.click()
      await expect.poll(() => said.splice(0)).toEqual(['Stok güncellenemedi'])
      await page.context().setOffline(false)
      await world.ask('POST', '/admin/stock/receipts', world.admin, { product_id: cheese.id, quantity: 5 })
      await save.click()
      await expect
        .poll(() => said.splice(0))
        .toEqual(['Bu ürün siz bakarken değişti; lütfen güncel hâline bakıp yeniden deneyin'])
      await expect(page.getByRole('status').filter({ hasText: 'Stok siz bakarken değişti' })).toContainText(
        /85\s*yerine\s*90 ADET/,
      )
      await expect(field).toHaveValue('80')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('status').filter({ hasText: /^Eldeki/ })).toContainText(/90\s*yerine\s*80 ADET/)
      expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 80, reserved: 0, agree: true })

      await page.getByRole('button', { name: 'Stok hareketleri' }).click()
      const sheet = page.getByRole('dialog', { name: 'Stok hareketleri' })
      const entries = sheet.getByRole('listitem')
      await expect(entries.first()).toContainText(/Stok düzeltme.*Eldeki-10yeni değer80.*“Kırık”/)
      await expect(entries.nth(1)).toContainText('Mal kabul')
      await sheet.getByRole('region', { name: 'Stok hareketleri' }).focus()
      // Page by page, only what is in sight is drawn.
      await expect(async () => {
        await page.keyboard.press('End')
        await expect(entries.last()).toContainText('Ürün açılışı', { timeout: 500 })
      }).toPass()
      expect(await entries.count()).toBeLessThan(40)
      const file = page.waitForEvent('download')
      await sheet.getByRole('button', { name: 'Excel indir' }).click()
      expect((await readFile(await (await file).path())).subarray(0, 2).toString()).toBe('PK')
      await page.context().setOffline(true)
      await sheet.getByRole('button', { name: 'Excel indir' }).click()
      await expect.poll(() => said.splice(0)).toEqual(['Excel dosyası indirilemedi'])
      await page.context().setOffline(false)
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()

      // What was typed is not lost by the next scan without a word.
      const other = await stocked(`Lor ${size}`)
      await field.fill('7')
      await scan(page, other)
      await expect(page.getByText(other.name)).toBeVisible()
      expect(said.splice(0)).toEqual([`${cheese.name} için yazdığınız stok kaydedilmedi. Devam edilsin mi?`])
      await field.fill('0')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Stok 0 ve beklenen stok tarihi yok: bu ürün sipariş edilemez.')).toBeVisible()
      expect(complaints).toEqual([])
    })

    test('axe finds nothing on goods in, corrections and the ledger, light and dark', async ({ browser }) => {
      const { cheese, done } = await longNamed(size)
      const { page, complaints } = await world.page(browser, world.admin, { ...options, reducedMotion: 'reduce' })
      const line = page.getByText(/Uzunç+/).first()
      await page.goto(STOCK)
      await scan(page, cheese)
      await expect(line).toBeVisible()
      await isAccessible(page)
      await page.goto(`${STOCK}&mode=edit&product=${cheese.id}`)
      await expect(line).toBeVisible()
      await isAccessible(page)
      await page.getByRole('button', { name: 'Stok hareketleri' }).click()
      await expect(page.getByRole('link', { name: 'Sayımı aç' })).toBeVisible()
      await isAccessible(page)
      await page.getByRole('link', { name: 'Sayımı aç' }).click()
      await expect(page).toHaveURL(new RegExp(`mode=recent&count=${done.id}`))
      expect(complaints).toEqual([])
    })

    test('axe finds nothing on counts, light and dark', async ({ browser }) => {
      const { cheese } = await longNamed(size)
      const open = await newCount()
      await count(open, cheese, 12_345_678)
      const { page, complaints } = await world.page(browser, world.admin, { ...options, reducedMotion: 'reduce' })
      const line = page.getByText(/Uzunç+/).first()
      await page.goto(`${STOCK}&mode=count`)
      await expect(page.getByRole('list', { name: 'Açık sayımlar' })).toBeVisible()
      await isAccessible(page)
      await page.goto(`${STOCK}&mode=count&count=${open.id}`)
      await expect(line).toBeVisible()
      await scan(page, cheese)
      await expect(page.getByLabel('Bulunan miktar')).toBeVisible()
      await page.getByText('Not veya resim ekle').click()
      await isAccessible(page)
      await page.goto(`${STOCK}&mode=count&count=${open.id}&step=preview`)
      await expect(line).toBeVisible()
      await isAccessible(page)
      await page.goto(`${STOCK}&mode=recent`)
      await expect(page.getByText('10.03.2026 sayımı').first()).toBeVisible()
      await isAccessible(page)
      expect(complaints).toEqual([])
    })
  })
}

/** A product whose names try every width, and a count that found some of it. */
async function longNamed(size: string) {
  const cheese = await stocked(`Uzun${'ç'.repeat(180)}${size}`, { brand: 'ğ'.repeat(120) })
  const done = await newCount()
  await count(done, cheese, 3)
  await world.ask('POST', `/admin/stock/counts/${done.id}/finalize`, world.admin)
  return { cheese, done }
}

test('what is scanned while goods are booked waits; a list that may be booked already is not changed unasked', async ({
  browser,
}) => {
  const honey = await stocked('Süzme Bal')
  const comb = await stocked('Petek Bal', { warehouse: 'Gecici Depo' })
  const question =
    'Önceki kaydın cevabı alınamadı; ulaştıysa değişen listeyle aynı mallar ikinci kez stoğa alınır. Liste değiştirilsin mi?'
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = windowsOf(page, [question])
  await page.goto(STOCK)
  const lines = page.getByRole('list', { name: 'Gelen mallar' }).getByRole('listitem')
  const book = page.getByRole('button', { name: 'Stoğa al' })
  await scan(page, honey)
  await expect(lines).toContainText([honey.name])
  let goOn = () => {}
  const wait = new Promise<void>(resolve => (goOn = resolve))
  await page.route('**/api/admin/stock/receipts', async route => {
    await wait
    await route.continue()
  })
  await book.click()
  const found = page.waitForResponse(response => response.url().includes('/by-barcode/'))
  await scan(page, comb)
  await found
  goOn()
  await expect(lines).toContainText([comb.name])
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Yayla · Gecici Depo')
  expect(await world.stockOf(honey.id)).toMatchObject({ on_hand: 21 })

  await page.unroute('**/api/admin/stock/receipts')
  await page.route('**/api/admin/stock/receipts', loseAnswer)
  await book.click()
  await expect.poll(() => said.splice(0)).toEqual(['Mal kabulü kaydedilemedi'])
  await page.unroute('**/api/admin/stock/receipts')
  await page.getByRole('button', { name: `Listeden çıkar: ${comb.name}` }).click()
  await expect.poll(() => said.splice(0)).toEqual([question])
  await expect(lines).toHaveCount(1)
  // A scan cannot answer a question: the list is booked again with its own key, and the box begins another.
  await scan(page, honey)
  await expect(lines).toContainText([honey.name])
  await expect(lines).toHaveCount(1)
  expect(said).toEqual([])
  expect(await world.stockOf(comb.id)).toEqual({ on_hand: 21, reserved: 0, agree: true })
  await page.route('**/api/admin/stock/receipts', loseAnswer)
  await book.click()
  await expect.poll(() => said.splice(0)).toEqual(['Mal kabulü kaydedilemedi'])
  await page.unroute('**/api/admin/stock/receipts')
  await book.click()
  await expect(lines).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Stoğa alınanlar' })).toContainText(/Süzme Bal\s*21/)
  expect(await world.stockOf(comb.id)).toEqual({ on_hand: 21, reserved: 0, agree: true })
  expect(await world.stockOf(honey.id)).toEqual({ on_hand: 22, reserved: 0, agree: true })
  expect(complaints).toEqual([])
})

test('a product taken up again is shown as it is now, and what was typed is not left without a question', async ({
  browser,
}) => {
  const rice = await stocked('Osmancık Pirinci')
  const other = await stocked('Bulgur')
  const open = await newCount()
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = windowsOf(page, [
    `${rice.name} için yazdığınız stok kaydedilmedi. Devam edilsin mi?`,
    `${rice.name} henüz sayıma eklenmedi. Devam edilsin mi?`,
  ])
  await page.goto(`${STOCK}&mode=edit`)
  const form = page.getByRole('form', { name: 'Stok düzeltme' })
  const onHand = page.getByRole('definition').first()
  await scan(page, rice)
  await expect(onHand).toHaveText('20 ADET')
  await scan(page, other)
  await expect(page.getByText(other.name)).toBeVisible()
  await world.ask('POST', '/admin/stock/receipts', world.admin, { product_id: rice.id, quantity: 5 })
  await scan(page, rice)
  await expect(onHand).toHaveText('25 ADET')
  await form.getByLabel('Raftaki miktar').fill('24')
  // Where else to look loses nothing.
  await page.getByLabel('Depo').selectOption('Ana Depo')
  await expect(page).toHaveURL(/warehouse=Ana/)
  await page.getByRole('radio', { name: 'Sayım', exact: true }).click()
  await expect.poll(() => said.splice(0)).toHaveLength(1)
  await expect(form.getByLabel('Raftaki miktar')).toHaveValue('24')
  await expect(page.getByRole('radio', { name: 'Düzelt' })).toBeChecked()
  await form.getByLabel('Raftaki miktar').press('Control+Enter')
  await expect(page.getByText('Stok güncellendi')).toBeVisible()
  expect(said).toEqual([])

  await page.goto(`${STOCK}&mode=count&count=${open.id}`)
  await scan(page, rice)
  await expect(page.getByLabel('Bulunan miktar')).toHaveValue('1')
  await page.getByRole('link', { name: 'Sayımlar' }).click()
  await expect.poll(() => said.splice(0)).toHaveLength(1)
  await page.getByRole('button', { name: 'Sayıma ekle' }).click()
  await expect(page.getByRole('table', { name: 'Sayılan ürünler' })).toContainText(rice.name)
  await page.getByRole('link', { name: 'Sayımlar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sayım')
  expect(said).toEqual([])
  expect(complaints).toEqual([])
})

test('two people count one count from two phones: both finds stand, and it ends once', async ({ browser }) => {
  const cheese = await stocked('Ortak Peynir')
  const olives = await stocked('Ortak Zeytin')
  const shared = await newCount()
  const address = `${STOCK}&mode=count&count=${shared.id}`
  const [mine, theirs] = [
    await world.page(browser, world.admin, PHONE),
    await world.page(browser, await world.signIn(world.admin), PHONE),
  ]
  const [said, theirSaid] = [windowsOf(mine.page), windowsOf(theirs.page)]
  for (const { page } of [mine, theirs]) {
    await page.goto(address)
    await expect(page.getByText('Henüz ürün sayılmadı')).toBeVisible()
    await scan(page, cheese)
  }
  await mine.page.getByLabel('Bulunan miktar').fill('12')
  await theirs.page.getByLabel('Bulunan miktar').fill('3')
  await Promise.all([mine, theirs].map(({ page }) => page.getByRole('button', { name: 'Sayıma ekle' }).click()))
  const row = (page: Page, { name }: WireProduct) =>
    page.getByRole('list', { name: 'Sayılan ürünler' }).getByRole('listitem').filter({ hasText: name })
  for (const { page } of [mine, theirs]) await expect(row(page, cheese)).toContainText('15 ADET')
  await scan(theirs.page, olives)
  await theirs.page.getByRole('button', { name: 'Sayıma ekle' }).click()
  await expect(row(mine.page, olives)).toContainText('1 ADET')

  // A correction does not swallow what the other has added since it was begun.
  await row(mine.page, cheese).getByRole('button').first().click()
  const dialog = mine.page.getByRole('dialog', { name: 'Sayılanı düzelt' })
  await dialog.getByLabel('Sayılan miktar').fill('14')
  await count(shared, cheese, 5)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect.poll(() => said.splice(0)).toEqual(['Bu ürünün sayısı siz bakarken değişti; şimdi 20'])
  await expect(dialog.getByRole('status')).toContainText(/15\s*yerine\s*20 ADET/)
  await dialog.getByLabel('Sayılan miktar').fill('19')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(row(mine.page, cheese)).toContainText('19 ADET')

  await mine.page.goto(`${address}&step=preview`)
  await theirs.page.goto(`${address}&step=preview`)
  const finish = (page: Page) => page.getByRole('button', { name: 'Sayımı bitir, stokları güncelle' })
  await expect(finish(theirs.page)).toBeVisible()
  // What the other sees stands still: it is the press that meets the finished count.
  await theirs.page.route(`**/counts/${shared.id}*`, route => route.abort())
  await finish(mine.page).dblclick()
  await expect(mine.page).toHaveURL(/mode=recent/)
  await expect(mine.page.getByText('Sayım tamamlandı, stoklar güncellendi')).toBeVisible()
  await finish(theirs.page).click()
  await expect.poll(() => theirSaid).toEqual(['Bu sayım tamamlanmış; artık değiştirilemez'])
  await theirs.page.unroute(`**/counts/${shared.id}*`)
  await expect(theirs.page.getByText('Bu sayım tamamlandı')).toBeVisible()

  // One that was begun by mistake is given up, and whoever looks at it is told.
  const mistake = await newCount()
  await count(mistake, cheese, 1)
  for (const { page } of [mine, theirs]) await page.goto(`${STOCK}&mode=count&count=${mistake.id}`)
  for (const { page } of [mine, theirs]) await expect(row(page, cheese)).toBeVisible()
  await scan(theirs.page, cheese)
  await expect(theirs.page.getByLabel('Bulunan miktar')).toHaveValue('1')
  await mine.page.context().setOffline(true)
  const drop = mine.page.getByRole('button', { name: 'Sayımı sil' })
  await drop.click()
  const question = '10.03.2026 sayımı silinsin mi? Sayılan 1 ürün de silinir; stoklar değişmez. Geri alınamaz.'
  await expect.poll(() => said).toEqual([question, 'Sayım silinemedi'])
  await mine.page.context().setOffline(false)
  await drop.click()
  await expect(mine.page.getByRole('button', { name: 'Sayımı başlat' })).toBeVisible()
  expect(said).toEqual([question, 'Sayım silinemedi', question])
  await expect(theirs.page.getByText('Sayım bulunamadı')).toBeVisible()
  await expect(theirs.page.getByText(`${cheese.name} sayıma eklenmedi`)).toBeVisible()
  expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 19, reserved: 0, agree: true })
  expect(await world.stockOf(olives.id)).toEqual({ on_hand: 1, reserved: 0, agree: true })
  expect([...mine.complaints, ...theirs.complaints]).toEqual([])
})

test('what was found once is counted once, whatever is scanned or put down after an answer was lost', async ({
  browser,
}) => {
  const cheese = await stocked('Kutu Peynir')
  const open = await newCount()
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = windowsOf(page)
  await page.goto(`${STOCK}&mode=count&count=${open.id}`)
  const found = page.getByLabel('Bulunan miktar')
  const add = page.getByRole('button', { name: 'Sayıma ekle' })
  const row = page.getByRole('row').filter({ hasText: cheese.name })
  const addInVain = async () => {
    await page.route('**/products', loseAnswer)
    await add.click()
    await expect.poll(() => said.splice(0)).toEqual(['Ürün sayıma eklenemedi'])
    await page.unroute('**/products')
  }
  await scan(page, cheese)
  await addInVain()
  await scan(page, cheese)
  await expect(page.getByText('Şimdiye kadar 1 ADET sayıldı')).toBeVisible()
  await expect(found).toHaveValue('1')
  await add.click()
  await expect(row).toContainText('2 ADET')

  await find(page, cheese)
  await found.fill('3')
  await addInVain()
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(row).toContainText('5 ADET')
  await find(page, cheese)
  await found.fill('3')
  await add.click()
  await expect(row).toContainText('8 ADET')
  expect(complaints).toEqual([])
})

test('a picture belongs to what was in hand when it was taken, however long it takes', async ({ browser }) => {
  const [cheese, olives] = [await stocked('Resimli Peynir'), await stocked('Resimsiz Zeytin')]
  const open = await newCount()
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  // A telephone takes its time over a picture of many megabytes.
  await page.addInitScript(() => {
    const made = window.createImageBitmap
    const ready = new Promise<void>(resolve => Reflect.set(window, 'pictureReady', resolve))
    window.createImageBitmap = async (file: ImageBitmapSource) => ready.then(() => made(file))
  })
  await page.goto(`${STOCK}&mode=count&count=${open.id}`)
  await scan(page, cheese)
  await page.getByText('Not veya resim ekle').click()
  await page.getByLabel('Resim çek').setInputFiles({ name: 'raf.png', mimeType: 'image/png', buffer: PICTURE })
  await page.getByRole('button', { name: 'Sayıma ekle' }).click()
  await scan(page, olives)
  await page.evaluate(() => Reflect.get(window, 'pictureReady')())
  await expect(page.getByRole('form', { name: olives.name })).toBeVisible()
  await page.getByRole('button', { name: 'Sayıma ekle' }).click()
  const pictured = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Resmi aç' }) })
  await expect(page.getByRole('row').filter({ hasText: olives.name })).toBeVisible()
  await expect(pictured).toHaveCount(1)
  await expect(pictured).toContainText(cheese.name)
  expect(complaints).toEqual([])
})

test('the last three counts are shown, each opened in full, and come as a workbook', async ({ browser }) => {
  const cheese = await stocked('Sayılan Peynir')
  for (const day of ['01', '02', '03', '04']) {
    const one = await newCount(`2025-01-${day}`)
    await count(one, cheese, 20 + Number(day))
    await world.ask('POST', `/admin/stock/counts/${one.id}/finalize`, world.admin)
  }
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = windowsOf(page)
  await page.goto(`${STOCK}&mode=recent`)
  const rows = page.getByRole('table', { name: 'Son sayımlar' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('04.01.2025 sayımı')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Tüm sayımları Excel’e indir' }).click()
  await expect.poll(() => said).toEqual(['Excel dosyası indirilemedi'])
  await page.context().setOffline(false)
  const all = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Tüm sayımları Excel’e indir' }).click()
  expect((await all).suggestedFilename()).toMatch(/\.xlsx$/)
  await rows.nth(1).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('04.01.2025 sayımı')
  await expect(page.getByRole('row').filter({ hasText: cheese.name })).toContainText(/24 ADET.*23.*\+1.*₺100,00/)
  const one = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel’e indir' }).click()
  await (await one).path()
  await page.goBack()
  await expect(rows).toHaveCount(4)
  await page.goto(`${STOCK}&mode=recent&count=${cheese.id}`)
  await expect(page.getByText('Kayıt bulunamadı')).toBeVisible()
  expect(complaints).toEqual([])
})

/** A red square of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
