import { expect, type Page, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { goWithin } from './steps.ts'
import { DESK, type Person, World } from './world.ts'

/** Screens show the server's current data, or the time of older data, and do not offer expired answers. */

const DAY = 24 * 60 * 60 * 1000

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

type Quote = { id: string }

const requestQuote = (customer: Person, product_name: string) =>
  world.request<Quote>('POST', '/custom-orders', customer, {
    items: [{ product_name, unit: 'LT', quantity: 2, price: 10 }],
  })
const answer = ({ id }: Quote, product_id: string, valid_until: string) =>
  world.request('PUT', `/admin/custom-orders/${id}/answer`, world.admin, {
    items: [{ product_id, quantity: 1, price: 90 }],
    valid_until,
  })

const stale = (page: Page) =>
  page.getByText(/Bilgiler yenilenemedi\. \d\d\.\d\d\.\d{4} \d\d:\d\d tarihli hâli gösteriliyor/)
const again = (page: Page) => page.getByRole('button', { name: 'Tekrar dene' }).first().press('Enter')

/** A proxy cannot reach the portal, as during its restart, while the network itself works. */
const behindGateway = (page: Page, address: RegExp) =>
  page.route(address, route => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }))

test('data that cannot be fetched again is shown with its time, and fetched at the press of a button', async ({
  browser,
}) => {
  const person = await world.customer('Bayat Lokanta')
  const product = await world.product({ name: 'Bayat Peynir' })
  const { id } = await world.order(person, [{ product_id: product.id, quantity: 1 }])
  const { page, complaints } = await world.page(browser, person)
  const main = page.getByRole('main')
  const live = page.waitForResponse(/\/api\/events\?/)
  await page.goto('/dashboard')
  await expect(main.getByText(id.slice(0, 8))).toBeVisible()
  await live
  // The data in the list is shown until the order's own response arrives.
  const read = page.waitForResponse(response => response.url().endsWith(`/api/orders/${id}`))
  await page.getByRole('link', { name: new RegExp(id.slice(0, 8)) }).click()
  await read
  await expect(main.getByText('Siparişiniz alındı; hazırlanmaya başlamasını bekliyor.')).toBeVisible()

  await behindGateway(page, /\/api\/(orders|products\/)/)
  await world.request('PUT', `/admin/orders/${id}/status`, world.admin, { status: 'hazirlaniyor' })
  await expect(stale(page)).toBeVisible()
  await expect(page.getByText('Siparis yuklenirken hata olustu')).toBeVisible()
  await expect(page.getByText('Çevrimiçi', { exact: true })).toBeVisible()
  await expect(main.getByText('Siparişiniz alındı; hazırlanmaya başlamasını bekliyor.')).toBeVisible()
  await page.goBack()
  // The figures, and the orders below them.
  await expect(stale(page)).toHaveCount(2)
  await page.unrouteAll({ behavior: 'wait' })
  await again(page)
  await expect(stale(page)).toHaveCount(1)
  await again(page)
  await expect(stale(page)).toHaveCount(0)
  await expect(main.getByText('Hazırlanıyor')).toBeVisible()

  // After a reload, the data stored in the browser is shown only when the request has been refused.
  await page.route(/\/api\/orders/, route =>
    route.fulfill({ status: 403, contentType: 'text/html', body: 'Forbidden' }),
  )
  await page.reload()
  await expect(stale(page)).toHaveCount(2)
  await expect(main.getByText('Hazırlanıyor')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })

  await goWithin(page, '/products')
  await expect(main.getByRole('article').first()).toBeVisible()
  await behindGateway(page, /\/api\/products\//)
  await main.getByRole('link', { name: product.name }).click()
  const detail = page.getByRole('dialog', { name: product.name })
  await expect(detail.getByText('Bilgiler yenilenemedi. Gösterilenler eski olabilir.')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await detail.getByRole('button', { name: 'Tekrar dene' }).click()
  await expect(detail.getByText(/Bilgiler yenilenemedi/)).toBeHidden()
  expect(complaints).toEqual([])
})

test('without the event stream the bell polls, the user’s own changes appear immediately, and nothing is missed', async ({
  browser,
}) => {
  const person = await world.customer('Akışsız Kafe')
  const product = await world.product({ name: 'Sessiz Peynir' })
  const order = await world.order(person, [{ product_id: product.id, quantity: 1 }])
  await answer(await requestQuote(person, 'Sumak'), product.id, '2099-12-31')
  const { page } = await world.page(browser, person, DESK)
  await page.clock.install()
  // Some networks block event streams.
  await page.route('**/api/events?*', route => route.abort())
  const bell = page.getByRole('button', { name: /^Bildirimler/ })
  const counted = page.waitForResponse(/\/api\/notifications\/unread/)
  await page.goto('/custom-order')
  await expect(page.getByText('1 teklif kararınızı bekliyor.')).toBeVisible()
  await counted
  await expect(bell).toHaveAccessibleName('Bildirimler: 1 okunmamış')
  // Run before the change, because advancing the clock may let a check of the connection time out, after which all
  // queries are fetched again.
  await page.clock.runFor(50_000)
  await expect(bell).toHaveAccessibleName('Bildirimler: 1 okunmamış')
  await world.request('PUT', `/admin/orders/${order.id}/status`, world.admin, { status: 'hazirlaniyor' })
  await page.clock.runFor(11_000)
  await expect(bell).toHaveAccessibleName('Bildirimler: 2 okunmamış')

  await page.getByLabel('Ürün adı').fill('Safran')
  await page.getByLabel('Miktar').fill('2')
  await page.getByLabel('Birim fiyat').fill('5')
  await page.getByRole('button', { name: 'Teklif iste' }).click()
  const card = page
    .getByRole('list', { name: 'Taleplerim' })
    .getByRole('listitem')
    .filter({ hasText: 'Safran' })
    .first()
  await expect(card).toBeVisible()
  const [requested] = await world.request<Quote[]>('GET', '/custom-orders', person)
  if (!requested) throw new Error('no request arrived')
  await page.getByRole('button', { name: 'Reddet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reddet' }).click()
  await expect(page.getByText('Reddedildi', { exact: true })).toBeVisible()

  // When the stream can be opened, all data that may have changed is fetched.
  await answer(requested, product.id, '2099-12-31')
  await page.unrouteAll()
  // The pointer must not be over a row, because then no row would change its height.
  await page.mouse.move(0, 0)
  await page.clock.runFor(31_000)
  await expect(card.getByRole('button', { name: 'Kabul et' })).toBeVisible()
})

test('an answer is offered until it expires, whatever the device’s clock shows, and then refused', async ({
  browser,
}) => {
  const person = await world.customer('Geciken Kafe')
  const product = await world.product({ name: 'Süreli Peynir' })
  const tomorrow = new Date(Date.now() + DAY).toLocaleDateString('sv', { timeZone: 'Europe/Istanbul' })
  await answer(await requestQuote(person, 'Sumak'), product.id, tomorrow)
  const { page } = await world.page(browser, await world.logIn(person), DESK)
  await page.clock.install({ time: Date.now() + 2 * DAY })
  await page.goto('/custom-order')
  await expect(page.getByText('1 teklif kararınızı bekliyor.')).toBeVisible()
  await page.getByRole('button', { name: 'Kabul et' }).click()
  // The answer expires while the request is on its way: any other reply would show the device the new time before.
  await page.route('**/accept', async route => {
    await portal.pass(2 * DAY)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Kabul et ve sipariş ver' }).click()
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Teklifin geçerlilik süresi doldu; lütfen yeni bir teklif isteyin')
  await page.reload()
  await expect(page.getByText('Süresi doldu', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Bu teklif artık kabul edilemez; isterseniz yeniden teklif isteyebilirsiniz.'),
  ).toBeVisible()
  await expect(page.getByText('1 teklif kararınızı bekliyor.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Kabul et' })).toBeHidden()
  expect(await world.request<unknown[]>('GET', '/orders', await world.logIn(person))).toEqual([])
  await page.getByRole('button', { name: 'Reddet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reddet' }).click()
  await expect(page.getByText('Reddedildi', { exact: true })).toBeVisible()
})
