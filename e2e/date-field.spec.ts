import { expect, test } from '@playwright/test'
import { isAccessibleAsItIs } from './accessible-state.ts'
import { resizeTo, smallTargets } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { DESK, PHONE, World } from './world.ts'

/** The date field and its calendar, by keyboard and by touch. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  await world.product({ name: 'Tulum Peyniri' })
})
test.afterAll(() => portal.stop())

test('a date is typed in short, or chosen by keys or touch; Esc closes the calendar only', async ({ browser }) => {
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const from = page.getByRole('textbox', { name: 'Başlangıç' })
  const month = (name: string) => page.getByRole('grid', { name })

  await test.step('a filter', async () => {
    await page.goto('/admin/dashboard?tab=orders')
    await from.fill('1.3.26')
    await page.keyboard.press('Enter')
    await expect(from).toHaveValue('01.03.2026')
    await expect(page).toHaveURL(/from=2026-03-01/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(month('Mart 2026').getByRole('button', { name: '1 Mart 2026 Pazar, seçili' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=2026-04-02/)
    await expect(page.getByRole('button', { name: 'Takvimi aç' }).first()).toBeFocused()
    await from.fill('31.2.26')
    await page.keyboard.press('Tab')
    await expect(page.getByText('31.02.2026 diye bir gün yok; o ay 28 gün çeker')).toBeVisible()
    await expect(page).toHaveURL(/from=2026-04-02/)
  })

  await test.step('a row that is edited', async () => {
    await page.goto('/admin/dashboard?tab=products')
    await page.getByText('Tulum Peyniri').click()
    const day = page.getByLabel('Beklenen stok tarihi')
    await day.press('Alt+ArrowDown')
    await expect(page.getByRole('gridcell').getByRole('button').and(page.locator(':focus'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid')).toBeHidden()
    await expect(day).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(day).toBeHidden()
  })

  await test.step('a dialog on a phone', async () => {
    await resizeTo(page, PHONE)
    await page.getByRole('button', { name: 'Yeni ürün' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Yeni ürün' })
    await dialog.getByLabel('Beklenen stok tarihi').fill('5.5.2099')
    await dialog.getByRole('button', { name: 'Takvimi aç' }).click()
    await expect(month('Mayıs 2099')).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
    await isAccessibleAsItIs(page, 'calendar on a phone')
    await page.getByRole('button', { name: '20 Mayıs 2099 Çarşamba' }).click()
    await expect(month('Mayıs 2099')).toBeHidden()
    await expect(dialog.getByLabel('Beklenen stok tarihi')).toHaveValue('20.05.2099')
  })
  expect(complaints).toEqual([])
})
