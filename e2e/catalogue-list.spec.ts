import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleAt } from './accessible-state.ts'
import { importPartOfPriceList } from './part-of-price-list.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { ScriptedKeys } from './scripted-keys.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, PHONE, World } from './world.ts'

/** The catalogue as a dense list, watches of sold-out products, and a scanner that types into the search. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  await importPartOfPriceList(world)
})
test.afterAll(() => portal.stop())

/** How many products are fully visible above the bar at the bottom. */
const inSight = (page: Page) =>
  page.getByRole('article').evaluateAll(all => {
    const bar = document.querySelector('nav[aria-label="Alt menü"]')?.getBoundingClientRect()
    const end = bar?.height ? bar.top : innerHeight
    return all.filter(one => one.getBoundingClientRect().bottom <= end).length
  })

/** Names that end in dots although they fit: they overflow without a third line of text. */
const dottedInVain = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('heading')
    .evaluateAll(names => {
      const linesOf = (name: Element) => {
        const text = document.createRange()
        text.selectNodeContents(name.querySelector('a') ?? name)
        return new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top))).size
      }
      const isCut = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight + 1
      return names.filter(name => isCut(name) && linesOf(name) <= 2).map(name => name.textContent)
    })

test('the list shows nine products on a phone and eighteen at a desk, and typed quantities stay', async ({
  browser,
}) => {
  const { page, complaints } = await world.page(browser, await world.customer('Sık Listeci'), PHONE)
  await page.goto('/products')
  await expect(page.getByText(/^\d+ ürün$/)).toBeVisible()
  await expect.poll(() => dottedInVain(page)).toEqual([])
  await page.getByRole('button', { name: 'Liste', exact: true }).click()
  await expect.poll(() => inSight(page)).toBeGreaterThanOrEqual(9)
  await expect.poll(() => dottedInVain(page)).toEqual([])
  const typed = page.getByRole('article').first().getByRole('textbox')
  const label = (await typed.getAttribute('aria-label')) ?? ''
  await typed.fill('12')
  await page.evaluate(() => window.scrollTo(0, 20_000))
  await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(typed).toHaveValue('12')
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('12')
  await page.goBack()
  await page.getByRole('link', { name: 'Siparişler', exact: true }).click()
  await expect(page).toHaveURL(/\/orders$/)
  await page.goBack()
  await expect(typed).toHaveValue('12')
  await typed.press('Enter')
  await expect(page.getByRole('article').first()).toContainText('Sepete eklendi')
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const row = page.getByRole('article').first()
    const isBelowItsName = async () => {
      const name = await row.getByRole('heading').boundingBox()
      const news = await row.locator('div:has(> output)').boundingBox()
      return name && news && name.y + name.height <= news.y + 1
    }
    await expect.poll(isBelowItsName, `${width} px`).toBe(true)
  }
  await expect(page.getByRole('article').first()).toContainText('Sepette 12')
  await expect(page.getByRole('navigation', { name: 'Alt menü' }).getByText('12', { exact: true })).toHaveCount(0)
  await expectAccessibleAt(page, PHONE)
  await resizeTo(page, DESK)
  await expect.poll(() => inSight(page)).toBeGreaterThanOrEqual(18)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Liste', exact: true })).toHaveAttribute('aria-pressed', 'true')
  expect(complaints).toEqual([])
})

test('a customer waiting for a sold-out product is notified by the bell when it arrives', async ({ browser }) => {
  const [first, customer] = [await world.customer('İlk Alan'), await world.customer('Bekleyen')]
  const product = await world.product({ name: 'Trüf Ezmesi', stock_quantity: 1 })
  await world.order(first, [{ product_id: product.id, quantity: 1 }])
  const { page, complaints } = await world.page(browser, customer, PHONE)
  await page.goto('/products?search=trüf')
  const card = page.getByRole('article', { name: product.name })
  await expect(card.getByRole('button', { name: /^Sepete ekle/ })).toHaveCount(0)
  await card.getByRole('button', { name: 'Gelince haber ver: Trüf Ezmesi' }).click()
  await expect(card.getByText('Gelince haber verilecek')).toBeVisible()
  await expectAccessibleAt(page, DESK)
  await card.getByRole('button', { name: /^Vazgeç/ }).click()
  await card.getByRole('button', { name: /^Gelince haber ver/ }).click()
  await expect(card.getByText('Gelince haber verilecek')).toBeVisible()
  await world.request('POST', '/admin/stock/receipts', world.admin, { product_id: product.id, quantity: 9 })
  // When the notification arrives, the open catalogue has the product, but the button under the pointer is not replaced.
  const changed = page.getByRole('button', { name: 'Liste değişti, güncelle' })
  await expect(changed).toBeVisible()
  await expect(card.getByRole('button', { name: /^Sepete ekle/ })).toHaveCount(0)
  await changed.click()
  await expect(card.getByRole('button', { name: /^Sepete ekle/ })).toBeVisible()
  await page.getByRole('button', { name: /^Bildirimler: 1/ }).click()
  await page.getByRole('link', { name: 'Haber istediğiniz ürün geldi: Trüf Ezmesi' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sepete ekle: Trüf Ezmesi' }).click()
  await expect(page.getByRole('dialog')).toContainText('Sepette 1')
  expect(complaints).toEqual([])
})

test('each product that a scanner types into the search is added', async ({ browser }) => {
  const customer = await world.customer('Okutan')
  const goods = await Promise.all(
    ['8690000001014', '8690000001021'].map((barcode, nr) => world.product({ name: `Okutulan ${nr}`, barcode })),
  )
  const { page, complaints } = await world.page(browser, customer, DESK)
  const keys = await ScriptedKeys.on(page)
  await page.goto('/products?category=Zeytinler')
  await page.getByRole('searchbox').focus()
  for (const [nr, pace] of [2, 20, 50].entries()) {
    const product = goods[nr % 2]!
    await keys.scan(product.barcode, pace)
    await expect(page.getByRole('searchbox')).toHaveValue(product.barcode ?? '')
    await expect(page.getByRole('article', { name: product.name })).toContainText('Sepete eklendi')
  }
  await expect(page.getByRole('article', { name: 'Okutulan 0' })).toContainText('Sepette 2')
  await expect(page.getByRole('link', { name: 'Sepet: 3 adet' })).toBeVisible()
  expect(complaints).toEqual([])
})
