import { expect, type Page, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { go, goWithin } from './steps.ts'
import { DESK, type WireOrder, World } from './world.ts'

/**
 * The shared features of the admin's lists: sorting, selection, sheets with a URL, and shortcuts that can be disabled.
 */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const rows = (page: Page) => page.locator('main tbody tr[data-index]')
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('lists are sorted and selected in ranges; a link opens a sheet, a reload keeps it open, and Back closes it', async ({
  browser,
}) => {
  const customer = await world.customer('Sıralı Kafe')
  const cheese = await world.product({ name: 'Sıralı Peynir', price: 100, vat_rate: 10, stock_quantity: 500 })
  const orders: WireOrder[] = []
  for (const quantity of [3, 1, 2]) orders.push(await world.order(customer, [{ product_id: cheese.id, quantity }]))
  const quote = await world.request<{ id: string }>('POST', '/custom-orders', customer, {
    items: [{ product_name: 'Trüf yağı', unit: 'LT', quantity: 2, price: 0 }],
  })
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await page.goto(`/admin/dashboard?tab=orders&customer_id=${customer.id}`)
  await expect(page.getByText('3 sipariş · KDV dahil ₺660,00')).toBeVisible()
  await page.getByRole('button', { name: 'Toplam', exact: true }).click()
  const byTotal = [orders[1], orders[2], orders[0]].map(order => order?.id.slice(0, 8) ?? '')
  await expect(rows(page)).toContainText(byTotal)
  await rows(page).first().getByRole('checkbox').check()
  await rows(page)
    .last()
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 satır seçildi')).toBeVisible()
  // The next and previous orders are the list's.
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Sonraki sipariş (n)' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Önceki sipariş (p)' })).toBeDisabled()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(`/admin/orders/${orders[2]?.id}`)
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Tamamlandı', exact: true }).click()
  await expect(page.getByText('Bu filtrelere uyan sipariş yok')).toBeVisible()

  await goWithin(page, '/admin/dashboard?tab=orders&view=quotes')
  // It stays off after the reload below.
  await page.getByRole('button', { name: /^Hesap: / }).click()
  await page.getByRole('button', { name: 'Klavye kısayolları' }).click()
  await page.getByRole('switch', { name: 'Tek tuşlu kısayollar' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Hesap: / })).toBeFocused()
  const sheet = page.getByRole('dialog', { name: 'Sıralı Kafe' })
  await rows(page).first().press('Enter')
  await expect(sheet).toContainText('Trüf yağı')
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/admin/dashboard?tab=orders&view=quotes')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`quote=${quote.id}`))
  await page.reload()
  await expect(sheet).toContainText('Trüf yağı')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  // The previous entry of the history is the list of orders, because the sheets have left none.
  await page.goBack()
  await expect(page).toHaveURL(/status=tamamlandi/)

  await goWithin(page, `/admin/dashboard?tab=products&search=yok&product=${cheese.id}`)
  await expect(page.getByRole('dialog', { name: 'Ürünü düzenle' })).toContainText('Sıralı Peynir')
  await go(page, `/admin/dashboard?tab=products&ledger=${UNKNOWN}`)
  await expect(page.getByRole('dialog', { name: 'Stok hareketleri' })).toContainText('Kayıt bulunamadı')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Azalan/ }).click()
  await expect(page).toHaveURL(/level=low/)

  await expect(rows(page).first().or(page.getByText('Bu filtrelere uyan ürün yok'))).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  expect(complaints.filter(text => !/404/.test(text))).toEqual([])
})
