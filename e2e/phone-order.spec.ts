import { expect, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, PHONE, type WireOrder, World } from './world.ts'

/** An admin takes a telephone order on the marketer's screens, and revises it while it is pending. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

test('an admin takes a customer’s telephone order and revises it', async ({ browser }) => {
  const customer = await world.customer('Telefon Lokantası')
  const cheese = await world.product({ name: 'Telefon Ezine', price: 100, vat_rate: 10, stock_quantity: 6 })
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  await page.goto('/admin/dashboard?tab=orders')
  await page.getByRole('link', { name: 'Telefon siparişi' }).click()
  const strip = page.getByRole('region', { name: 'Sipariş verilecek müşteri' })
  await strip.getByRole('button', { name: 'Müşteri seç' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('telefon')
  await page.getByRole('option', { name: 'Telefon Lokantası' }).click()
  await expect(strip).toContainText('Telefon Lokantası')
  await page.getByRole('searchbox').fill('telefon ezine')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.getByRole('button', { name: `Sepete ekle: ${cheese.name}` }).click()
  await expect(page.getByRole('complementary', { name: 'Sepet özeti' })).toContainText('₺110,00')
  await page.getByRole('link', { name: 'Sepeti gör' }).click()
  await page.getByRole('button', { name: `${cheese.name}: fiyatı değiştir` }).click()
  const price = page.getByRole('dialog', { name: 'Anlaşılan fiyat' })
  await price.getByRole('textbox').fill('90')
  await price.getByRole('button', { name: 'Kaydet' }).click()
  await page.getByRole('button', { name: 'Sipariş oluştur' }).click()
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/orders\//)
  await expect(page.getByText('₺99,00').first()).toBeVisible()

  await page.getByRole('button', { name: 'Revize et' }).click()
  const revision = page.getByRole('dialog', { name: 'Siparişi revize et' })
  await revision.getByRole('textbox', { name: `${cheese.name} miktarı` }).fill('3')
  await resizeTo(page, PHONE)
  await revision.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Sipariş revize edildi')).toBeVisible()
  await expect(page.getByText('₺297,00').first()).toBeVisible()
  await expect(page.getByText('(yönetici)')).toBeVisible()
  const [order] = await world.request<WireOrder[]>('GET', '/orders', customer)
  expect(order).toMatchObject({ grand_total: 297, placed_by: 'admin', revision_count: 1 })

  const own = await world.page(browser, customer, PHONE)
  await own.page.goto(`/orders/${order?.id}`)
  await expect(own.page.getByText('Siparişi alan:')).toBeVisible()
  expect([...complaints, ...own.complaints]).toEqual([])
})
