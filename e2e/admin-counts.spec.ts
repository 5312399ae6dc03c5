import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { go, goWithin } from './steps.ts'
import {
  chooseProduct,
  countQuantity,
  createStockedProduct,
  dialogMessages,
  finder,
  loseResponse,
  newCount,
  PICTURE,
  STOCK,
  scan,
} from './stock-tab.ts'
import { DESK, PHONE, type WireProduct, World } from './world.ts'

/** Stock counts: started, added to, corrected, previewed, finalized, deleted, and read afterwards. */

const COUNT_TITLE = /^\d{2}\.\d{2}\.\d{4} sayımı$/

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

test('a count is started once, and found quantities are added once, with a note and a picture', async ({ browser }) => {
  const cheese = await createStockedProduct(world, 'Kaşar', { price: 100 })
  const olives = await createStockedProduct(world, 'Zeytin', { price: 10, warehouse: 'Gecici Depo' })
  const jam = await createStockedProduct(world, 'Reçel')
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  const said = dialogMessages(page)
  await page.goto(`${STOCK}&mode=count`)
  const start = page.getByRole('button', { name: 'Sayımı başlat' })
  const day = await page.getByRole('textbox', { name: 'Sayım tarihi' }).inputValue()
  await page.getByRole('textbox', { name: 'Sayım tarihi' }).fill('')
  await start.click()
  await expect(page.getByRole('alert')).toHaveText('Sayım tarihi zorunludur')
  await page.getByRole('textbox', { name: 'Sayım tarihi' }).fill(day)
  await page.route('**/api/admin/stock/counts', route =>
    route.request().method() === 'POST' ? loseResponse(route) : route.continue(),
  )
  await start.click()
  await expect.poll(() => said.splice(0)).toEqual(['Sayımın başlayıp başlamadığı bilinmiyor'])
  await page.unroute('**/api/admin/stock/counts')
  const open = await world.request<unknown[]>('GET', '/admin/stock/counts?status=open', world.admin)
  await start.dblclick()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(COUNT_TITLE)
  expect(await world.request('GET', '/admin/stock/counts?status=open', world.admin)).toHaveLength(open.length)

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
  await chooseProduct(page, cheese)
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
  // The network breaks between the press and the reply: pressed again, it is not counted twice.
  await page.route('**/products', loseResponse)
  await add.click()
  await expect.poll(() => said.splice(0)).toEqual(['Ürün sayıma eklenemedi'])
  await page.unroute('**/products')
  await add.dblclick()
  await expect(last).toContainText(/12\s*yerine\s*15 ADET/)

  // Each scan adds one; the scan of another product makes that the current one.
  for (const box of [olives, olives, olives, jam]) await scan(page, box)
  await expect(page.getByRole('form', { name: jam.name })).toBeVisible()
  await expect(found).toHaveValue('1')
  await add.click()
  await expect(page.getByRole('form', { name: jam.name })).toBeHidden()
  const list = page.getByRole('list', { name: 'Sayılan ürünler' })
  await expect(list).toContainText('Arka raf')
  const picture = list.getByRole('link', { name: 'Resmi aç' }).locator('img')
  // The picture is fetched when it becomes visible.
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const rows = list.getByRole('listitem')
  await expect(rows.filter({ hasText: cheese.name })).toContainText('15 ADET')
  await expect(rows.filter({ hasText: olives.name })).toContainText(/Gecici Depo.*3 ADET/)
  await expect(rows.filter({ hasText: 'Depo' })).toHaveCount(1)
  expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 20, reserved: 0, agree: true })
  expect(complaints).toEqual([])
})

test('a counted product is corrected and removed from the count', async ({ browser }) => {
  const olives = await createStockedProduct(world, 'Yeşil Zeytin', { warehouse: 'Gecici Depo' })
  const jam = await createStockedProduct(world, 'Kayısı Reçeli')
  const open = await newCount(world)
  for (const [product, quantity] of [
    [olives, 3],
    [jam, 1],
  ] as const)
    await countQuantity(world, open, product, quantity)
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = dialogMessages(page)
  await page.goto(`${STOCK}&mode=count&count=${open.id}`)
  const list = page.getByRole('table')
  const rows = list.getByRole('row')
  await rows.filter({ hasText: olives.name }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: 'Sayılanı düzelt' })
  // A scan never becomes a quantity, even in a quantity field; the scanned product is added when the dialog is closed.
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
  await page.getByRole('button', { name: 'Sayıma ekle' }).click()
  await expect(rows.filter({ hasText: jam.name })).toContainText('2 ADET')
  await rows.filter({ hasText: jam.name }).getByRole('button').first().click()
  await dialog.getByRole('button', { name: 'Sayımdan çıkar' }).click()
  await expect(rows.filter({ hasText: jam.name })).toHaveCount(0)
  expect(said.splice(0)).toEqual([`${jam.name} sayımdan çıkarılsın mı? Sayılan 2 ADET silinir, stoğu değişmez.`])
  expect(await world.stockOf(jam.id)).toEqual({ on_hand: 20, reserved: 0, agree: true })
  expect(complaints).toEqual([])
})

test('a count is finalized once after its differences were shown, and is then listed with the finished ones', async ({
  browser,
}) => {
  const cheese = await createStockedProduct(world, 'Taze Kaşar', { price: 100 })
  const olives = await createStockedProduct(world, 'Siyah Zeytin', { price: 10, warehouse: 'Gecici Depo' })
  const uncounted = await createStockedProduct(world, 'Sayılmayan')
  const open = await newCount(world)
  await countQuantity(world, open, cheese, 15, { image_url: `data:image/png;base64,${PICTURE.toString('base64')}` })
  await countQuantity(world, open, olives, 18)
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = dialogMessages(page)
  await page.goto(`${STOCK}&mode=count&count=${open.id}`)
  await page.getByRole('link', { name: 'Farkları gör ve bitir' }).click()
  await expect(page.getByText('Sayılmayan ürünlerin stoğuna dokunulmaz.')).toBeVisible()
  const total = page.getByRole('definition').filter({ hasText: '−₺520,00' })
  const shows = async (difference: Locator) => {
    await expect(difference).toHaveCount(2)
    await expect(difference.first()).toContainText(/Kaşar.*15 ADET.*20.*−5.*−₺500,00/)
    await expect(difference.first().getByRole('link', { name: 'Resmi aç' })).toBeVisible()
    await expect(difference.last()).toContainText(/Zeytin.*Gecici Depo.*18 ADET.*20.*−2.*−₺20,00/)
    await expect(total).toBeVisible()
  }
  const counted = { hasText: /Kaşar|Zeytin/ }
  const inTable = page.getByRole('table').getByRole('row').filter(counted)
  await shows(inTable)
  await resizeTo(page, PHONE)
  const difference = page.getByRole('list', { name: 'Sayım farkları' }).getByRole('listitem').filter(counted)
  await shows(difference)
  await page.getByRole('combobox', { name: 'Sıralama' }).selectOption('Önce en çok artan')
  await expect(difference.first()).toContainText('Zeytin')
  await resizeTo(page, DESK)
  for (const first of ['Kaşar', 'Zeytin']) {
    await page.getByRole('button', { name: 'Değeri' }).click()
    await expect(inTable.first()).toContainText(first)
  }
  await resizeTo(page, PHONE)
  await page.route('**/finalize', loseResponse)
  const finish = page.getByRole('button', { name: 'Sayımı bitir, stokları güncelle' })
  await finish.click()
  // For a moment, the message is shown twice: also by the page, before the differences open.
  await expect(page.getByText('Cevabı kaybolan sayım tamamlanmış').first()).toBeVisible()
  expect(said).toEqual([])
  await expect(difference).toHaveCount(2)
  await expect(page).toHaveURL(/mode=recent/)
  await expect(difference.getByRole('link', { name: 'Resmi aç' })).toHaveCount(1)
  expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 15, reserved: 0, agree: true })
  expect(await world.stockOf(olives.id)).toEqual({ on_hand: 18, reserved: 0, agree: true })
  expect(await world.stockOf(uncounted.id)).toEqual({ on_hand: 20, reserved: 0, agree: true })
  expect(complaints).toEqual([])
})

test('two admins add to one count on two phones and finalize it once, and one of them deletes another count', async ({
  browser,
}) => {
  const cheese = await createStockedProduct(world, 'Ortak Peynir')
  const olives = await createStockedProduct(world, 'Ortak Zeytin')
  const shared = await newCount(world)
  const address = `${STOCK}&mode=count&count=${shared.id}`
  const { mine, theirs } = await twoPhones(browser)
  const said = dialogMessages(mine.page)
  for (const { page } of [mine, theirs]) {
    await page.goto(address)
    await expect(page.getByText('Henüz ürün sayılmadı')).toBeVisible()
    await scan(page, cheese)
  }
  await mine.page.getByLabel('Bulunan miktar').fill('12')
  await theirs.page.getByLabel('Bulunan miktar').fill('3')
  await Promise.all([mine, theirs].map(({ page }) => page.getByRole('button', { name: 'Sayıma ekle' }).click()))
  for (const { page } of [mine, theirs]) await expect(countedRow(page, cheese)).toContainText('15 ADET')
  await scan(theirs.page, olives)
  await theirs.page.getByRole('button', { name: 'Sayıma ekle' }).click()
  await expect(countedRow(mine.page, olives)).toContainText('1 ADET')

  // A correction does not discard what the other admin has added since the dialog was opened.
  await countedRow(mine.page, cheese).getByRole('button').first().click()
  const dialog = mine.page.getByRole('dialog', { name: 'Sayılanı düzelt' })
  await dialog.getByLabel('Sayılan miktar').fill('14')
  await countQuantity(world, shared, cheese, 5)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect.poll(() => said.splice(0)).toEqual(['Bu ürünün sayısı siz bakarken değişti; şimdi 20'])
  await expect(dialog.getByRole('status')).toContainText(/15\s*yerine\s*20 ADET/)
  await dialog.getByLabel('Sayılan miktar').fill('19')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(countedRow(mine.page, cheese)).toContainText('19 ADET')

  await test.step('both finalize it, and it is finalized once', async () => {
    const finish = (page: Page) => page.getByRole('button', { name: 'Sayımı bitir, stokları güncelle' })
    const theirMessages = dialogMessages(theirs.page)
    for (const { page } of [mine, theirs]) await page.getByRole('link', { name: 'Farkları gör ve bitir' }).click()
    await expect(finish(theirs.page)).toBeVisible()
    // The other screen is not updated, so that only its press finds the count finalized.
    await theirs.page.route(`**/counts/${shared.id}*`, route => route.abort())
    await finish(mine.page).dblclick()
    await expect(mine.page).toHaveURL(/mode=recent/)
    await expect(mine.page.getByText('Sayım tamamlandı, stoklar güncellendi')).toBeVisible()
    await finish(theirs.page).click()
    await expect.poll(() => theirMessages.splice(0)).toEqual(['Bu sayım tamamlanmış; artık değiştirilemez'])
    await theirs.page.unroute(`**/counts/${shared.id}*`)
    await expect(theirs.page.getByText('Bu sayım tamamlandı')).toBeVisible()
    expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 19, reserved: 0, agree: true })
    expect(await world.stockOf(olives.id)).toEqual({ on_hand: 1, reserved: 0, agree: true })
  })

  await test.step('a count that was started by mistake is deleted, and the other screen reports it', async () => {
    const mistake = await newCount(world)
    await countQuantity(world, mistake, cheese, 1)
    said.length = 0
    for (const { page } of [mine, theirs]) await go(page, `${STOCK}&mode=count&count=${mistake.id}`)
    for (const { page } of [mine, theirs]) await expect(countedRow(page, cheese)).toContainText('1 ADET')
    await scan(theirs.page, cheese)
    await expect(theirs.page.getByLabel('Bulunan miktar')).toHaveValue('1')
    await mine.page.context().setOffline(true)
    const drop = async () => {
      await mine.page.getByRole('button', { name: 'Sayım işlemleri' }).click()
      await mine.page.getByRole('menuitem', { name: 'Sayımı sil' }).click()
    }
    await drop()
    const question = '10.03.2026 sayımı silinsin mi? Sayılan 1 ürün de silinir; stoklar değişmez. Geri alınamaz.'
    await expect.poll(() => said).toEqual([question, 'Sayım silinemedi'])
    await mine.page.context().setOffline(false)
    // Both at once: the other screen's toast disappears after some seconds.
    const reported = expect(theirs.page.getByText(`${cheese.name} sayıma eklenmedi`)).toBeVisible()
    await Promise.all([reported, drop()])
    await expect(mine.page.getByRole('button', { name: 'Sayımı başlat' })).toBeVisible()
    expect(said).toEqual([question, 'Sayım silinemedi', question])
    await expect(theirs.page.getByText('Sayım bulunamadı')).toBeVisible()
    expect(await world.stockOf(cheese.id)).toEqual({ on_hand: 19, reserved: 0, agree: true })
  })
  expect([...mine.complaints, ...theirs.complaints]).toEqual([])
})

/** The same admin on two phones, with a session on each. */
async function twoPhones(browser: Browser) {
  const mine = await world.page(browser, world.admin, PHONE)
  const theirs = await world.page(browser, await world.logIn(world.admin), PHONE)
  return { mine, theirs }
}

const countedRow = (page: Page, { name }: WireProduct) =>
  page.getByRole('list', { name: 'Sayılan ürünler' }).getByRole('listitem').filter({ hasText: name })

test('the last three counts are shown, can be opened in full, and are downloaded as a workbook', async ({
  browser,
}) => {
  const cheese = await createStockedProduct(world, 'Sayılan Peynir')
  for (const day of ['01', '02', '03', '04']) {
    const one = await newCount(world, `2025-01-${day}`)
    await countQuantity(world, one, cheese, 20 + Number(day))
    await world.request('POST', `/admin/stock/counts/${one.id}/finalize`, world.admin)
  }
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const said = dialogMessages(page)
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
  await page.getByRole('button', { name: 'Excel indir' }).click()
  await (await one).path()
  await page.goBack()
  await expect(rows).toHaveCount(4)
  await goWithin(page, `${STOCK}&mode=recent&count=${cheese.id}`)
  await expect(page.getByText('Kayıt bulunamadı')).toBeVisible()
  expect(complaints).toEqual([])
})
