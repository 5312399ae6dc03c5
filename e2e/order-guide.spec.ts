import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleAt } from './accessible-state.ts'
import { expectNoWiderThanWindow, violationsOf } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { goWithin } from './steps.ts'
import { DESK, PHONE, World } from './world.ts'

/** The order guide: products that a customer has ordered before are ordered again by typing quantities. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const rows = (page: Page) => page.getByRole('list', { name: 'Aldıklarım' }).getByRole('article')
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name} miktarı`) })
const foot = (page: Page) => page.getByRole('region', { name: 'Seçilenlerin toplamı' })

/** How many rows are fully visible between the header and the sticky bar at the foot of the window. */
async function countVisibleRows(page: Page) {
  const end = (await foot(page).boundingBox())!.y
  const boxes = await Promise.all((await rows(page).all()).map(row => row.boundingBox()))
  return boxes.filter(box => box && box.y > 0 && box.y + box.height <= end).length
}

/** More lines than a desk has to show without scrolling; `npm run endure` uses thirty. */
const LINES = Number(process.env.LINES ?? 20)

test('known goods are ordered again with one press each, or by typing from row to row', async ({ browser }) => {
  const marketer = await world.marketer('Mutfakları gezen')
  const person = await world.customer('Mutfakçı', marketer.id)
  const names = Array.from({ length: LINES }, (_, i) => `Bilinen ${String(i + 1).padStart(2, '0')}`)
  const products = await Promise.all(names.map(name => world.product({ name, stock_quantity: 100 })))
  await world.order(
    person,
    products.map(({ id }, i) => ({ product_id: id, quantity: i + 1 })),
  )
  await world.reprice(products[1]!.id, 120)
  const { page, complaints } = await world.page(browser, person, PHONE)
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Sipariş listem' }).click()
  await expect(rows(page)).toHaveCount(LINES)
  await expect.poll(() => countVisibleRows(page)).toBeGreaterThanOrEqual(9)
  expect(await violationsOf(page, ['target-size'])).toEqual([])

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
  const fault = rows(page).filter({ hasText: 'Bilinen 03' }).getByRole('alert')
  await expect(fault).toHaveText('Miktar tam sayı olmalıdır')
  // The error message does not cover the next field.
  const [said, next] = [(await fault.boundingBox())!, (await field(page, 'Bilinen 04').boundingBox())!]
  expect(said.y + said.height <= next.y || said.x + said.width <= next.x).toBe(true)
  await page.getByRole('button', { name: '2 ürünü sepete ekle' }).click()
  await expect(field(page, 'Bilinen 03')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Bilinen 03')).toHaveValue('97')

  // Typed quantities are still there after a product was opened.
  await page.getByRole('link', { name: 'Bilinen 05' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(field(page, 'Bilinen 02')).toHaveValue('3')
  await page.getByRole('button', { name: '3 ürünü sepete ekle' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main').getByText('3 ürün sepete eklendi')).toBeVisible()
  await page.goBack()
  await expect(rows(page).filter({ hasText: 'Bilinen 02' })).toContainText('Sepette 3')
  await expect(field(page, 'Bilinen 02')).toHaveValue('0')

  await page.setViewportSize(DESK.viewport)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => countVisibleRows(page)).toBeGreaterThanOrEqual(18)
  await expectNoWiderThanWindow(page)
  expect(complaints).toEqual([])

  const theirs = await world.page(browser, marketer, PHONE)
  await theirs.page.goto('/marketer/dashboard?tab=cart')
  await theirs.page.getByRole('combobox', { name: 'Müşteri' }).fill('mutfak')
  await theirs.page.getByRole('option', { name: /Mutfakçı/ }).click()
  await theirs.page.getByRole('link', { name: 'Listeden sepete' }).click()
  await expect(rows(theirs.page)).toHaveCount(LINES)
  await expect.poll(() => countVisibleRows(theirs.page)).toBeGreaterThanOrEqual(9)
})

test('the cart reports that a product was taken off sale while quantities were typed', async ({ browser }) => {
  const person = await world.customer('Yazarken')
  const [gone, kept] = await Promise.all(['Kalkan', 'Kalan'].map(name => world.product({ name, stock_quantity: 50 })))
  await world.order(
    person,
    [gone!, kept!].map(({ id }) => ({ product_id: id, quantity: 4 })),
  )
  const { page, complaints } = await world.page(browser, person, PHONE)
  await page.goto('/lists')
  await page.getByRole('button', { name: 'Liste işlemleri' }).click()
  await page.getByRole('menuitem', { name: 'Her zamanki miktarları yaz' }).click()
  await expect(field(page, 'Kalkan')).toHaveValue('4')
  await field(page, 'Kalan').fill('6')
  await world.request('PUT', `/admin/products/${gone!.id}`, world.admin, { is_active: false })
  // The row would be less high, so it stays as it is while the user types below it.
  await expect(page.getByRole('button', { name: 'Liste değişti, güncelle' })).toBeVisible()
  await expect(field(page, 'Kalkan')).toHaveValue('4')
  await page.getByRole('button', { name: '2 ürünü sepete ekle' }).click()
  const report = page.getByRole('list', { name: 'Eklenenlerin dökümü' })
  await expect(report).toHaveText('KalkanEklenemedi: artık satışta değil.')
  await expect(page.getByRole('textbox', { name: /Kalan miktarı/ })).toHaveValue('6')
  await expectAccessibleAt(page, DESK, 'cart with a report')
  await page.getByRole('button', { name: 'Eklenenlerin dökümünü kapat' }).click()
  await expect(report).toBeHidden()
  expect(complaints).toEqual([])
})

test('a customer without orders gets a link to the catalogue', async ({ browser }) => {
  const { page } = await world.page(browser, await world.customer('Yeni Büfe'), PHONE)
  await page.goto('/lists')
  await expect(page.getByText('Listeniz henüz boş')).toBeVisible()
  await expectAccessibleAt(page, PHONE, 'empty order guide')
  await page.getByRole('main').getByRole('link', { name: 'Kataloğa git' }).click()
  await expect(page).toHaveURL('/products')
})

test('a customer’s lists are created, sorted, filled up to their targets and shared with the marketer', async ({
  browser,
}) => {
  const marketer = await world.marketer('Listeci')
  const person = await world.customer('Ortak Mutfak', marketer.id)
  const [oil, salt, rice] = await Promise.all(
    ['Ortak Yağ', 'Ortak Tuz', 'Ortak Pirinç'].map(name => world.product({ name, stock_quantity: 100 })),
  )
  const { page, complaints } = await world.page(browser, person, PHONE)
  await page.goto('/lists')
  await choose(page, 'Yeni liste')
  const form = page.getByRole('dialog', { name: 'Yeni liste' })
  await form.getByLabel('Liste adı').fill('Pazartesi')
  await form.getByRole('button', { name: 'Ürün ekle' }).click()
  await form.getByRole('searchbox', { name: 'Eklenecek ürünü ara' }).fill('ortak')
  for (const { name } of [oil!, salt!, rice!]) await form.getByRole('button', { name: `Listeye ekle: ${name}` }).click()
  await form.getByRole('textbox', { name: /Ortak Tuz: hedef stok/ }).fill('12')
  const lines = form.getByRole('list', { name: 'Listenin ürünleri' }).getByRole('listitem')
  const handle = (name: string) => form.getByRole('button', { name: `Sırasını değiştir: ${name}` })
  await handle('Ortak Pirinç').press('Home')
  await expect(handle('Ortak Pirinç')).toBeFocused()
  await expect(lines).toContainText(['Ortak Pirinç', 'Ortak Yağ', 'Ortak Tuz'])
  const [from, to] = [await handle('Ortak Tuz').boundingBox(), await handle('Ortak Pirinç').boundingBox()]
  await page.mouse.move(from!.x + 20, from!.y + 20)
  await page.mouse.down()
  await page.mouse.move(to!.x + 20, to!.y + 30, { steps: 5 })
  await page.mouse.move(to!.x + 20, to!.y + 5)
  await page.mouse.up()
  await expect(lines).toContainText(['Ortak Tuz', 'Ortak Pirinç', 'Ortak Yağ'])
  // A drag opens no menu; a tap does.
  await expect(page.getByRole('menu')).toBeHidden()
  await handle('Ortak Tuz').tap()
  await page.getByRole('menuitem', { name: 'En sona taşı' }).tap()
  await expect(lines).toContainText(['Ortak Pirinç', 'Ortak Yağ', 'Ortak Tuz'])
  await expect(handle('Ortak Tuz')).toBeFocused()
  await handle('Ortak Tuz').press('Enter')
  await page.getByRole('menuitem', { name: 'En başa taşı' }).press('Enter')
  await expect(handle('Ortak Tuz')).toBeFocused()
  await expect(lines).toContainText(['Ortak Tuz', 'Ortak Pirinç', 'Ortak Yağ'])
  await expectAccessibleAt(page, PHONE, 'list form')
  await form.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Liste kaydedildi')).toBeVisible()

  const shown = page.getByRole('list', { name: 'Pazartesi' }).getByRole('article')
  await expect(shown).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Ortak Tuz: rafta kaç ADET var' }).fill('5')
  await expect(field(page, 'Ortak Tuz')).toHaveValue('7')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Ortak Pirinç')).toBeFocused()
  await expectAccessibleAt(page, PHONE, 'own list')

  // The marketer adds an order's product to the same list while the customer changes it.
  await page.getByRole('button', { name: 'Liste işlemleri' }).click()
  const message = page.getByRole('menuitem', { name: 'WhatsApp ile gönder' })
  await expect(message).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent('Pazartesi\n\n7 ADET Ortak Tuz – ₺700,00\n\nAra toplam: ₺700,00\nKDV: ₺70,00\nGenel toplam: ₺770,00')}`,
  )
  await page.keyboard.press('Escape')
  await choose(page, 'Listeyi düzenle')
  const edit = page.getByRole('dialog', { name: 'Listeyi düzenle' })
  await edit.getByRole('button', { name: 'Listeden çıkar: Ortak Yağ' }).click()
  const bulgur = await world.product({ name: 'Ortak Bulgur', stock_quantity: 100 })
  await world.order(person, [
    { product_id: bulgur.id, quantity: 2 },
    { product_id: salt!.id, quantity: 1 },
  ])
  const theirs = await world.page(browser, marketer, DESK)
  await theirs.page.goto('/marketer/dashboard?tab=orders')
  await theirs.page.getByRole('row').filter({ hasText: 'Ortak Mutfak' }).press('Enter')
  await theirs.page.getByRole('button', { name: 'Paylaş' }).click()
  const sent = await theirs.page.getByRole('menuitem', { name: 'WhatsApp ile gönder' }).getAttribute('href')
  expect(decodeURIComponent(sent ?? '')).toContain('2 ADET Ortak Bulgur – ₺200,00')
  await theirs.page.keyboard.press('Escape')
  await theirs.page.getByRole('button', { name: 'Listeye ekle' }).click()
  await theirs.page
    .getByRole('dialog', { name: 'Listeye ekle' })
    .getByRole('button', { name: 'Ekle', exact: true })
    .click()
  await expect(theirs.page.getByText('1 ürün “Pazartesi” listesine eklendi')).toBeVisible()
  await expect(theirs.page.getByText('1 ürün zaten listedeydi.')).toBeVisible()
  await edit.getByRole('button', { name: 'Kaydet' }).click()
  await expect(shown.getByRole('heading')).toHaveText(['Ortak Tuz', 'Ortak Pirinç', 'Ortak Bulgur'])
  await page.getByRole('button', { name: '1 ürünü sepete ekle' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('textbox', { name: /Ortak Tuz miktarı/ })).toHaveValue('7')

  await goWithin(theirs.page, '/marketer/dashboard?tab=cart')
  await theirs.page.getByRole('combobox', { name: 'Müşteri' }).fill('ortak')
  await theirs.page.getByRole('option', { name: /Ortak Mutfak/ }).click()
  await theirs.page.getByRole('link', { name: 'Listeden sepete' }).click()
  await theirs.page.getByRole('combobox', { name: 'Liste' }).selectOption({ label: 'Pazartesi (3)' })
  await field(theirs.page, 'Ortak Pirinç').fill('4')
  await field(theirs.page, 'Ortak Pirinç').press('Tab')
  await expectAccessibleAt(theirs.page, DESK, 'marketer’s list')
  await theirs.page.getByRole('button', { name: '1 ürünü sepete ekle' }).click()
  // The carts of the customer and the marketer are separate.
  await expect(theirs.page.getByRole('textbox', { name: /Ortak Pirinç miktarı/ })).toHaveValue('4')

  await goWithin(page, '/lists')
  await page.getByRole('combobox', { name: 'Liste' }).selectOption({ label: 'Pazartesi (3)' })
  await choose(page, 'Listeyi sil')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Listeyi sil' }).click()
  await expect(page.getByText('“Pazartesi” silindi')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Liste' })).toHaveValue('')
  expect([...complaints, ...theirs.complaints]).toEqual([])
})

/** Chooses from the menu of actions on lists. */
async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Liste işlemleri' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
