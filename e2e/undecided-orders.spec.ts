import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoWiderThanWindow } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { addToCartAndOpen, goWithin, logInHere, pressLogOut, waitingList } from './steps.ts'
import { DESK, type Person, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/**
 * An order that could not be placed is shown until its user decides, and the state of a waiting one is always reported
 * correctly.
 */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const strip = (page: Page) => page.getByRole('complementary', { name: 'Karar bekleyen sipariş' })
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Sipariş ver' }).click()
const ordersOf = (person: Person) => world.request<WireOrder[]>('GET', '/orders', person)
const isPost = (request: { method: () => string }) => request.method() === 'POST'

/** Orders one piece of the product, which the page shows, after the network has failed. */
async function orderOffline(page: Page, product: WireProduct) {
  await addToCartAndOpen(page, product)
  await expect(page.getByRole('button', { name: 'Sipariş ver' })).toBeEnabled()
  await page.context().setOffline(true)
  await placeOrder(page)
  await expect(waitingList(page)).toContainText('Henüz gönderilmedi')
}

/** Makes an order that is refused, because the price changes before it arrives, while no screen waits for its reply. */
async function refusedOrder(page: Page, product: WireProduct) {
  await orderOffline(page, product)
  await world.reprice(product.id, 130)
  await page.context().setOffline(false)
  await expect(page.getByText('Bekleyen siparişiniz verilmedi')).toBeVisible()
}

test('a refused order is not placed silently, but shown on every screen of a customer until the customer decides', async ({
  browser,
}) => {
  const person = await world.customer('Görünür Lokanta')
  const product = await world.product({ name: 'Görünen Peynir' })
  const { page, complaints } = await world.page(browser, person, PHONE)
  await page.goto('/products?search=gorunen')
  await refusedOrder(page, product)
  await page.reload()
  await expect(waitingList(page)).toContainText('Kararınızı bekliyor')
  await expect(waitingList(page)).toContainText(
    'Fiyatlar veya birimler değişti; lütfen sepetinizi kontrol edip yeniden onaylayın',
  )
  await expect(waitingList(page)).toContainText('Görünen Peynir: fiyatı değişti')
  expect(await ordersOf(person)).toEqual([])
  expect(await world.stockOf(product.id)).toMatchObject({ reserved: 0 })
  for (const address of ['/dashboard', '/products', '/cart', '/orders', '/custom-order']) {
    await goWithin(page, address)
    await expect(strip(page)).toContainText('Siparişiniz verilmedi')
    await expect(strip(page)).toContainText('Fiyatlar veya birimler değişti')
    await expect(page.getByRole('link', { name: /^1 sipariş kararınızı bekliyor/ })).toBeVisible()
    await expectNoWiderThanWindow(page)
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('link', { name: 'Sipariş Geçmişi 1 sipariş kararınızı bekliyor' })).toBeVisible()
  await strip(page).getByRole('link', { name: 'Siparişi göster' }).click()
  await expect(page).toHaveURL('/cart')
  await page.getByRole('button', { name: 'Sepete geri al' }).click()
  await expect(strip(page)).toBeHidden()
  await expect(page.getByText(/kararınızı bekliyor/)).toBeHidden()
  await expect(page.getByText('Sepetinizdeki ürünler değişti')).toBeVisible()
  await page.getByRole('button', { name: 'Güncel fiyatlarla devam et' }).click()
  await placeOrder(page)
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  expect((await ordersOf(person)).map(({ grand_total }) => grand_total)).toEqual([143])
  expect(complaints).toEqual([])
})

test('a refused order is shown on every tab of a marketer until the marketer decides', async ({ browser }) => {
  const marketer = await world.marketer('Gören Pazarlamacı')
  await world.customer('Gözden Kaçan Market', marketer.id)
  const product = await world.product({ name: 'Pazarlamacının Peyniri' })
  const { page } = await world.page(browser, marketer, DESK)
  await page.goto('/marketer/dashboard?tab=products&search=pazarlamacinin')
  await page.getByRole('button', { name: `Sepete ekle: ${product.name}`, exact: true }).click()
  await page.getByRole('link', { name: 'Sepeti gör' }).click()
  await page.getByRole('combobox', { name: /Müşteri/ }).click()
  await page.getByRole('option', { name: /Gözden Kaçan Market/ }).click()
  await expect(page.getByRole('button', { name: 'Sipariş oluştur' })).toBeEnabled()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sipariş oluştur' }).click()
  await expect(waitingList(page)).toContainText('Henüz gönderilmedi')
  await world.reprice(product.id, 130)
  await page.context().setOffline(false)
  for (const tab of ['dashboard', 'products', 'orders', 'customers', 'cart']) {
    await goWithin(page, `/marketer/dashboard?tab=${tab}`)
    await expect(strip(page)).toContainText('Sipariş verilmedi: Gözden Kaçan Market')
    await expect(page.getByRole('link', { name: 'Siparişler 1 sipariş kararınızı bekliyor' })).toBeVisible()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(
    page.getByRole('navigation', { name: 'Alt menü' }).getByRole('link', { name: '1 sipariş kararınızı bekliyor' }),
  ).toBeVisible()
  await expectNoWiderThanWindow(page)
  await waitingList(page).getByRole('button', { name: 'Sil' }).click()
  await expect(strip(page)).toBeHidden()
})

test('logging out with a waiting order shows a warning, and sends the order first if the user wants it', async ({
  browser,
}) => {
  const person = await world.customer('Çıkan Lokanta')
  const product = await world.product({ name: 'Çıkarken Peynir' })
  const { page } = await world.page(browser, person, PHONE)
  await page.goto('/products?search=cikarken')
  await addToCartAndOpen(page, product)
  let isAway = true
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route('**/api/orders', async route => {
    if (!isPost(route.request())) return route.continue()
    if (isAway) return route.abort()
    await released
    await route.continue()
  })
  await placeOrder(page)
  await expect(waitingList(page)).toContainText('cevap alınamadı')
  await pressLogOut(page)
  const question = page.getByRole('dialog', { name: 'Gönderilmemiş siparişiniz var' })
  await expect(question).toContainText('1 sipariş bu cihazda gönderilmeyi bekliyor')
  const send = question.getByRole('button', { name: 'Gönder ve çıkış yap' })
  await send.click()
  await expect(question.getByRole('alert')).toContainText('Sipariş gönderilemedi')
  await expect(page).toHaveURL('/cart')
  isAway = false
  await send.click()
  await expect(send).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByText(/Bekleyen siparişiniz gönderildi/)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await ordersOf(await world.logIn(person))).toHaveLength(1)
})

test('a user who logs out anyway finds the waiting order after the next login', async ({ browser }) => {
  const person = await world.customer('Acele Lokanta')
  const product = await world.product({ name: 'Acele Peynir' })
  const { page } = await world.page(browser, person, PHONE)
  await page.goto('/products?search=acele')
  await loseResponses(page.context())
  await addToCartAndOpen(page, product)
  await placeOrder(page)
  await expect(waitingList(page)).toContainText('cevap alınamadı')
  await pressLogOut(page)
  await page.getByRole('button', { name: 'Yine de çıkış yap' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // A request in flight while the routes are removed may never get a response.
  await expect(page.getByLabel('Kullanıcı adı')).toBeVisible()
  await page.context().unrouteAll({ behavior: 'wait' })
  await logInHere(page, person)
  await expect(page.getByText(/Bekleyen siparişiniz gönderildi/)).toBeVisible()
  // Without a waiting order there is no question.
  await pressLogOut(page)
  await expect(page).toHaveURL(/\/login$/)
  expect(await ordersOf(await world.logIn(person))).toHaveLength(1)
})

/** Lets orders reach the server, and loses its replies. */
const loseResponses = (context: BrowserContext) =>
  context.route('**/api/orders', async route => {
    if (!isPost(route.request())) return route.continue()
    await route.fetch()
    await route.abort()
  })

test('an error of the app itself is not reported as a network failure, and does not change the cart', async ({
  browser,
}) => {
  const person = await world.customer('Hatalı Uygulama')
  const product = await world.product({ name: 'Hatasız Peynir', price: 99.5 })
  const { page, complaints } = await world.page(browser, person, PHONE)
  await page.goto('/products?search=hatasiz')
  await addToCartAndOpen(page, product)
  await page.evaluate(() => {
    const real = JSON.stringify
    JSON.stringify = (value, ...how: never[]) => {
      // Only the request body has its total in lira with decimals.
      if (Number.isInteger(value?.expected_total) || !value?.expected_total) return real(value, ...how)
      throw new TypeError('an error of the app')
    }
  })
  await placeOrder(page)
  await expect(page.getByRole('alert')).toContainText('Uygulamada bir hata oluştu ve işlem gönderilemedi')
  await expect(page.getByRole('textbox', { name: /^Hatasız Peynir miktarı/ })).toHaveValue('1')
  await expect(page.getByText(/ulaşmış olabilir|bağlantı gelince/)).toBeHidden()
  await expect(page.getByText('Çevrimiçi', { exact: true })).toBeVisible()
  expect(complaints.join()).toContain('an error of the app')
  expect(await ordersOf(person)).toEqual([])
})
