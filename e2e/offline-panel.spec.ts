import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { roomBeside } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { storedKeys, untilControlled } from './steps.ts'
import { PHONE, type WireOrder, World } from './world.ts'

/**
 * Changes that a marketer makes without a connection wait, are sent once, and need a decision if they were overtaken.
 */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const waiting = (page: Page) => page.getByRole('list', { name: 'Gönderilmeyi bekleyenler' })
const tab = (page: Page, name: string) =>
  page.getByRole('combobox', { name: 'Panel bölümleri' }).selectOption({ label: name })

test('without a connection revisions, customer edits and quotes wait, and the user decides on overtaken ones', async ({
  browser,
}) => {
  const marketer = await world.marketer('Kilerdeki')
  const customer = await world.customer('Derin Kiler', marketer.id)
  await world.customer('Işık Büfe', marketer.id)
  const cheese = await world.product({ name: 'Kiler Peyniri', price: 100, stock_quantity: 1000 })
  const order = await world.order(customer, [{ product_id: cheese.id, quantity: 2 }])
  const { page, complaints } = await world.page(browser, marketer, { ...PHONE, serviceWorkers: 'allow' })
  await page.goto('/marketer/dashboard')
  await untilControlled(page)
  // The data is stored even for tabs that have not been opened.
  for (const what of ['own customers', '/marketer/orders","pages'])
    await expect
      .poll(async () => (await storedKeys(page, 'answers')).map(name => name.replaceAll('\\', '')))
      .toContainEqual(expect.stringContaining(what))
  const card = page.getByRole('article', { name: 'Derin Kiler' })
  await page.context().setOffline(true)
  await expect(page.getByText(/Çevrimdışısınız\. .* tarihli özet gösteriliyor\./)).toBeVisible()
  const sections = page.getByRole('combobox', { name: 'Panel bölümleri' })
  expect(await sections.evaluate(roomBeside, 'Özel Talep'), 'room for the longest section').toBeGreaterThanOrEqual(8)

  await tab(page, 'Siparişler')
  await page.locator('summary').click()
  await expect(page.getByRole('button', { name: 'Siparişi iptal et' })).toBeDisabled()
  await page.getByRole('button', { name: 'Revize et' }).click()
  const revision = page.getByRole('dialog', { name: 'Siparişi revize et' })
  await revision.getByRole('textbox', { name: 'Kiler Peyniri miktarı' }).fill('5')
  await revision.getByRole('button', { name: 'Kaydet' }).click()
  await expect(waiting(page)).toContainText(/Revizyon [0-9a-f]{8}: Derin KilerKiler Peyniri: 2 ADET × ₺100,00 → 5 ADET/)

  await tab(page, 'Müşteriler')
  await expect(page.getByText(/Çevrimdışısınız\. .* tarihli müşteri listesi gösteriliyor\./)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('searchbox').fill('derin')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card.getByRole('button', { name: 'Pasif yap' })).toBeDisabled()
  await card.getByRole('button', { name: 'Düzenle' }).click()
  const edit = page.getByRole('dialog', { name: 'Müşteriyi düzenle' })
  await edit.getByLabel('Telefon').fill('0532 111 11 11')
  await edit.getByRole('button', { name: 'Kaydet' }).click()
  await expect(waiting(page)).toContainText('0532 111 11 11')
  // Neither the customer nor its orders have been opened with a connection.
  await card.getByRole('link', { name: 'Derin Kiler', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Siparişleri' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Tümünü gör' }).click()
  await expect(page.getByRole('main')).toContainText('Müşteri: Derin Kiler')
  await expect(page.locator('summary')).toHaveCount(1)

  await tab(page, 'Özel Talep')
  await page.getByRole('combobox', { name: 'Müşteri', exact: true }).fill('derin')
  await expect(page.getByRole('option', { name: 'Derin Kiler' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByLabel('Ürün adı').fill('Trüf yağı')
  await page.getByLabel('Miktar').fill('2')
  await page.getByLabel('Birim fiyat').fill('300')
  await page.getByRole('button', { name: 'Teklif iste' }).click()
  await expect(waiting(page)).toContainText('Trüf yağı')
  await tab(page, 'Sepet')
  await expect(waiting(page).getByText('Gönderilmeyi bekliyor')).toHaveCount(3)
  await expectAccessibleNow(page, 'waiting changes')

  const items = [{ product_id: cheese.id, quantity: 3, price: 95 }]
  await world.request('PUT', `/marketer/orders/${order.id}`, marketer, { items })
  await world.request('PUT', `/marketer/customers/${customer.id}`, marketer, { phone: '0533 222 22 22' })
  await page.context().setOffline(false)
  await expect(page.getByText('Bekleyen teklif talebi gönderildi')).toBeVisible()
  await expect(waiting(page).getByText('Kararınızı bekliyor')).toHaveCount(2)
  expect(await world.request<unknown[]>('GET', '/marketer/custom-orders', marketer)).toHaveLength(1)
  await expect(waiting(page)).toContainText('Şimdi: 3 ADET × ₺95,00Sizinki: 5 ADET × ₺95,00')
  await expect(waiting(page)).toContainText('Şimdi kayıtlı olanTelefon: 0533 222 22 22')
  await expectAccessibleNow(page, 'overtaken changes')
  await expect(waiting(page).getByRole('button')).toHaveText([
    'Benimkini bırak',
    'Benimkini kaydet',
    'Benimkini bırak',
    'Benimkini kaydet',
  ])
  await waiting(page).getByRole('button', { name: 'Benimkini kaydet' }).first().click()
  await expect(waiting(page).getByText('Kararınızı bekliyor')).toHaveCount(1)
  await waiting(page).getByRole('button', { name: 'Benimkini bırak' }).click()
  await expect(waiting(page)).toBeHidden()
  expect(await world.request<WireOrder>('GET', `/marketer/orders/${order.id}`, marketer)).toMatchObject({
    revision_count: 2,
    items: [{ quantity: 5, price: 95 }],
  })
  expect(await world.request('GET', `/marketer/customers/${customer.id}`, marketer)).toMatchObject({
    phone: '0533 222 22 22',
  })
  expect(complaints).toEqual([])
})
