import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { acceptDialogs } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, type Person, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** The rows of a list do not move under the pointer: new rows wait behind a button. */

let portal: SharedPortal
let world: World
let cheese: WireProduct
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  cheese = await world.product({ name: 'Ezine Peyniri', price: 100, vat_rate: 10, stock_quantity: 100_000 })
})
test.afterAll(() => portal.stop())

const order = (customer: Person) => world.order(customer, [{ product_id: cheese.id, quantity: 1 }])
const setStatus = ({ id }: WireOrder, status: string) =>
  world.request('PUT', `/admin/orders/${id}/status`, world.admin, { status })
const short = ({ id }: { id: string }) => id.slice(0, 8)
const requestQuote = (customer: Person, product_name: string) =>
  world.request<{ id: string }>('POST', '/custom-orders', customer, {
    items: [{ product_name, unit: 'LT', quantity: 2, price: 10 }],
  })

/** The texts and positions of the visible rows, measured after the font has been loaded. */
const placesOf = (rows: Locator) =>
  rows.evaluateAll(async all => {
    await document.fonts.ready
    return all.map(row => `${row.getBoundingClientRect().top} ${/[0-9a-f]{8}/.exec(row.textContent)?.[0] ?? ''}`)
  })

/** The texts and positions of the visible rows once none of them moves any more. */
async function standing(rows: Locator) {
  let places = await placesOf(rows)
  await expect
    .poll(async () => {
      const before = places
      places = await placesOf(rows)
      return places.length > 0 && places.join() === before.join()
    })
    .toBe(true)
  return places
}

/** Opens a screen and waits until it follows the server’s events. */
async function open(page: Page, address: string) {
  const streams = page.waitForResponse('**/api/events?*')
  await page.goto(address)
  await streams
}

/**
 * Opens another screen in a page that already follows the server’s events, and waits until it has replaced the last
 * one.
 */
async function openInside(page: Page, address: string) {
  if (page.url().endsWith(address)) return
  await page.evaluate(to => {
    for (const row of document.querySelectorAll('main [data-index]')) row.classList.add('of-the-last-screen')
    history.pushState(null, '', to)
  }, address)
  await expect(page.locator('.of-the-last-screen')).toHaveCount(0)
}

const ADMIN = '/admin/dashboard?tab=orders'

for (const [size, options] of [
  ['phone', PHONE],
  ['desk', DESK],
] as const)
  test(`on a ${size}, new orders wait behind a button with their number, and a press opens the intended row`, async ({
    browser,
  }) => {
    const customer = await world.customer(`Sabit Lokanta ${size}`)
    const shown = [await order(customer), await order(customer), await order(customer)]
    const { page, complaints } = await world.page(browser, world.admin, options)
    await open(page, `${ADMIN}&customer_id=${customer.id}`)
    const rows = page.locator('[data-index]')
    await expect(rows).toHaveCount(3)
    await rows.last().scrollIntoViewIfNeeded()
    const before = await standing(rows)
    const aimedAt = await rows.filter({ hasText: short(shown[1] as WireOrder) }).boundingBox()
    if (!aimedAt) throw new Error('the row is not there')

    const newer = [await order(customer), await order(customer)]
    await setStatus(shown[2] as WireOrder, 'hazirlaniyor')
    await expect(rows.filter({ hasText: short(shown[2] as WireOrder) })).toContainText('Hazırlanıyor')
    expect(await placesOf(rows)).toEqual(before)
    await expect(page.getByRole('button', { name: '2 yeni sipariş' })).toBeVisible()
    const press = [aimedAt.x + aimedAt.width / 2, aimedAt.y + aimedAt.height / 2] as const
    if (options === PHONE) await page.touchscreen.tap(...press)
    else await page.mouse.click(...press)
    await expect(page).toHaveURL(`/admin/orders/${shown[1]?.id}`)

    // A user who returns sees all orders; when a row gets the focus, the list stops moving again.
    await page.getByRole('link', { name: 'Siparişlere dön' }).click()
    await expect(rows.first()).toContainText(short(newer[1] as WireOrder))
    await rows.first().locator('a, button').first().focus()
    const last = await order(customer)
    const one = page.getByRole('button', { name: '1 yeni sipariş' })
    await expect(one).toBeVisible()
    if (options === PHONE) await expectAccessibleNow(page)
    await one.click()
    await expect(rows.first()).toContainText(short(last))
    await expect(one).toBeHidden()
    await expect(rows.first().or(rows.first().locator('*')).and(page.locator(':focus'))).toBeVisible()
    await expect(rows.nth(1)).toContainText(short(newer[1] as WireOrder))
    expect(complaints).toEqual([])
  })

test('far down the list nothing moves either; the button scrolls to the top, and “Yenile” shows the waiting rows', async ({
  browser,
}) => {
  const customer = await world.customer('Uzun Liste')
  for (let made = 0; made < 40; made++) await order(customer)
  const { page } = await world.page(browser, world.admin, DESK)
  await open(page, `${ADMIN}&customer_id=${customer.id}`)
  const rows = page.locator('[data-index]')
  await expect(rows.first()).toBeVisible()
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(800)
  await expect(rows.first()).not.toHaveAttribute('data-index', '0')
  const before = await standing(rows)
  const first = await order(customer)
  const waiting = page.getByRole('button', { name: '1 yeni sipariş' })
  await expect(waiting).toBeInViewport()
  expect(await placesOf(rows)).toEqual(before)
  await waiting.click()
  await expect(rows.first()).toContainText(short(first))
  await expect(rows.first()).toBeInViewport()
  await expect(rows.first()).toBeFocused()

  const second = await order(customer)
  await expect(waiting).toBeVisible()
  await page.getByRole('button', { name: 'Yenile' }).click()
  await expect(rows.first()).toContainText(short(second))
  await expect(waiting).toBeHidden()
})

test('a change that would make a row higher waits, so that the rows below do not move', async ({ browser }) => {
  const marketer = await world.marketer('Büyüyen Pazarlamacı')
  const customer = await world.customer('Büyüyen Kafe', marketer.id)
  await order(customer)
  const newer = await order(customer)
  const others = await Promise.all(['A', 'B', 'C'].map(name => world.product({ name: `Eklenen ${name}` })))
  await requestQuote(customer, 'Sumak')
  const quote = await requestQuote(customer, 'Nane')
  const growing: [string, () => Promise<unknown>][] = [
    [
      '/orders',
      () =>
        world.request('PUT', `/marketer/orders/${newer.id}`, marketer, {
          items: [cheese, ...others].map(({ id, price }) => ({ product_id: id, quantity: 1, price })),
          updated_at: newer.updated_at,
        }),
    ],
    [
      '/custom-order',
      () =>
        world.request('PUT', `/admin/custom-orders/${quote.id}/answer`, world.admin, {
          items: [{ product_id: cheese.id, quantity: 2, price: 90 }],
          valid_until: '2031-01-01',
          notes: 'Uzun bir not',
        }),
    ],
  ]
  const { page, complaints } = await world.page(browser, customer, PHONE)
  await open(page, '/orders')
  for (const [address, grow] of growing) {
    await openInside(page, address)
    const rows = page.getByRole('main').locator('[data-index]')
    await expect(rows).toHaveCount(2)
    await rows.last().scrollIntoViewIfNeeded()
    await rows.last().hover()
    const before = await standing(rows)
    await grow()
    const changed = page.getByRole('button', { name: 'Liste değişti, güncelle' })
    await expect(changed).toBeVisible()
    expect(await placesOf(rows)).toEqual(before)
    await changed.click()
    await expect.poll(() => placesOf(rows)).not.toEqual(before)
    await expect(changed).toBeHidden()
    expect(complaints).toEqual([])
  }
})

test('a row that no longer matches the filter stays until the list is updated; the user’s own changes appear immediately', async ({
  browser,
}) => {
  const customer = await world.customer('Süzgeç Kafe')
  const orders = [await order(customer), await order(customer), await order(customer)]
  const { page } = await world.page(browser, world.admin, DESK)
  acceptDialogs(page)
  await open(page, `${ADMIN}&customer_id=${customer.id}&status=beklemede`)
  const rows = page.locator('[data-index]')
  await expect(rows).toHaveCount(3)
  const before = await standing(rows)
  await setStatus(orders[2] as WireOrder, 'hazirlaniyor')
  const changed = page.getByRole('button', { name: 'Liste değişti, güncelle' })
  await expect(changed).toBeVisible()
  expect(await placesOf(rows)).toEqual(before)
  await changed.click()
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Durumu değiştir' }).click()
  await page.getByRole('menuitem', { name: 'Hazırlanıyor' }).click()
  await expect(rows).toHaveCount(1)
  await expect(changed).toBeHidden()
})

test('the cards of an open catalogue keep their places and their controls, and a press adds the intended product', async ({
  browser,
}) => {
  const customer = await world.customer('Yerinde Kafe')
  const [first, , last] = await Promise.all(
    ['A', 'B', 'C'].map(name => world.product({ name: `Yerinde ${name}`, stock_quantity: 40 })),
  )
  const { page, complaints } = await world.page(browser, customer, DESK)
  await open(page, '/products?search=yerinde')
  const cards = page.getByRole('article')
  const placesOfCards = () =>
    cards.evaluateAll(all =>
      all.map(card => {
        const { x, y, height } = card.getBoundingClientRect()
        return [card.getAttribute('aria-label'), x, y, height]
      }),
    )
  await expect(cards).toHaveCount(3)
  const aimedAt = cards.nth(1)
  await aimedAt.getByRole('textbox').fill('12')
  await page.evaluate(() => document.fonts.ready)
  const before = await placesOfCards()
  const button = await aimedAt.getByRole('button', { name: 'Sepete ekle: Yerinde B' }).boundingBox()
  if (!first || !last || !button) throw new Error('the cards are not there')

  await world.order(await world.customer('Son Alan'), [{ product_id: last.id, quantity: 40 }])
  await world.request('PUT', `/admin/products/${first.id}`, world.admin, { is_active: false })
  await world.product({ name: 'Yerinde 0' })
  const added = page.getByRole('button', { name: '1 yeni ürün' })
  await expect(added).toBeVisible()
  expect(await placesOfCards()).toEqual(before)
  await expect(aimedAt.getByRole('textbox')).toBeFocused()
  await expect(cards.nth(2).getByRole('button', { name: 'Sepete ekle: Yerinde C' })).toBeVisible()
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
  await expect(aimedAt).toContainText('Sepette 12')
  await expectAccessibleNow(page)

  await added.click()
  await expect(added).toBeHidden()
  await expect(cards.first()).toHaveAccessibleName('Yerinde 0')
  await expect(cards.first().getByRole('link')).toBeFocused()
  await expect(page.getByRole('article', { name: 'Yerinde A' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Gelince haber ver: Yerinde C' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('the lists of marketers and customers, of quotes and of notifications do not move either', async ({ browser }) => {
  const marketer = await world.marketer('Sakin Pazarlamacı')
  const customer = await world.customer('Sakin Market', marketer.id)
  await order(customer)
  await order(customer)
  await requestQuote(customer, 'Sumak')
  let asked = 0
  const [inMarketer, inCustomer, inAdmin] = [
    await world.page(browser, marketer, PHONE),
    await world.page(browser, customer, PHONE),
    await world.page(browser, world.admin, PHONE),
  ]
  for (const [{ page, complaints }, address, noun] of [
    [inMarketer, '/marketer/dashboard?tab=orders', 'sipariş'],
    [inMarketer, '/marketer/dashboard', 'sipariş'],
    [inMarketer, '/marketer/dashboard?tab=custom-order', 'talep'],
    [inCustomer, '/orders', 'sipariş'],
    [inCustomer, '/dashboard', 'sipariş'],
    [inCustomer, '/custom-order', 'talep'],
    [inAdmin, '/admin/dashboard?tab=orders&view=quotes&search=sakin', 'talep'],
  ] as const) {
    await open(page, address)
    const rows = page.getByRole('main').locator('[data-index]')
    await expect(rows.first()).toBeVisible()
    const before = await standing(rows)
    const fresh = noun === 'sipariş' ? short(await order(customer)) : `Safran ${++asked}`
    if (noun === 'talep') await requestQuote(customer, fresh)
    const waiting = page.getByRole('button', { name: `1 yeni ${noun}` })
    await expect(waiting, address).toBeVisible()
    expect(await placesOf(rows)).toEqual(before)
    await waiting.click()
    await expect(waiting).toBeHidden()
    await expect(rows.first()).toContainText(fresh)
    await expect(page.locator('[data-index="0"]:focus, [data-index="0"] :focus')).toBeVisible()
    expect(complaints).toEqual([])
  }

  const { page } = inAdmin
  await resizeTo(page, DESK)
  await page.getByRole('button', { name: /^Bildirimler/ }).click()
  const entries = page.getByRole('list', { name: 'Bildirimler' }).getByRole('listitem')
  await expect(entries.first()).toContainText('Sakin Market')
  const before = await entries.allTextContents()
  await requestQuote(await world.customer('Yeni Gelen'), 'Biber')
  const waiting = page.getByRole('button', { name: '1 yeni bildirim' })
  await expect(waiting).toBeVisible()
  expect(await entries.allTextContents()).toEqual(before)
  await waiting.click()
  await expect(entries.first()).toContainText('Yeni Gelen')
})

test('neither the products of an admin nor the movements of one move when another admin moves goods', async ({
  browser,
}) => {
  const [first, second] = [
    await world.product({ name: 'Sabit Bal', stock_quantity: 10 }),
    await world.product({ name: 'Sabit Pekmez', stock_quantity: 20 }),
  ]
  const setStock = (product: WireProduct, stock_quantity: number) =>
    world.request('PUT', `/admin/products/${product.id}`, world.admin, { stock_quantity })
  for (const [size, options] of [
    ['phone', PHONE],
    ['desk', DESK],
  ] as const) {
    await setStock(first, 10)
    await setStock(second, 20)
    const { page, complaints } = await world.page(browser, world.admin, options)
    await open(page, '/admin/dashboard?tab=inventory&search=sabit&sort=stock_quantity')
    const rows = page.getByRole('main').locator('[data-index]')
    await expect(rows).toHaveText([/Sabit Bal/, /Sabit Pekmez/])
    await setStock(first, 30)
    const changed = page.getByRole('button', { name: 'Liste değişti, güncelle' })
    await expect(changed, size).toBeVisible()
    await expect(rows).toHaveText([/Sabit Bal/, /Sabit Pekmez/])
    await changed.click()
    await expect(rows).toHaveText([/Sabit Pekmez/, /Sabit Bal/])

    await rows.first().getByText('Sabit Pekmez').click()
    const movements = page.getByRole('list', { name: 'Stok hareketleri' }).getByRole('listitem')
    await expect(movements.first()).toBeVisible()
    const before = await movements.allTextContents()
    await setStock(second, 25)
    const added = page.getByRole('button', { name: '1 yeni hareket' })
    await expect(added).toBeVisible()
    expect(await movements.allTextContents()).toEqual(before)
    await added.click()
    await expect(movements).toHaveCount(before.length + 1)
    await expect(
      page.locator('[role=dialog] [data-index="0"]:focus, [role=dialog] [data-index="0"] :focus'),
    ).toBeVisible()
    expect(complaints).toEqual([])
    await page.close()
  }
})
