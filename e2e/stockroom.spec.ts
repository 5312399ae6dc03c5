import { expect, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { expectNoWiderThanWindow } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { countQuantity, createStockedProduct, dialogMessages, newCount, STOCK, scan } from './stock-tab.ts'
import { DESK, PHONE, World } from './world.ts'

/** A count in a cold store without a network, and a receipt that was booked by mistake. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true }

test('scans without a network are counted or kept for later, and uncounted products are listed', async ({
  browser,
}) => {
  const [cheese, olives] = [
    await createStockedProduct(world, 'Ezine Peyniri'),
    await createStockedProduct(world, 'Gemlik Zeytini'),
  ]
  const open = await newCount(world)
  await countQuantity(world, open, cheese, 3)
  const { page } = await world.page(browser, world.admin, PHONE)
  const indexed = page.waitForResponse(response => /\/api\/admin\/products\?limit=500/.test(response.url()))
  await page.goto(`${STOCK}&mode=count&count=${open.id}`)
  await (await indexed).finished()
  // A product that was created after the index was loaded.
  const late = await createStockedProduct(world, 'Yeni Lor')
  // Not `setOffline`, because detaching the scanner's DevTools session would end it.
  await page.route('**/api/**', route => route.abort())
  await scan(page, cheese)
  await expect(page.getByText('Çevrimdışı')).toBeVisible()
  await expect(page.getByRole('form', { name: cheese.name })).toBeVisible()
  await scan(page, late)
  await expect(page.getByText('1 okutma bekliyor')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Farkları gör ve bitir' })).toHaveCount(0)
  // A number typed now is the quantity of the stored scan, not of the product on the screen.
  await page.keyboard.type('12', { delay: 120 })
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${late.barcode} × 12`)).toBeVisible()
  const quantity = page.getByLabel('Bulunan miktar')
  await expect(quantity).toHaveValue('1')
  await expectAccessibleNow(page)
  await scan(page, cheese)
  await expect(quantity).toHaveValue('2')
  await page.unroute('**/api/**')
  await expect(page.getByText('Çevrimdışı')).toHaveCount(0)
  // The first product's quantity has not been added yet; the stored scan is handled after that.
  await expect(page.getByText('1 okutma bekliyor')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: late.name })).toBeVisible()
  await expect(quantity).toHaveValue('12')
  await page.keyboard.press('Enter')
  const rows = page.getByRole('list', { name: 'Sayılan ürünler' }).getByRole('listitem')
  await expect(rows.filter({ hasText: cheese.name })).toContainText('5 ADET')
  await expect(rows.filter({ hasText: late.name })).toContainText('12 ADET')

  // The quantity of an unknown barcode does not change the previous product either.
  await scan(page, cheese)
  await expect(quantity).toBeFocused()
  await scan(page, { ...late, barcode: '8690000099990' })
  await expect(page.getByText('“8690000099990” barkodlu ürün bulunamadı')).toBeVisible()
  await page.keyboard.type('24', { delay: 120 })
  await expect(page.getByText('Yazdığınız miktar alınmadı: okutulan ürün ekranda değil')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(quantity).toHaveValue('1')
  await page.getByRole('button', { name: 'Vazgeç' }).click()

  await page.getByRole('radio', { name: 'Sayılmayanlar' }).click()
  await expect(page.getByText('1 ürün sayılmadı')).toBeVisible()
  await resizeTo(page, TABLET)
  await expectNoWiderThanWindow(page)
  await page.getByRole('row').filter({ hasText: olives.name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Bulunan miktar')).toBeFocused()
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sayılmayan ürün kalmadı' })).toBeVisible()

  await page.setViewportSize({ width: 320, height: 844 })
  const modes = page.getByRole('group', { name: 'Stok işlemi' }).locator('label > span')
  const cut = () => modes.evaluateAll(words => words.filter(word => word.scrollWidth > word.clientWidth).length)
  await expect.poll(cut).toBe(0)
})

test('a receipt is found by its delivery note and reversed with the keyboard', async ({ browser }) => {
  const sauce = await createStockedProduct(world, 'Acı Sos', { barcode: null })
  const about = { supplier: 'Yörük Gıda', delivery_note: 'IRS-17' }
  await world.request('POST', '/admin/stock/receipts', world.admin, { product_id: sauce.id, quantity: 6, ...about })
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const messages = dialogMessages(page)
  await page.goto(STOCK)
  await page.getByRole('link', { name: 'Geçmiş' }).press('Enter')
  await page.getByRole('searchbox').fill('irs-17')
  const row = page.getByRole('row').filter({ hasText: 'Yörük Gıda' })
  await row.focus()
  await page.keyboard.press('Enter')
  await expectAccessibleNow(page)
  const reverse = page.getByRole('button', { name: 'Geri al' })
  await reverse.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Mallar stoktan düşüldü')).toBeVisible()
  await expect(reverse).toHaveCount(0)
  expect(messages).toHaveLength(1)
  expect(await world.stockOf(sauce.id)).toEqual({ on_hand: 20, reserved: 0, agree: true })
  expect(complaints).toEqual([])
})
