import { isDeepStrictEqual } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { expectNoWiderThanWindow } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** The frame of the marketer's panel on a phone, the page of a customer, and the orders at a desk. */

const PANEL = '/marketer/dashboard'
const LONG = 'Çınaraltı Şarküteri Gıda Sanayi ve Dış Ticaret Limited Şirketi'

let portal: SharedPortal
let world: World
let cheese: WireProduct
let costly: WireProduct
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  cheese = await world.product({ name: 'Ezine Peyniri', price: 100, vat_rate: 10, stock_quantity: 500 })
  costly = await world.product({ name: 'Trüf', price: 1_234_567.89, vat_rate: 0, stock_quantity: 2_000_000 })
})
test.afterAll(() => portal.stop())

const bar = (page: Page) => page.getByRole('navigation', { name: 'Alt menü' })

/** The elements with a number that are narrower than their text or partly outside the window. */
const cutNumbers = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root *')]
      .filter(one => one.childElementCount === 0 && one.getClientRects().length > 0 && !one.closest('.sr-only'))
      .filter(one => /\d/.test(one instanceof HTMLInputElement ? one.value : (one.textContent ?? '')))
      .filter(one => {
        const { left, right } = one.getBoundingClientRect()
        const isCut = getComputedStyle(one).display !== 'inline' && one.scrollWidth > one.clientWidth + 1
        return isCut || left < 0 || right > innerWidth + 0.5
      })
      .map(one => one.textContent || (one instanceof HTMLInputElement ? one.value : '')),
  )

test('on a phone, content begins within 120 px, the bar links to every tab, and no number is cut', async ({
  browser,
}) => {
  const marketer = await world.marketer('Dar Ekran')
  const customer = await world.customer(LONG, marketer.id)
  await world.order(customer, [{ product_id: costly.id, quantity: 9 }])
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  await page.goto(`${PANEL}?tab=customers`)
  await page.getByRole('link', { name: `Sipariş oluştur: ${LONG}` }).click()
  const field = page.getByRole('textbox', { name: 'Trüf miktarı (ADET)' })
  await field.fill('100000')
  await field.press('Enter')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => cutNumbers(page)).toEqual([])
  await field.fill('9')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Sepete ekle: Trüf' }).click()
  await expect(bar(page).getByRole('link', { name: 'Sepet: 1 ürün, ₺11.111.111,01' })).toBeVisible()
  for (const [label, title] of [
    ['Özet', /^Merhaba/],
    ['Siparişler', 'Siparişler'],
    ['Müşteriler', 'Müşteriler'],
    ['Ürünler', 'Ürünler'],
  ] as const) {
    await bar(page).getByRole('link', { name: label }).click()
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toBeVisible()
    await expect(page.getByRole('region', { name: 'Sipariş verilecek müşteri' })).toBeVisible()
    await page.evaluate(() => scrollTo({ top: 0 }))
    expect((await heading.boundingBox())?.y, label).toBeLessThanOrEqual(120)
    await expect.poll(() => cutNumbers(page), label).toEqual([])
    await expectNoWiderThanWindow(page, label)
  }
  await bar(page)
    .getByRole('link', { name: /^Sepet/ })
    .click()
  await page.setViewportSize({ width: 1024, height: 768 })
  const line = page.getByRole('listitem').filter({ hasText: 'Trüf' })
  // The space between the brand and the stepper, in px.
  const space = () =>
    line.evaluate(one => {
      const [brand, stepper] = [document.createRange(), one.querySelector('fieldset')]
      const text = [...one.querySelectorAll('p')].find(part => part.textContent === 'Yayla')
      if (!text || !stepper) return undefined
      brand.selectNodeContents(text)
      return stepper.getBoundingClientRect().left - brand.getBoundingClientRect().right
    })
  await expect.poll(space).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})

test('the largest quantity is not cut, however narrow its card is, and moves nothing', async ({ browser }) => {
  const customer = await world.customer('Milyonluk')
  const { page, complaints } = await world.page(browser, customer, DESK)
  await page.goto('/products?search=trüf')
  const field = page.getByRole('textbox', { name: 'Trüf miktarı (ADET)' })
  const boxes = () => Promise.all([field, page.getByRole('article')].map(one => one.boundingBox()))
  // The first two are the widths with the narrowest cards of four and three columns.
  for (const width of [1225, 945, 1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await field.fill('1')
    // The grid changes its columns within two frames after the window's size.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
    let before = await boxes()
    const isSettled = async () => isDeepStrictEqual(before, (before = await boxes()))
    await expect.poll(isSettled, String(width)).toBe(true)
    await field.fill('1.000.000')
    await expect.poll(() => field.evaluate(one => one.scrollWidth - one.clientWidth), String(width)).toBe(0)
    expect(await boxes(), String(width)).toEqual(before)
  }
  expect(complaints).toEqual([])
})

test('the page of a customer shows its usual products and notes, and repeats its last order', async ({ browser }) => {
  const marketer = await world.marketer('Mehmet')
  const customer = await world.customer('Işık Büfe', marketer.id)
  await world.order(customer, [{ product_id: cheese.id, quantity: 2 }])
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  await page.goto(`${PANEL}?tab=customers`)
  await page.getByRole('link', { name: 'Işık Büfe', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Işık Büfe')
  await expect(page.getByRole('list', { name: 'Sık aldıkları' })).toContainText('1 siparişte')
  await expect(page.getByRole('list', { name: 'Siparişleri' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Yeni not' }).fill('Cumaları teslimat yok')
  await page.getByRole('textbox', { name: 'Yeni not' }).press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Notlar' })).toContainText('Cumaları teslimat yokMehmet (Pazarlamacı)')
  await expect(page.getByRole('textbox', { name: 'Yeni not' })).toHaveValue('')
  await expectAccessibleNow(page, 'customer page')

  const repeat = page.getByRole('button', { name: 'Son siparişi tekrarla' })
  const quantity = page.getByRole('textbox', { name: /Ezine Peyniri miktarı/ })
  await repeat.click()
  await expect(quantity).toHaveValue('2')
  await page.goBack()
  await repeat.click()
  const question = page.getByRole('dialog', { name: 'Sepet boş değil' })
  await expect(question.getByRole('button')).toHaveText(['Vazgeç', 'Sepetin yerine', 'Sepete ekle', ''])
  await question.getByRole('button', { name: 'Sepete ekle' }).dblclick()
  await expect(quantity).toHaveValue('4')
  // Only the latest change of the cart can be undone.
  await expect(page.getByRole('button', { name: 'Geri al', exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Geri al', exact: true }).click()
  await expect(quantity).toHaveValue('2')
  expect(complaints).toEqual([])
})

test('at a desk, orders are a table with details beside it, filtered by customer and day', async ({ browser }) => {
  const marketer = await world.marketer('Masadaki')
  const [first, second] = [await world.customer('Kare Market', marketer.id), await world.customer(LONG, marketer.id)]
  const order: WireOrder = await world.order(first, [{ product_id: cheese.id, quantity: 2 }], 'Sabah erken')
  await world.order(second, [{ product_id: cheese.id, quantity: 1 }])
  const { page, complaints } = await world.page(browser, marketer, DESK)
  await page.goto(`${PANEL}?tab=orders`)
  const rows = page.getByRole('table', { name: 'Müşterilerinizin siparişleri' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  const row = rows.filter({ hasText: 'Kare Market' })
  await row.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Kare Market' })
  await expect(sheet).toContainText('Sabah erken')
  await expect(page).toHaveURL(new RegExp(`order=${order.id}`))
  await sheet.getByRole('button', { name: 'Revize et' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Siparişi revize et' }).locator(':focus')).toBeVisible()
  // Waits until the sheet is inert below the dialog, because before that Esc would close the sheet.
  await expect(page.getByRole('dialog', { name: 'Kare Market', includeHidden: true })).toHaveCSS(
    'pointer-events',
    'none',
  )
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(rows).toHaveCount(3)
  await page.goForward()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(row).toBeFocused()
  await expectAccessibleNow(page, 'orders')

  const filter = page.getByRole('group', { name: 'Sipariş filtreleri' })
  await filter.getByRole('combobox', { name: 'Müşteri' }).fill('kare')
  await page.getByRole('option', { name: /Kare Market/ }).click()
  await expect(rows).toHaveCount(2)
  await filter.getByRole('textbox', { name: 'Başlangıç' }).fill('2099-01-01')
  await expect(page.getByText('Bu aramaya uyan sipariş yok')).toBeVisible()
  await page.getByRole('button', { name: 'Başlangıç: 01.01.2099 filtresini kaldır' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('radio', { name: 'Liste' }).click()
  await expect(page.locator('summary')).toHaveCount(1)
  await resizeTo(page, PHONE)
  await expect(filter.getByRole('textbox', { name: 'Bitiş' })).toBeHidden()
  await page.getByRole('button', { name: 'Filtreler', exact: true }).click()
  await expect(filter.getByRole('textbox', { name: 'Bitiş' })).toBeVisible()
  await expectNoWiderThanWindow(page)
  expect(complaints).toEqual([])
})
