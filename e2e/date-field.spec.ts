import { expect, test } from '@playwright/test'
import { formatDay, istanbulDay } from '../contract/turkish.ts'
import { expectAccessibleNow } from './accessible-state.ts'
import { smallTargets } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
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

test('a date is typed in short form or chosen by touch; Esc closes only the calendar', async ({ browser }) => {
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const month = (name: string) => page.getByRole('grid', { name })

  await test.step('in an edited row', async () => {
    await page.goto('/admin/dashboard?tab=products')
    await page.getByText('Tulum Peyniri').click()
    const day = page.getByRole('textbox', { name: 'Beklenen stok tarihi' })
    await day.press('Alt+ArrowDown')
    await expect(page.getByRole('gridcell').getByRole('button').and(page.locator(':focus'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid')).toBeHidden()
    await expect(day).toBeVisible()
    // A key reaches the page only if an element has the focus.
    await expect(page.locator('body')).not.toBeFocused()
    await page.keyboard.press('Escape')
    await expect(day).toBeHidden()
  })

  await test.step('in a dialog on a phone', async () => {
    await resizeTo(page, PHONE)
    await page.getByRole('button', { name: 'Yeni ürün' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Yeni ürün' })
    await dialog.getByRole('textbox', { name: 'Beklenen stok tarihi' }).fill('5.5.2099')
    await dialog.getByRole('button', { name: 'Takvimi aç' }).click()
    await expect(month('Mayıs 2099')).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
    await expectAccessibleNow(page, 'calendar on a phone')
    await page.getByRole('button', { name: '20 Mayıs 2099 Çarşamba' }).click()
    await expect(month('Mayıs 2099')).toBeHidden()
    await expect(dialog.getByRole('textbox', { name: 'Beklenen stok tarihi' })).toHaveValue('20.05.2099')
    // The chosen day can be read, although it is also today.
    await dialog.getByRole('textbox', { name: 'Beklenen stok tarihi' }).fill(formatDay(istanbulDay(new Date())))
    await dialog.getByRole('button', { name: 'Takvimi aç' }).click()
    const today = page.getByRole('gridcell', { selected: true }).getByRole('button')
    const [ink, ground] = await today.evaluate(button => {
      const { color, backgroundColor } = getComputedStyle(button)
      return [color, backgroundColor]
    })
    expect(ink).not.toBe(ground)
  })
  expect(complaints).toEqual([])
})
