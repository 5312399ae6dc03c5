import { expect, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { DESK, PHONE, World } from './world.ts'

/** The audit trail on the admin's screens. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

test('a customer’s history shows each changed field, and the trail can be searched', async ({ browser }) => {
  const [ali, veli] = [await world.marketer('Ali'), await world.marketer('Veli')]
  const customer = await world.customer('Işık Büfe', ali.id)
  const product = await world.product({ name: 'Tulum', price: 100 })
  const change = { is_active: false, phone: '', assigned_marketer_id: veli.id, password: 'yepyeni-sifre' }
  await world.request('PUT', `/admin/customers/${customer.id}`, world.admin, change)
  await world.request('PUT', `/marketer/customers/${customer.id}`, veli, { company_name: 'Işık Gıda' })
  const price = { price: 1234.5, expected_stock_date: '2099-12-31' }
  await world.request('PUT', `/admin/products/${product.id}`, world.admin, price)

  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  const entry = (hasText: RegExp) =>
    page.getByRole('list', { name: 'İşlemler' }).getByRole('listitem').filter({ hasText })
  const row = (hasText: RegExp) => page.getByRole('table', { name: 'İşlemler' }).getByRole('row').filter({ hasText })
  await page.goto('/admin/dashboard?tab=customers&search=isik%20gida')
  await page.getByRole('button', { name: 'İşlemler: Işık Gıda' }).click()
  await page.getByRole('menuitem', { name: 'Geçmişi' }).click()
  await expect(page).toHaveURL(new RegExp(`entity=customer&entity_id=${customer.id}`))
  // All entries have the customer's current name, also those from before it was renamed.
  await expect(entry(/Müşteri · Işık Gıda/)).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Kayıt: Işık Gıda filtresini kaldır' })).toBeVisible()
  await expectAccessibleNow(page)
  await resizeTo(page, DESK)
  await expect(row(/Müşteri · Işık Gıda/)).toHaveCount(5)
  await expect(row(/Telefon: 0216 000 00 00 → boş/)).toHaveCount(1)
  await resizeTo(page, PHONE)

  await entry(/Telefon: 0216 000 00 00 → boş/)
    .getByText('Müşteri · ')
    .click()
  const sheet = page.getByRole('dialog', { name: 'Müşteri · Işık Gıda' })
  const field = (name: string) => sheet.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(field('Telefon')).toHaveText('Telefon0216 000 00 00boş')
  await expect(field('Aktif')).toHaveText('AktifEvetHayır')
  await expect(field('Pazarlamacı')).toHaveText('PazarlamacıAliVeli')
  await expect(sheet).not.toContainText('yepyeni')
  await expectAccessibleNow(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(entry(/Şifresi değiştirildi/)).toHaveCount(1)

  await page.getByRole('button', { name: 'Filtreler: 2 etkin' }).click()
  await page.getByRole('searchbox', { name: 'Yapanın adı' }).fill('VELİ')
  await expect(page).toHaveURL(/actor=/)
  await expect(entry(/Firma adı: Işık Büfe/)).toContainText('Veli (Pazarlamacı)')
  await expect(entry(/Müşteri · /)).toHaveCount(1)
  await page.getByRole('button', { name: 'Filtreleri temizle' }).click()
  await page.getByRole('combobox', { name: 'Tür' }).selectOption('Ürün')
  const repriced = entry(new RegExp('Tulum.*Değiştirildi'))
  await expect(repriced).toContainText('Fiyat: ₺100,00 → ₺1.234,50')
  await expect(repriced).toContainText('Beklenen stok tarihi: boş → 31.12.2099')
  await page.getByRole('textbox', { name: 'Bitiş' }).fill('2020-01-01')
  await expect(page.getByText('Bu filtrelere uyan işlem yok')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/tab=customers/)
  // Waits for the list of customers, because the filters of the trail stay open until it is shown.
  await expect(page.getByRole('button', { name: 'İşlemler: Işık Gıda' })).toBeVisible()

  await page.goForward()
  await expect(page.getByText('Bu filtrelere uyan işlem yok')).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).first().click()
  await page.getByRole('button', { name: 'Filtreler', exact: true }).click()
  await page.context().setOffline(true)
  await page.getByRole('combobox', { name: 'Tür' }).selectOption('Yönetici')
  await expect(page.getByText('İşlem geçmişi yüklenemedi. Bağlantı gelince yeniden deneyin.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(entry(/Sistem/)).toContainText('Eklendi')
  expect(complaints).toEqual([])
})
