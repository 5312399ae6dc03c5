import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { awayFromMidnight, openPortal, type SharedPortal } from './portal.ts'
import { go } from './steps.ts'
import { type Person, PHONE, World } from './world.ts'

/** The admin's reports. */

const REPORTS = '/admin/dashboard?tab=reports'

let portal: SharedPortal
let world: World
let market: Person
test.beforeAll(awayFromMidnight)
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  const cheese = await world.product({
    name: 'Ezine Peyniri',
    category: 'Peynir',
    price: 100,
    vat_rate: 10,
    stock_quantity: 500,
  })
  const syrup = await world.product({
    name: 'Vişne Şurubu',
    category: 'Şurup',
    price: 50,
    vat_rate: 0,
    stock_quantity: 500,
  })
  const marketer = await world.marketer('Mehmet Işık')
  market = await world.customer('Lezzet Market', marketer.id)
  const restaurant = await world.customer('Çınaraltı Lokantası')
  await world.order(market, [{ product_id: cheese.id, quantity: 10 }])
  await world.order(market, [{ product_id: syrup.id, quantity: 4 }])
  const third = await world.order(restaurant, [{ product_id: cheese.id, quantity: 2 }])
  await world.request('PUT', `/admin/orders/${third.id}/status`, world.admin, { status: 'tamamlandi' })
  const taken = await world.order(restaurant, [{ product_id: cheese.id, quantity: 7 }])
  await world.request('PUT', `/admin/orders/${taken.id}/status`, world.admin, { status: 'iptal' })
})
test.afterAll(() => portal.stop())

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const bars = (where: Locator) => where.getByRole('list').getByRole('listitem')

test('the reports have figures, charts with tables, best sellers, and a workbook of the orders', async ({
  browser,
}) => {
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  await page.goto(REPORTS)
  // 10 × 110 + 4 × 50 + 2 × 110; the cancelled order is left out.
  for (const label of ['Bugün', 'Bu hafta', 'Bu ay', 'Toplam'])
    await expect(page.locator('dl > div').filter({ hasText: label })).toContainText('₺1.520,00')
  await expect(page.locator('dl > div').filter({ hasText: 'Bugün' })).toContainText(
    '3 sipariş · dün aynı ana kadar satış yoktu',
  )
  await expect(page.getByRole('figure', { name: /^Güne göre ciro, .*: toplam ₺1\.520,00/ })).toBeVisible()
  const columns = page.locator('figure svg path')
  await expect(columns).toHaveCount(1)
  await columns.hover()
  await expect(page.getByRole('figure')).toContainText('₺1.520,00 · 3 sipariş')

  const categories = card(page, 'Kategoriye göre satış')
  await expect(bars(categories)).toHaveText(['Peynir₺1.320,00', 'Şurup₺200,00'])
  await categories.getByText('Rakamlar').click()
  await expect(categories.getByRole('row').nth(1)).toContainText('Peynir₺1.320,00%86,8')
  await expect(bars(card(page, 'Pazarlamacıya göre satış'))).toHaveText(['Mehmet Işık₺1.300,00', 'Atanmamış₺220,00'])
  await expect(bars(card(page, 'En çok alan müşteriler'))).toHaveText([
    'Lezzet Market₺1.300,00',
    'Çınaraltı Lokantası₺220,00',
  ])
  await expect(bars(card(page, 'Duruma göre siparişler'))).toHaveText([
    'Beklemede2 sipariş',
    'Tamamlandı1 sipariş',
    'İptal1 sipariş',
  ])
  await expect(page.getByRole('table', { name: 'En çok satan ürünler' }).getByRole('row').nth(1)).toContainText(
    '1. Ezine Peyniri',
  )
  await page.getByRole('radio', { name: 'Ciro' }).click()
  await expect(page.getByRole('table', { name: 'En çok satan ürünler' }).getByRole('row').nth(2)).toContainText(
    '2. Vişne Şurubu · Yayla4 ADET₺200,00',
  )
  await expect(card(page, 'Güne göre ciro')).toContainText(
    /₺1\.520,00 · 3 siparişÖnceki dönem \(.*\): ₺0,00 · 0 sipariş/,
  )
  await expectAccessibleNow(page)

  await page.getByRole('radio', { name: '90 gün' }).click()
  await expect(page).toHaveURL(/days=90/)
  await expect(page.getByRole('figure', { name: /^Aya göre ciro/ })).toBeVisible()

  await page.getByLabel('Dökümün durumu').selectOption('tamamlandi')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Siparişleri Excel’e aktar' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^siparisler-\d{4}-\d\d-\d\d\.xlsx$/)

  await go(page, `${REPORTS}&from=2020-01-01&to=2020-01-31`)
  await expect(page.getByText('Bu dönemde sipariş yok.').first()).toBeVisible()
  await go(page, `${REPORTS}&from=2020-02-01&to=2020-01-31`)
  await expect(page.getByText('Başlangıç tarihi bitiş tarihinden sonra olamaz')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Tekrar dene' })).toBeHidden()

  // A table with amounts of seven digits fits, and its shares have one decimal.
  const oil = await world.product({ name: 'Zeytinyağı', price: 8_000_000, vat_rate: 0, stock_quantity: 1 })
  await world.order(market, [{ product_id: oil.id, quantity: 1 }])
  await page.getByRole('radio', { name: '7 gün' }).click()
  const marketers = card(page, 'Pazarlamacıya göre satış')
  await marketers.getByText('Rakamlar').click()
  await expect(marketers.getByRole('row').nth(1)).toContainText('₺8.001.300,00%100,0')
  const table = marketers.getByRole('region', { name: 'Pazarlamacıya göre satış' })
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(complaints).toEqual([])
})

test('without a network the failed workbook is reported, and the figures are shown with their time', async ({
  browser,
}) => {
  const { page } = await world.page(browser, world.admin)
  await page.clock.install()
  await page.goto(REPORTS)
  await expect(page.getByRole('figure', { name: /^Güne göre ciro/ })).toBeVisible()
  await page.context().setOffline(true)
  const [said] = await Promise.all([
    page.waitForEvent('dialog').then(async dialog => {
      const text = dialog.message()
      await dialog.accept()
      return text
    }),
    page.getByRole('button', { name: 'Siparişleri Excel’e aktar' }).click(),
  ])
  expect(said).toBe('Excel dosyası indirilemedi')
  await page.getByRole('radio', { name: '7 gün' }).click()
  await expect(page.getByText('Raporlar yüklenemedi. Bağlantı gelince yeniden deneyin.')).toHaveCount(2)
  await page.getByRole('radio', { name: '30 gün' }).click()
  await expect(page.getByRole('figure', { name: /^Güne göre ciro/ })).toBeVisible()
  // The figures are fetched again every minute.
  await page.clock.fastForward('01:01')
  await expect(page.getByText(/Bilgiler yenilenemedi\..*tarihli hâli gösteriliyor/)).toBeVisible()
  await page.context().setOffline(false)
})
