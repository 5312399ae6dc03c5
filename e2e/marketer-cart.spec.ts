import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { storedKeys, untilControlled, waitingList } from './steps.ts'
import { toasts } from './toasts.ts'
import { DESK, type Person, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** A marketer fills carts for customers and orders for them, with or without a network. */

const PRODUCTS = '/marketer/dashboard?tab=products'
const CART = '/marketer/dashboard?tab=cart'

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

/** Creates a marketer with two customers, and two products. */
async function shop(name: string) {
  const marketer = await world.marketer(`${name} Pazarlamacı`)
  const first = await world.customer(`${name} Lezzet Market`, marketer.id)
  const second = await world.customer(`${name} Deniz Lokantası`, marketer.id)
  const cheese = await world.product({ name: `${name} Ezine`, price: 100, vat_rate: 10, stock_quantity: 6 })
  const olives = await world.product({ name: `${name} Zeytin`, category: 'Zeytinler', price: 50.25, vat_rate: 0 })
  return { marketer, first, second, cheese, olives }
}

const ordersOf = (person: Person) => world.request<WireOrder[]>('GET', '/orders', person)
const orderButton = (page: Page) => page.getByRole('button', { name: 'Sipariş oluştur' })
const chooser = (page: Page) => page.getByRole('combobox', { name: /^Müşteri(?!leri)/ }).last()
const quantity = (page: Page, { name }: WireProduct) => page.getByRole('textbox', { name: `${name} miktarı` })
const toCart = (page: Page) => page.getByRole('link', { name: 'Sepeti gör' }).click()

async function toProducts(page: Page, search: string) {
  await page.getByRole('navigation', { name: 'Alt menü' }).getByRole('link', { name: 'Ürünler' }).click()
  await page.getByRole('searchbox').fill(search)
  // The cards of other products leave the list, and the others move.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function add(page: Page, product: WireProduct) {
  await page.getByRole('button', { name: `Sepete ekle: ${product.name}` }).click()
  await expect(page.getByText(`${product.name} sepete eklendi`)).toBeVisible()
}

async function choose(page: Page, typed: string, company: string) {
  await chooser(page).fill(typed)
  await page.getByRole('option', { name: company }).click()
  await expect(chooser(page)).toHaveValue(company)
}

test('a marketer fills a cart and orders for a customer', async ({ browser }) => {
  const { marketer, first, cheese, olives } = await shop('Dolu')
  const promised = await world.product({
    name: 'Dolu Tulum',
    stock_quantity: 0,
    expected_stock_date: '2099-05-01',
  })
  const gone = await world.product({ name: 'Dolu Lor', stock_quantity: 1 })
  await world.order(first, [{ product_id: gone.id, quantity: 1 }])
  const { page, complaints } = await open(browser, marketer, PRODUCTS, PHONE)
  await page.getByRole('searchbox').fill('dolu')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('link', { name: 'Sepeti gör' })).toBeHidden()
  const categories = page.getByRole('group', { name: 'Kategoriler' })
  await expect(categories.getByRole('radio').first()).toHaveAccessibleName('Tüm kategoriler')
  const soldOut = page.getByRole('article', { name: gone.name })
  await expect(soldOut.getByText('Tükendi')).toBeVisible()
  await expect(soldOut.getByText('Stokta yok; ne zaman geleceği belli değil')).toBeVisible()
  await expect(soldOut.getByRole('button', { name: /^Stokta yok/ })).toBeDisabled()
  await expect(page.getByRole('article', { name: promised.name })).toContainText('01.05.2099')

  await page.getByRole('textbox', { name: `${cheese.name} miktarı` }).fill('9')
  await page.getByRole('textbox', { name: `${cheese.name} miktarı` }).press('Enter')
  await expect(page.getByText('Yetersiz stok! Maksimum 6 adet siparis verebilirsiniz.')).toBeVisible()
  await add(page, cheese)
  await page.getByRole('button', { name: `İleri tarihli sipariş: ${promised.name}` }).click()
  await categories.getByRole('radio', { name: 'Zeytinler' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await add(page, olives)
  const banner = page.getByRole('complementary', { name: 'Sepet özeti' })
  await expect(banner).toContainText('Müşteri seçilmedi')
  // 6 × 100 + 100 with 10 % VAT, and 50,25 without VAT.
  await expect(banner).toContainText('3 ürün · ₺820,25 KDV dahil')
  await categories.getByRole('radio').first().click()
  await expectAccessibleNow(page)

  await toCart(page)
  await expect(page).toHaveURL(CART)
  await expect(orderButton(page)).toBeDisabled()
  await expect(page.getByText('Lütfen bir müşteri seçin')).toBeVisible()
  await choose(page, 'LEZZET', 'Dolu Lezzet Market')
  await quantity(page, olives).fill('0')
  await quantity(page, olives).press('Enter')
  await expect(quantity(page, olives)).toHaveValue('1')
  await quantity(page, cheese).fill('2')
  await quantity(page, cheese).press('Enter')
  const agree = async (price: string) => {
    await page.getByRole('button', { name: `${cheese.name}: fiyatı değiştir` }).click()
    const dialog = page.getByRole('dialog', { name: 'Anlaşılan fiyat' })
    await dialog.getByLabel(/^Birim fiyatı/).fill(price)
    await dialog.getByRole('button', { name: 'Kaydet' }).click()
    return dialog
  }
  const dialog = await agree('0')
  const doubt = page.getByRole('alertdialog', { name: 'Bu fiyat doğru mu?' })
  await expect(doubt).toContainText('fiyatı ₺0,00; bedelsiz verilecek.')
  await doubt.getByRole('button', { name: 'Fiyata dön' }).click()
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await page.getByRole('button', { name: 'Kaydetmeden kapat' }).click()
  await expect(dialog).toBeHidden()
  await expect(await agree('90')).toBeHidden()
  await page.getByRole('button', { name: `${olives.name}: sepetten çıkar` }).click()
  // The toast of an earlier addition may have a button of the same name.
  const removed = page.getByRole('listitem').filter({ hasText: 'Ürün sepetten çıkarıldı' })
  await removed.getByRole('button', { name: 'Geri al' }).click()
  await expect(quantity(page, olives)).toHaveValue('1')
  const lines = page.getByRole('list', { name: 'Sepetteki ürünler' })
  await expect(lines.getByRole('listitem').first()).toContainText(
    /₺180,00.*Yayla.*₺90,00 \/ ADET.*Liste ₺100,00 · %10 altında/s,
  )
  for (const amount of ['Ara toplam₺330,25', 'KDV %10₺28,00', '₺358,25'])
    await expect(page.locator('dl')).toContainText(amount)
  const bar = page.getByRole('navigation', { name: 'Alt menü', includeHidden: true })
  await expect(bar).toContainText('₺358,25')
  await page.getByLabel('Sipariş notu').fill('Arka kapı')
  await expectAccessibleNow(page)

  await orderButton(page).click()
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  await expect(page).toHaveURL('/marketer/dashboard?tab=orders')
  await expect(page.getByRole('list', { name: 'Müşterilerinizin siparişleri' })).toContainText('₺358,25')
  const [order] = await ordersOf(first)
  expect(order).toMatchObject({
    notes: 'Arka kapı',
    grand_total: 358.25,
    revision_count: 0,
    created_by_marketer_id: marketer.id,
  })
  expect(order?.items.map(item => `${item.quantity} ${item.product_name} ${item.expected_stock_date}`)).toEqual([
    `2 ${cheese.name} null`,
    `1 ${promised.name} 2099-05-01`,
    `1 ${olives.name} null`,
  ])
  await bar.getByRole('link', { name: /^Sepet/ }).click()
  await expect(page.getByRole('heading', { name: 'Sepet boş' })).toBeVisible()
  await expect(chooser(page)).toHaveValue('')
  await expect(orderButton(page)).toBeDisabled()
  expect(complaints).toEqual([])
})

test('once a customer is chosen, every tab shows for whom the order is', async ({ browser }) => {
  const { marketer, cheese } = await shop('Kime')
  const [first, second] = ['Kime Lezzet Market', 'Kime Deniz Lokantası']
  const { page, complaints } = await open(browser, marketer, `${PRODUCTS}&search=kime`, PHONE)
  const strip = page.getByRole('region', { name: 'Sipariş verilecek müşteri' })
  await expect(strip).toContainText('Müşteri seçilmedi')
  await strip.getByRole('button', { name: 'Müşteri seç' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kimin için sipariş veriyorsunuz?' })
  await dialog.getByRole('combobox').fill('lezzet')
  await dialog.getByRole('option', { name: first }).click()
  await expect(dialog).toBeHidden()
  await expect(strip).toContainText(first)
  await expectAccessibleNow(page)
  const tabs = page.getByRole('combobox', { name: 'Panel bölümleri' })
  for (const tab of ['Özet', 'Siparişler', 'Müşteriler', 'Özel Talep', 'Sepet', 'Ürünler']) {
    await tabs.selectOption(tab)
    await expect(strip).toContainText(first)
  }
  for (const [size, height] of [
    [DESK, 36],
    [PHONE, 44],
  ] as const) {
    await resizeTo(page, size)
    await expect
      .poll(async () => (await strip.boundingBox())?.height, 'one line, which leaves room for the products')
      .toBeLessThanOrEqual(46)
    for (const button of await strip.getByRole('button').all())
      await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(height)
  }

  await add(page, cheese)
  await strip.getByRole('button', { name: 'Değiştir' }).click()
  await dialog.getByRole('combobox').fill('deniz')
  await dialog.getByRole('option', { name: second }).click()
  await expect(strip).toContainText(second)
  await expect(strip.getByRole('button', { name: 'Değiştir' })).toBeFocused()
  // A cart that was filled for one customer is not ordered for another.
  await expect(page.getByRole('complementary', { name: 'Sepet özeti' })).toBeHidden()
  await strip.getByRole('button', { name: 'Değiştir' }).click()
  await dialog.getByRole('button', { name: `${first} · 1 kalem` }).click()
  await expect(page.getByRole('complementary', { name: 'Sepet özeti' })).toContainText(first)
  await strip.getByRole('button', { name: 'Müşteri seçimini kaldır' }).click()
  await expect(strip).toContainText('Müşteri seçilmedi')
  await tabs.selectOption('Siparişler')
  await expect(page.getByRole('heading', { name: 'Siparişler' })).toBeVisible()
  await expect(strip).toBeHidden()
  expect(complaints).toEqual([])
})

test('each customer has a cart, and products that were added before choosing a customer move to its cart', async ({
  browser,
}) => {
  const { marketer, cheese, olives } = await shop('İki')
  const { page } = await open(browser, marketer, `${PRODUCTS}&search=iki`, PHONE)
  await add(page, cheese)
  await toCart(page)
  await choose(page, 'lezzet', 'İki Lezzet Market')
  await page.getByLabel('Sipariş notu').fill('Lezzet’in notu')
  await choose(page, 'deniz', 'İki Deniz Lokantası')
  await expect(page.getByRole('heading', { name: 'Sepet boş' })).toBeVisible()
  await expect(orderButton(page)).toBeDisabled()
  // The cart is empty, so the button stays in the summary and no bar covers it.
  await expect(page.getByRole('region', { name: 'Sepet toplamı' })).toBeHidden()
  await toProducts(page, 'iki')
  await add(page, olives)
  await expect(page.getByRole('complementary', { name: 'Sepet özeti' })).toContainText('İki Deniz Lokantası')

  // The app is opened again after an interruption.
  await page.goto(CART)
  await expect(chooser(page)).toHaveValue('İki Deniz Lokantası')
  await expect(quantity(page, olives)).toHaveValue('1')
  await expect(page.getByLabel('Sipariş notu')).toHaveValue('')
  const tab = await page.context().newPage()
  await tab.goto(CART)
  const others = page.getByRole('list', { name: 'Diğer sepetler' })
  await others.getByRole('button', { name: 'İki Lezzet Market · 1 kalem' }).click()
  await expect(quantity(page, cheese)).toHaveValue('1')
  await expect(page.getByLabel('Sipariş notu')).toHaveValue('Lezzet’in notu')
  await expect(chooser(tab)).toHaveValue('İki Lezzet Market')
  await expect(others.getByRole('button')).toHaveText('İki Deniz Lokantası· 1 kalem')

  // Without a chosen customer, added products are merged into the cart of the customer that is chosen next.
  await page.getByRole('button', { name: 'Seçimi kaldır' }).click()
  await expect(others.getByRole('button')).toHaveCount(2)
  await toProducts(page, 'iki')
  await add(page, cheese)
  await add(page, olives)
  await toCart(page)
  await others.getByRole('button', { name: /Lezzet Market/ }).click()
  await expect(page.getByText('2 ürün İki Lezzet Market sepetindekilere eklendi')).toBeVisible()
  await expect(quantity(page, cheese)).toHaveValue('2')
  await expect(quantity(page, olives)).toHaveValue('1')
})

test('changed prices and stock must be accepted before ordering, and orders for a passive customer are refused', async ({
  browser,
}) => {
  const { marketer, first, cheese, olives } = await shop('Zam')
  const { page } = await open(browser, marketer, `${PRODUCTS}&search=zam`, DESK)
  await page.getByRole('textbox', { name: `${cheese.name} miktarı` }).fill('5')
  await add(page, cheese)
  await add(page, olives)
  // The products that the opening cart fetches still have the old price.
  const checked = page.waitForResponse('**/api/products?ids=*')
  await toCart(page)
  await checked
  await choose(page, 'lezzet', 'Zam Lezzet Market')
  await world.order(first, [{ product_id: cheese.id, quantity: 4 }])
  await orderButton(page).click()
  await expect(page.getByText('Sepetinizdeki ürünler değişti')).toBeVisible()
  await expect(page.getByText('Stokta yalnızca 2 ADET kaldı; miktar buna düşürülecek.')).toBeVisible()
  await expect(orderButton(page)).toBeHidden()
  // A changed price also appears in an open cart without an order.
  await world.reprice(olives.id, 60)
  await expect(page.getByText('Fiyatı ₺50,25 iken ₺60,00 oldu.')).toBeVisible()
  await page.getByRole('button', { name: 'Güncel fiyatlarla devam et' }).click()
  await expect(quantity(page, cheese)).toHaveValue('2')
  await expect(page.locator('dl')).toContainText('₺280,00')

  await world.request('PUT', `/marketer/customers/${first.id}`, marketer, { is_active: false })
  // The open screen is updated, and shows the reason before an order is sent.
  await expect(orderButton(page)).toBeDisabled()
  await expect(quantity(page, cheese)).toHaveValue('2')
  await expect(page.getByText('Müşteri pasif durumda; sipariş verilemez').first()).toBeVisible()
  await world.request('PUT', `/marketer/customers/${first.id}`, marketer, { is_active: true })
  await expect(page.getByText('Müşteri pasif durumda; sipariş verilemez')).toHaveCount(0)
  await orderButton(page).click()
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  expect((await ordersOf(first)).map(({ grand_total }) => grand_total)).toEqual([280, 440])
})

test('without a network an order for a customer waits, even if the app is closed, and is placed once', async ({
  browser,
}) => {
  const { marketer, first, second, cheese, olives } = await shop('Ağsız')
  const before = await world.stockOf(olives.id)
  const { page, complaints } = await open(browser, marketer, '/marketer/dashboard', {
    ...PHONE,
    serviceWorkers: 'allow',
  })
  const context = page.context()
  await untilControlled(page)
  await expect.poll(() => storedKeys(page, 'catalogue')).toEqual(['"products"'])
  await expect.poll(() => storedKeys(page, 'answers')).toContain(JSON.stringify(`${marketer.id} own customers`))
  await context.setOffline(true)

  // Neither the products nor the customers have been opened before.
  const shopPage = await reopened(page, PRODUCTS)
  await shopPage.getByRole('searchbox').fill('agsiz')
  await expect(shopPage.getByText(/Çevrimdışısınız\. .* tarihli katalog gösteriliyor\./)).toBeVisible()
  await add(shopPage, cheese)
  await add(shopPage, olives)
  await toCart(shopPage)
  await choose(shopPage, 'lezzet', 'Ağsız Lezzet Market')
  await shopPage.getByLabel('Sipariş notu').fill('Çevrimdışı verildi')
  await orderButton(shopPage).click()
  await expect(shopPage.getByText('Ağsız Lezzet Market siparişi bekliyor; bağlantı gelince gönderilecek')).toBeVisible()
  await expect(waitingList(shopPage)).toContainText('Ağsız Lezzet Market')
  await expect(shopPage.getByRole('heading', { name: 'Sepet boş' })).toBeVisible()
  await waitingList(shopPage).getByRole('button', { name: 'Geri al' }).click()
  await expect(shopPage.getByText('Ürünler Ağsız Lezzet Market sepetine geri alındı')).toBeVisible()
  await expect(shopPage.getByLabel('Sipariş notu')).toHaveValue('Çevrimdışı verildi')
  await orderButton(shopPage).click()
  await expect(waitingList(shopPage)).toContainText('Henüz gönderilmedi')

  const again = await reopened(shopPage, CART)
  await expect(waitingList(again)).toContainText('Ağsız Zeytin')
  expect(await ordersOf(first)).toEqual([])
  await context.setOffline(false)
  await toasts(again)
    .filter({ hasText: /Bekleyen sipariş gönderildi: [0-9a-f]{8}/ })
    .getByRole('button', { name: 'Siparişe git' })
    .click()
  await expect(waitingList(again)).toBeHidden()
  await expect(again).toHaveURL(/tab=orders&order=[0-9a-f-]{36}$/)
  await expect(again.getByText('Çevrimdışı verildi')).toBeVisible()
  expect((await ordersOf(first)).map(({ notes }) => notes)).toEqual(['Çevrimdışı verildi'])
  expect(await ordersOf(second)).toEqual([])
  expect(await world.stockOf(olives.id)).toEqual({ ...before, reserved: before.reserved + 1 })
  expect(complaints).toEqual([])
})

async function open(browser: Browser, person: Person, path: string, options: BrowserContextOptions) {
  const opened = await world.page(browser, person, options)
  await opened.page.goto(path)
  return opened
}

/** Closes the app and opens it again. */
async function reopened(page: Page, path: string): Promise<Page> {
  const context = page.context()
  await page.close()
  const next = await context.newPage()
  await next.goto(path)
  return next
}
