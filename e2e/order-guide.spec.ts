import { expect, type Page, test } from '@playwright/test'
import { isAccessibleInBothSizes, isNoWiderThanTheWindow, violationsOf } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { kept, untilControlled } from './steps.ts'
import { DESK, PHONE, World } from './world.ts'

/** The order guide: the known goods of a customer, ordered again by typing quantities. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const rows = (page: Page) => page.getByRole('list', { name: 'Aldığınız ürünler' }).getByRole('article')
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name} miktarı`) })
const foot = (page: Page) => page.getByRole('region', { name: 'Seçilenlerin toplamı' })

/** How many rows lie whole between the header and what sticks to the window's foot. */
async function rowsInSight(page: Page) {
  const end = (await foot(page).boundingBox())!.y
  const boxes = await Promise.all((await rows(page).all()).map(row => row.boundingBox()))
  return boxes.filter(box => box && box.y > 0 && box.y + box.height <= end).length
}

test('thirty known goods are ordered again by a press each, or typed from row to row', async ({ browser }) => {
  const person = await world.customer('Mutfakçı')
  const names = Array.from({ length: 30 }, (_, i) => `Bilinen ${String(i + 1).padStart(2, '0')}`)
  const products = await Promise.all(names.map(name => world.product({ name, stock_quantity: 100 })))
  await world.order(
    person,
    products.map(({ id }, i) => ({ product_id: id, quantity: i + 1 })),
  )
  await world.reprice(products[1]!.id, 120)
  const { page, complaints } = await world.page(browser, person, PHONE)
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Sipariş listem' }).click()
  await expect(rows(page)).toHaveCount(30)
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(9)
  await isAccessibleInBothSizes(page, 'order guide')
  expect(await violationsOf(page, ['target-size'])).toEqual([])
  await page.setViewportSize(PHONE.viewport)

  await expect(rows(page).filter({ hasText: 'Bilinen 02' })).toContainText('₺100,00 iken ₺120,00')
  await expect(page.getByRole('button', { name: 'Sepete ekle' })).toBeDisabled()
  await page.getByRole('button', { name: 'Bilinen 01: genellikle 1 ADET, al' }).click()
  await expect(field(page, 'Bilinen 01')).toHaveValue('1')
  await field(page, 'Bilinen 02').click()
  const keypad = await field(page, 'Bilinen 02').evaluate((input: HTMLInputElement) => [
    input.inputMode,
    input.enterKeyHint,
  ])
  expect(keypad).toEqual(['numeric', 'next'])
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Bilinen 03')).toBeFocused()
  await page.keyboard.type('1,5')
  await page.keyboard.press('Enter')
  await expect(rows(page).filter({ hasText: 'Bilinen 03' }).getByRole('alert')).toHaveText('Miktar tam sayı olmalıdır')
  await page.getByRole('button', { name: '2 ürünü sepete ekle' }).click()
  await expect(field(page, 'Bilinen 03')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Bilinen 03')).toHaveValue('97')

  // What was typed is still there after a look at a product.
  await page.getByRole('link', { name: 'Bilinen 05' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(field(page, 'Bilinen 02')).toHaveValue('3')
  await page.getByRole('button', { name: '3 ürünü sepete ekle' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('3 ürün sepete eklendi')).toBeVisible()
  await page.goBack()
  await expect(rows(page).filter({ hasText: 'Bilinen 02' })).toContainText('Sepette 3')
  await expect(field(page, 'Bilinen 02')).toHaveValue('0')

  await page.setViewportSize(DESK.viewport)
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(18)
  await isNoWiderThanTheWindow(page)
  expect(complaints).toEqual([])
})

test('without a connection the kept guide is ordered by the stored catalogue', async ({ browser }) => {
  const person = await world.customer('Bodrum Kafe')
  const { id } = await world.product({ name: 'Soğuk Peynir', stock_quantity: 50 })
  await world.order(person, [{ product_id: id, quantity: 4 }])
  const { page } = await world.page(browser, person, { ...PHONE, serviceWorkers: 'allow' })
  await page.goto('/products')
  await untilControlled(page)
  await expect.poll(() => kept(page, 'catalogue')).toEqual(['"products"'])
  await page.goto('/lists')
  await expect(rows(page)).toHaveCount(1)
  const answer = JSON.stringify(`${person.id} ${JSON.stringify(['GET /lists/guide', {}])}`)
  await expect.poll(() => kept(page, 'answers')).toContain(answer)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Soğuk Peynir: genellikle 4 ADET, al' }).click()
  await page.getByRole('button', { name: '1 ürünü sepete ekle' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Soğuk Peynir')).toBeVisible()
})

test('who has not ordered yet is led to the catalogue', async ({ browser }) => {
  const { page } = await world.page(browser, await world.customer('Yeni Büfe'), PHONE)
  await page.goto('/lists')
  await expect(page.getByText('Listeniz henüz boş')).toBeVisible()
  await isAccessibleInBothSizes(page, 'empty order guide')
  await page.getByRole('main').getByRole('link', { name: 'Kataloğa git' }).click()
  await expect(page).toHaveURL('/products')
})
