import { expect, test } from '@playwright/test'
import { daysLater, istanbulDay } from '../contract/turkish.ts'
import { expectAccessibleAt } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { goWithin } from './steps.ts'
import { DESK, PHONE, World } from './world.ts'

/** A standing order, from an order to the links of its reminder. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

test('a customer makes an order a standing order, skips and changes single days, and pauses it', async ({
  browser,
}) => {
  const customer = await world.customer('Düzenli Lokanta')
  const product = await world.product({ name: 'Tulum Peyniri', stock_quantity: 100 })
  const { id } = await world.order(customer, [{ product_id: product.id, quantity: 4 }])
  const { page, complaints } = await world.page(browser, customer, PHONE)

  // The days must be open even if the test runs near a holiday.
  await world.request('PUT', '/admin/delivery', world.admin, { closed_on_holidays: false })
  await page.goto(`/orders/${id}`)
  await page.getByRole('button', { name: 'Düzenli sipariş yap' }).tap()
  const form = page.getByRole('dialog', { name: 'Yeni düzenli sipariş' })
  await expect(form.getByRole('textbox', { name: 'Başlangıç (boşsa bugün)' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Ad', exact: true }).fill('Sabah siparişi')
  await form.getByRole('button', { name: 'Kaydet' }).tap()
  await expect(form.getByText('En az bir gün seçin')).toBeVisible()
  for (const day of ['Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi', 'Pazar'])
    await form.getByLabel(day, { exact: true }).check()
  await expectAccessibleAt(page, DESK, 'form of a standing order')
  await form.getByRole('button', { name: 'Kaydet' }).tap()
  await expect(form).toBeHidden()

  await goWithin(page, '/standing-orders')
  const days = page.getByRole('list', { name: 'Yaklaşan siparişler' }).getByRole('listitem')
  await expect(days).toHaveCount(6)
  await days
    .nth(1)
    .getByRole('button', { name: /^Bu seferlik atla/ })
    .tap()
  await expect(days.nth(1).getByText('Atlandı')).toBeVisible()
  await expectAccessibleAt(page, PHONE, 'standing orders')
  await days
    .nth(2)
    .getByRole('button', { name: /^Değiştir/ })
    .tap()
  const change = page.getByRole('dialog', { name: /siparişi$/ })
  await change.getByRole('button', { name: 'Artır' }).tap()
  await change.getByRole('button', { name: 'Kaydet' }).tap()
  await expect(days.nth(2).getByText('Miktarları değiştirildi')).toBeVisible()

  const [standing] = await world.request<
    { id: string; coming: { due_on: string; items: { quantity: number }[] | null }[] }[]
  >('GET', '/standing-orders', customer)
  expect(standing?.coming[2]?.items).toMatchObject([{ quantity: 5 }])
  const later = standing?.coming[3]?.due_on
  expect(later && later > daysLater(istanbulDay(new Date()), 1)).toBe(true)
  await page.goto(`/standing-orders?skip=${standing?.id}.${later}`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bu seferlik atla' }).tap()
  await expect(days.nth(3).getByText('Atlandı')).toBeVisible()

  await page.getByRole('button', { name: 'İşlemler: Sabah siparişi' }).tap()
  await page.getByRole('menuitem', { name: 'Duraklat' }).tap()
  await expect(page.getByText('Duraklatıldığı sürece sipariş verilmez.')).toBeVisible()
  expect(complaints).toEqual([])
})
