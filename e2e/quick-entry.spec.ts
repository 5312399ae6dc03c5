import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleAt } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { PHONE, World } from './world.ts'

/** Quick entry: products that are typed, scanned or pasted into the cart. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  for (const [name, barcode] of [
    ['Havuç Turşusu 5 kg Kova', '8690000000017'],
    ['Lahana Turşusu 3 kg Kavanoz', null],
    ['Lahana Turşusu 10 kg Kova', null],
    ['Balık Sosu 700 ml Şişe', null],
  ] as const)
    await world.product({ name, barcode, stock_quantity: 20 })
})
test.afterAll(() => portal.stop())

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Hızlı sipariş' })
const lines = (page: Page) => dialog(page).getByRole('list', { name: 'Listedeki satırlar' }).getByRole('listitem')

async function open(page: Page) {
  await page.goto('/cart')
  await page.getByRole('main').getByRole('button', { name: 'Hızlı sipariş' }).click()
}

test('a product is added by a few letters and a number, or by its barcode', async ({ browser }) => {
  const { page, complaints } = await world.page(browser, await world.customer('Yazan'), PHONE)
  await open(page)
  const field = dialog(page).getByRole('combobox', { name: 'Ürün ve miktar' })
  await field.pressSequentially('hav turş 3')
  await field.press('Enter')
  await expect(dialog(page).getByText('3 ADET Havuç Turşusu 5 kg Kova sepete eklendi')).toBeVisible()
  await expect(field).toBeFocused()
  // A scanner types fast and presses Enter.
  await page.keyboard.type('8690000000017', { delay: 2 })
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('1 ADET Havuç Turşusu 5 kg Kova sepete eklendi')).toBeVisible()
  await page.keyboard.type('balık 1,5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Miktar tam sayı olmalıdır')).toBeVisible()
  await page.keyboard.type('hav turş 30')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Yetersiz stok! Maksimum 20 adet siparis verebilirsiniz.')).toBeVisible()
  // The first one closes the list of suggestions.
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: /Havuç Turşusu 5 kg Kova miktarı/ })).toHaveValue('4')
  expect(complaints).toEqual([])
})

test('the user decides on the lines of a pasted list, and only decided lines are added to the cart', async ({
  browser,
}) => {
  const person = await world.customer('Yapıştıran')
  const { page, complaints } = await world.page(browser, person, PHONE)
  await open(page)
  const paste = (text: string) => dialog(page).getByLabel('Listeyi yapıştırın').fill(text)
  await paste('- HAVUÇ TURŞUSU 5 KG 3 adet\n• lahana turşusu x2\nejder meyvesi 4\n2 koli balık sosu\nhavuç turşusu 1')
  await expect(
    dialog(page).getByText('2 satır hazır · 1 satırda ürün seçin · 1 satır bulunamadı · 1 satırda miktara bakın'),
  ).toBeVisible()
  await expectAccessibleAt(page, PHONE, 'pasted list')
  await lines(page)
    .nth(1)
    .getByRole('combobox')
    .selectOption({ label: 'Lahana Turşusu 10 kg Kova · Yayla · ₺100,00 / ADET' })
  await expect(lines(page).nth(3)).toContainText('koli değil, ADET olarak yazın')
  await lines(page).nth(3).getByRole('textbox').fill('12')
  await expect(lines(page).nth(0)).toContainText('Aynı üründen başka satır da var; toplanır')
  await dialog(page).getByRole('button', { name: '3 ürünü sepete ekle' }).click()
  await expect(page.getByText('3 ürün sepete eklendi')).toBeVisible()
  // Undecided lines stay, and can be exported.
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('ejder meyvesi 4')
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Excel indir' }).click()
  expect((await download).suggestedFilename()).toBe('kalan-satirlar.xlsx')
  // The server reads the exported workbook again.
  await paste('')
  await expect(lines(page)).toHaveCount(0)
  await dialog(page)
    .getByLabel('Liste dosyası')
    .setInputFiles(await (await download).path())
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('ejder meyvesi 4')
  // The next time, the earlier choice is offered first.
  await paste('lahana turşusu 5')
  await expect(lines(page).getByRole('combobox').getByRole('option').nth(1)).toHaveText(
    'Lahana Turşusu 10 kg Kova · Yayla · ₺100,00 / ADET',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Kaydetmeden kapat' }).click()
  const quantity = (name: string) => page.getByRole('textbox', { name: new RegExp(`${name} miktarı`) })
  await expect(quantity('Havuç Turşusu 5 kg Kova')).toHaveValue('4')
  await expect(quantity('Lahana Turşusu 10 kg Kova')).toHaveValue('2')
  await expect(quantity('Balık Sosu 700 ml Şişe')).toHaveValue('12')
  expect(complaints).toEqual([])
})
