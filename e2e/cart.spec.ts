import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { formatMoney, kurus } from '../contract/money.ts'
import { expectAccessibleAt } from './accessible-state.ts'
import { expectNoWiderThanWindow, violationsOf } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { openCart } from './steps.ts'
import { DESK, type Person, PHONE, type WireProduct, World } from './world.ts'

/** The cart is the same on every device of an account, and on a phone its total and button stay visible. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const lines = (page: Page) => page.getByRole('list', { name: 'Sepetteki ürünler' }).locator(':scope > li')
const quantity = (page: Page, { name }: WireProduct) => page.getByRole('textbox', { name: `${name} miktarı` })
const add = (page: Page, { name }: WireProduct) => page.getByRole('button', { name: `Sepete ekle: ${name}` }).click()

/** A point on a phone's screen without any control. */
const MARGIN = [5, 400] as const

/** Opens a screen, and waits until its background work has started, which reacts to the user's activity. */
async function began(page: Page, address: string) {
  const listed = page.waitForResponse(/\/api\/(marketer\/)?orders\?/)
  await page.goto(address)
  await listed
}

/** Puts pieces of products into an account's cart on the server. */
async function fill(person: Person, path: string, products: readonly WireProduct[], pieces: number) {
  const known = { version: 0, quantity: 0, taken: 0 }
  const changes = products.map(({ id, price, vat_rate }) => ({
    product_id: id,
    known,
    put: { id: randomUUID(), quantity: pieces, age: 0, price, vat_rate, promised_for: null },
  }))
  await world.request('POST', path, person, { changes })
}

test('two devices of an account share a cart, and neither device nor an order overwrites changes of the other', async ({
  browser,
}) => {
  const cheese = await world.product({ name: 'Eşit Peynir' })
  const olives = await world.product({ name: 'Eşit Zeytin' })
  const person = await world.customer('İki Cihazlı Lokanta')
  const { page: phone } = await world.page(browser, person, PHONE)
  const { page: desk } = await world.page(browser, await world.logIn(person), DESK)
  await phone.goto('/products?search=eşit')
  await add(phone, cheese)
  await openCart(phone)
  await began(desk, '/products?search=eşit')
  await desk.mouse.move(100, 100)
  await expect(desk.getByText('Sepette 1 ADET')).toBeVisible()

  // Changes that arrive while a quantity is being typed wait.
  await quantity(phone, cheese).fill('3')
  const received = phone.waitForResponse(/\/api\/cart/)
  await add(desk, olives)
  await received
  await expect(quantity(phone, cheese)).toHaveValue('3')
  await expect(lines(phone)).toHaveCount(1)
  await quantity(phone, cheese).blur()
  await expect(lines(phone)).toHaveCount(2)
  await expect(desk.getByText('Sepette 3 ADET')).toBeVisible()

  // The phone is offline when the desk orders.
  await phone.context().setOffline(true)
  await quantity(phone, cheese).fill('5')
  await quantity(phone, cheese).blur()
  await openCart(desk)
  await desk.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(desk.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  await phone.context().setOffline(false)
  await expect(lines(phone)).toHaveCount(1)
  await expect(quantity(phone, cheese)).toHaveValue('2')
  await desk
    .getByRole('link', { name: /^Sepet/ })
    .first()
    .click()
  await expect(quantity(desk, cheese)).toHaveValue('2')
})

/** More lines than a phone shows without scrolling; `npm run endure` uses thirty. */
const LINES = Number(process.env.LINES ?? 12)

test('a cart of many lines has its total and its button at the foot of a phone', async ({ browser }) => {
  const marketer = await world.marketer('Uzun Sepetli Pazarlamacı')
  const person = await world.customer('Uzun Sepetli Lokanta', marketer.id)
  const goods = { brand: 'Çınaraltı Şarküteri', price: 1_234.5, unit: 'PAKET', stock_quantity: 5_000 }
  const products = await Promise.all(
    Array.from({ length: LINES }, (_, i) =>
      world.product({ ...goods, name: `Uzun Adlı Olgunlaştırılmış Tam Yağlı Koyun Peyniri ${10 + i}` }),
    ),
  )
  await fill(person, '/cart/changes', products, 1_200)
  // All products except the one whose price will change.
  await fill(marketer, `/marketer/carts/${person.id}/changes`, products.slice(1), 1_200)

  const { page, complaints } = await world.page(browser, person, PHONE)
  await began(page, '/cart')
  await page.touchscreen.tap(...MARGIN)
  await expect(lines(page)).toHaveCount(LINES)
  await isComfortable(page, 'Sipariş ver', [320, 390, 768, 1024, 1440])

  const sumWith = (price: number) => formatMoney(kurus(Math.round(((LINES - 1) * 1_200 * 1_234.5 + 7 * price) * 110)))
  // Enter applies the typed quantity and moves to the next one.
  const [first, second] = [products[0], products[1]]
  if (!first || !second) throw new Error('there are no products')
  await quantity(page, first).fill('7')
  await quantity(page, first).press('Enter')
  await expect(quantity(page, second)).toBeFocused()
  await expect(quantity(page, first)).toHaveValue('7')
  await expect(page.getByRole('region', { name: 'Sepet toplamı' })).toContainText(sumWith(1_234.5))

  // A window that is as low as above a phone's keyboard has no foot, which could cover the field.
  const note = page.getByRole('textbox', { name: /^Sipariş notu/ })
  await note.focus()
  await page.setViewportSize({ width: 390, height: 400 })
  await expect(page.getByRole('region', { name: 'Sepet toplamı' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sipariş ver' })).toHaveCount(1)
  // Browsers scroll like this to a focused field when the keyboard opens.
  await note.evaluate(field => field.scrollIntoView({ block: 'nearest' }))
  expect(await isUncovered(note)).toBe(true)

  // In landscape, a phone shows the foot, and most of its height is left for the lines.
  await page.setViewportSize({ width: 844, height: 390 })
  const foot = page.getByRole('region', { name: 'Sepet toplamı' })
  await expect(foot).toBeVisible()
  const boxes = () => Promise.all([page.getByRole('banner').boundingBox(), foot.boundingBox()])
  await expect
    .poll(async () => {
      const [, low] = await boxes()
      return low && Math.round(low.y + low.height)
    })
    .toBe(390)
  const [head, low] = await boxes()
  expect((low?.y ?? 0) - (head?.height ?? 0)).toBeGreaterThanOrEqual(0.6 * 390)

  await page.setViewportSize(PHONE.viewport)
  // The open cart is updated before an order is sent.
  await world.reprice(first.id, 2_000)
  await expect(page.getByText('Fiyatı ₺1.234,50 iken ₺2.000,00 oldu.')).toBeVisible()
  // Row and sum show the new price before it is accepted.
  await expect(lines(page).first()).toContainText('₺2.000,00 / PAKET')
  await expect(lines(page).first()).toContainText('₺14.000,00')
  await expect(page.getByRole('region', { name: 'Sepet toplamı' })).toContainText(sumWith(2_000))
  await page.getByRole('button', { name: 'Güncel fiyatlarla devam et' }).click()
  await page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()

  const theirs = await world.page(browser, marketer, PHONE)
  await began(theirs.page, '/marketer/dashboard?tab=cart')
  await theirs.page.touchscreen.tap(...MARGIN)
  await theirs.page.getByRole('button', { name: new RegExp(`Uzun Sepetli Lokanta · ${LINES - 1} kalem`) }).click()
  await expect(lines(theirs.page)).toHaveCount(LINES - 1)
  await isComfortable(theirs.page, 'Sipariş oluştur', [320, 768, 1024])
  expect([...complaints, ...theirs.complaints]).toEqual([])
})

test('long amounts, rates and brands fit in every window', async ({ browser }) => {
  const marketer = await world.marketer('Büyük Pazarlamacı')
  const person = await world.customer('Bahçe Restoran ve Kafe', marketer.id)
  const goods = { brand: 'Marmarabirlik', unit: 'PAKET', vat_rate: 10, stock_quantity: 1_000_000 }
  const usual = [
    await world.product({ ...goods, name: 'Uzun Ezine', price: 1_234.5 }),
    await world.product({ ...goods, name: 'Uzun Zeytin', price: 12_345.67 }),
  ]
  const large = [
    await world.product({ ...goods, name: 'Uzun Safran', price: 123_456.78 }),
    await world.product({ ...goods, name: 'Uzun Trüf', price: 1_234_567.89 }),
  ]
  for (const [account, path] of [
    [person, '/cart/changes'],
    [marketer, `/marketer/carts/${person.id}/changes`],
  ] as const) {
    await fill(account, path, usual, 3)
    await fill(account, path, large, 100_000)
  }
  const theirs = await world.page(browser, marketer, PHONE)
  await began(theirs.page, '/marketer/dashboard?tab=cart')
  await theirs.page.touchscreen.tap(...MARGIN)
  await theirs.page.getByRole('button', { name: /Bahçe Restoran ve Kafe · 4 kalem/ }).click()
  const own = await world.page(browser, person, PHONE)
  await began(own.page, '/cart')
  await own.page.touchscreen.tap(...MARGIN)
  for (const { page } of [theirs, own]) {
    await expect(lines(page)).toHaveCount(4)
    for (const width of [320, 390, 640, 768, 1024]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoWiderThanWindow(page, `${width} px`)
      await expect.poll(() => overlaps(page), `${width} px`).toEqual([])
      if (page === own.page) await expect.poll(() => isTotalCut(page), `${width} px`).toBe(false)
      const tallest = () =>
        lines(page)
          .filter({ hasText: /Ezine|Zeytin/ })
          .evaluateAll(rows => Math.max(...rows.map(row => row.clientHeight)))
      if (width < 640) await expect.poll(tallest, `${width} px`).toBeLessThanOrEqual(76)
      await expect(lines(page).getByText('+ %10 KDV').filter({ visible: true })).toHaveCount(4)
      await expect(
        lines(page).getByRole('button', { name: 'fiyatı değiştir' }).locator('svg').filter({ visible: true }),
      ).toHaveCount(page === own.page ? 0 : 4)
    }
  }
  expect([...theirs.complaints, ...own.complaints]).toEqual([])
})

/** Whether the cart's total in the bar at the bottom is cut. */
const isTotalCut = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Alt menü', includeHidden: true })
    .locator('span:has(> .tabular-nums)')
    .evaluate(total => total.scrollWidth > total.clientWidth)

/** The texts, amounts, fields and buttons that overlap another one in their row, or are cut. */
const overlaps = (page: Page) =>
  lines(page).evaluateAll(rows =>
    rows.flatMap(row => {
      const parts = [...row.querySelectorAll('p:not(:has(span)), .tabular-nums, fieldset, svg')]
        .filter(part => !part.closest('fieldset') || part.matches('fieldset'))
        .map(part => ({ text: part.textContent || part.tagName, box: part.getBoundingClientRect(), part }))
        .filter(({ box }) => box.width > 1)
      return parts.flatMap(({ text, box, part }, place) => {
        const isCut = part.matches('p:nth-of-type(1):not(.font-medium)') && part.scrollWidth > part.clientWidth
        const others = parts
          .slice(place + 1)
          .filter(
            other =>
              box.left < other.box.right - 1 &&
              other.box.left < box.right - 1 &&
              box.top < other.box.bottom - 2 &&
              other.box.top < box.bottom - 2,
          )
        return [...(isCut ? [`${text} is cut`] : []), ...others.map(other => `${text} lies over ${other.text}`)]
      })
    }),
  )

/** Expects at each width that rows are low, nothing is cut, and total and button are visible at the foot. */
async function isComfortable(page: Page, button: string, widths: readonly number[]) {
  const order = page.getByRole('button', { name: button })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(() => scrollTo(0, 0))
    const foot = page.getByRole('region', { name: 'Sepet toplamı' })
    await expect(foot).toBeVisible({ visible: width < 1024 })
    await expectNoWiderThanWindow(page, `${width} px`)
    // The page redraws its rows after the window has been resized.
    await expect.poll(() => cutTexts(page), `${width} px`).toEqual([])
    await expect.poll(() => tallestRow(page), `${width} px`).toBeLessThanOrEqual(width < 640 ? 76 : 110)
    const end = async () => {
      const box = await order.boundingBox()
      return box && box.y + box.height
    }
    if (width < 1024) await expect.poll(end, `${width} px`).toBeLessThanOrEqual(844)
  }
  await page.setViewportSize(PHONE.viewport)
  await expectAccessibleAt(page, PHONE)
  // So high that the foot covers nothing partly.
  await page.setViewportSize({ width: 390, height: 720 + LINES * 96 })
  expect(await violationsOf(page, ['target-size'])).toEqual([])
  await page.setViewportSize(PHONE.viewport)
}

const tallestRow = (page: Page) =>
  lines(page).evaluateAll(rows => Math.max(...rows.map(row => row.getBoundingClientRect().height)))

/** The amounts and quantities that are cut. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const cut = []
    for (const element of document.querySelectorAll(
      '#cart-lines .tabular-nums, #cart-lines input, #foot .tabular-nums',
    )) {
      const { left, right } = element.getBoundingClientRect()
      const isNarrow = element.scrollWidth > element.clientWidth && element.clientWidth > 0
      if (isNarrow || left < 0 || right > innerWidth)
        cut.push(element instanceof HTMLInputElement ? element.value : element.textContent)
    }
    return cut
  })

const isUncovered = (field: ReturnType<Page['getByRole']>) =>
  field.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20)) === element
  })
