import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { goWithin } from './steps.ts'
import { DESK, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** The marketer's customers, and the quotes that the marketer requests and decides on for them. */

const CUSTOMERS = '/marketer/dashboard?tab=customers'
const QUOTES = '/marketer/dashboard?tab=custom-order'
const WANTED = [{ product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: 1250.5, notes: 'Siyah' }]

let portal: SharedPortal
let world: World
let cheese: WireProduct
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  cheese = await world.product({ name: 'Ezine Peyniri', price: 100, vat_rate: 10, stock_quantity: 500 })
})
test.afterAll(() => portal.stop())

type Quote = { id: string; status: string; customer_id: string; created_by_marketer_id: string | null }

const answer = ({ id }: { id: string }) =>
  world.request('PUT', `/admin/custom-orders/${id}/answer`, world.admin, {
    items: [{ product_id: cheese.id, quantity: 3, price: 95 }],
    valid_until: '2099-12-31',
  })

const card = (page: Page, company: string) => page.getByRole('article', { name: company, exact: true })
const chooser = (page: Page) => page.getByRole('combobox', { name: 'Müşteri', exact: true })
const choices = (page: Page) => page.getByRole('listbox', { name: 'Müşterileriniz' }).getByRole('option')
const request = (page: Page, company: string) =>
  page.getByRole('list', { name: 'Müşterilerinizin talepleri' }).getByRole('listitem').filter({ hasText: company })

test('a customer is found and made passive, cannot order then, and can again when it is active', async ({
  browser,
}) => {
  const marketer = await world.marketer('Mehmet')
  const customer = await world.customer('Işık Büfe', marketer.id)
  await world.customer('Çınaraltı Lokantası', marketer.id)
  await world.order(customer, [{ product_id: cheese.id, quantity: 2 }])
  const { page, complaints } = await world.page(browser, marketer, DESK)
  await page.goto(CUSTOMERS)
  await page.getByRole('searchbox', { name: 'Firma veya kullanıcı adı ara' }).fill('IŞIK')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL(/search=/)
  const own = card(page, 'Işık Büfe')
  await expect(own).toContainText('Açık tutar₺220,00')
  await expect(own.getByRole('link', { name: '0216 000 00 00' })).toHaveAttribute('href', 'tel:02160000000')

  await own.getByRole('button', { name: 'Pasif yap' }).click()
  await expect(page.getByText('Müşteri pasif yapıldı')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Geri al', exact: true })
  await expect(undo).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await undo.click()
  await expect(page.getByText('Müşteri aktif yapıldı')).toBeVisible()
  await own.getByRole('button', { name: 'Pasif yap' }).click()
  await expect(own.getByText('Pasif', { exact: true })).toBeVisible()
  await expect(own.getByRole('link', { name: 'Sipariş oluştur' })).toHaveCount(0)
  const theirs = await world.page(browser, customer, PHONE)
  const passive = theirs.page.getByText('Hesabınız pasif durumda; sipariş verilemez')
  const catalogue = () => theirs.page.waitForResponse(reply => reply.url().endsWith('/api/products'))
  await Promise.all([catalogue(), theirs.page.goto('/products?search=ezine')])
  await expect(passive).toBeVisible()
  await theirs.page.getByRole('button', { name: 'Sepete ekle: Ezine Peyniri' }).click()
  await goWithin(theirs.page, '/cart')
  await expect(passive).toBeVisible()
  await theirs.page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(passive).toHaveCount(2)
  expect(await world.request<WireOrder[]>('GET', '/orders', customer)).toHaveLength(1)

  await own.getByRole('button', { name: 'Aktif yap' }).click()
  await expect(page.getByText('Müşteri aktif yapıldı')).toBeVisible()
  await theirs.page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(theirs.page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  // The stored catalogue is old and therefore revalidated; the browser completes the response with its cached reply,
  // which is from the time when the customer was passive.
  await theirs.page.clock.setFixedTime(Date.now() + 11 * 60_000)
  const [whole] = await Promise.all([catalogue(), theirs.page.goto('/products')])
  await whole.finished()
  await expect(theirs.page.getByRole('article').first()).toBeVisible()
  await expect(passive).toHaveCount(0)
  // The customer's new order is added to the open amount on the card.
  await expect(own).toContainText('Açık tutar₺330,00')
  expect([...complaints, ...theirs.complaints]).toEqual([])
})

test('an order for a customer can be started from its card', async ({ browser }) => {
  const marketer = await world.marketer('Sipariş alan')
  const customer = await world.customer('Lezzet Market', marketer.id)
  await world.order(customer, [{ product_id: cheese.id, quantity: 1 }])
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  await page.goto(CUSTOMERS)
  // Each link is 44 px high, without gaps between them.
  const height = async () => (await card(page, 'Lezzet Market').boundingBox())?.height
  expect(await height()).toBeLessThanOrEqual(330)
  await page.setViewportSize({ width: 320, height: 844 })
  expect(await height()).toBeLessThanOrEqual(330)
  for (const link of await card(page, 'Lezzet Market').getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessibleNow(page, 'customers')
  await card(page, 'Lezzet Market').getByRole('link', { name: 'Sipariş oluştur' }).click()
  await expect(page).toHaveURL(/tab=products/)
  await page
    .getByRole('link', { name: /^Sepet/ })
    .first()
    .click()
  await expect(chooser(page)).toHaveValue('Lezzet Market')
  expect(complaints).toEqual([])
})

test('a customer is edited: errors are shown at their fields, and nothing typed is lost', async ({ browser }) => {
  const marketer = await world.marketer('Ayşe')
  const customer = await world.customer('Şen Kasap', marketer.id)
  const taken = await world.customer('Öz Urfa', marketer.id)
  const { page, complaints } = await world.page(browser, marketer, DESK)
  await page.goto(CUSTOMERS)
  await card(page, 'Şen Kasap').getByRole('button', { name: 'Düzenle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Müşteriyi düzenle' })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const save = dialog.getByRole('button', { name: 'Kaydet' })
  await expect(dialog).toContainText('Pasif müşteriler giriş yapıp kataloğa bakabilir, ama sipariş veremez.')
  await field('Firma adı').fill(' ')
  await save.click()
  await expect(dialog).toContainText('Firma adı zorunludur')
  await expect(field('Firma adı')).toBeFocused()
  await field('Firma adı').fill('Ada Kasabı')
  await field('Telefon').fill('')
  await field('E-posta').fill(`${taken.username.toUpperCase()}@ornek.com.tr`)
  await save.click()
  await expect(dialog).toContainText('Bu e-posta adresi zaten kullanılıyor')
  await expect(field('E-posta')).toBeFocused()
  await expect(field('Firma adı')).toHaveValue('Ada Kasabı')
  await expectAccessibleNow(page, 'edited customer')

  await field('E-posta').fill('yeni@ornek.com.tr')
  await world.request('PUT', `/admin/customers/${customer.id}`, world.admin, {
    company_name: 'Can Kasap',
    address: 'Yeni',
  })
  await page.keyboard.press('Control+Enter')
  const overtaken = dialog.getByRole('status').filter({ hasText: 'Müşterinin bilgileri bu arada değişti' })
  await expect(overtaken).toContainText('Firma adı: Can KasapAdres: Yeni')
  await expect(field('Adres')).toHaveValue('Yeni')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Düzenlemeye dön' }).click()
  await expect(field('Firma adı')).toHaveValue('Ada Kasabı')
  await dialog.getByRole('switch', { name: 'Aktif müşteri' }).click()
  await save.click()
  await expect(page.getByText('Müşteri bilgileri güncellendi')).toBeVisible()
  await expect(page.getByText('Onay linki yeni@ornek.com.tr adresine gönderildi')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Ada Kasabı')).toContainText('yeni@ornek.com.trOnay bekliyor')
  await expect(card(page, 'Ada Kasabı').getByText('Pasif', { exact: true })).toBeVisible()
  await card(page, 'Ada Kasabı').getByRole('button', { name: 'Düzenle' }).click()
  await field('Telefon').fill('yanlış')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Kaydetmeden kapat' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Ada Kasabı').getByRole('button', { name: 'Düzenle' })).toBeFocused()
  // The card has moved to the place of its new name.
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Ada Kasabı')
  expect(await world.request('GET', `/marketer/customers/${customer.id}`, marketer)).toMatchObject({
    company_name: 'Ada Kasabı',
    phone: '',
    address: 'Yeni',
    email_verified: false,
    is_active: false,
  })
  expect(complaints).toEqual([])
})

test('a quote is requested for a customer, answered, and accepted or declined on its behalf', async ({ browser }) => {
  const marketer = await world.marketer('Teklifçi')
  const customer = await world.customer('Çınaraltı Lokantası', marketer.id)
  const LONG = `Uzunadlı${'ç'.repeat(180)}`
  const other = await world.customer(LONG, marketer.id)
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  await page.goto(QUOTES)
  await expect(page.getByText('Henüz talep yok')).toBeVisible()
  const line = page.getByRole('group', { name: '1. ürün' })
  await line.getByLabel('Ürün adı').fill('Trüf yağı')
  await line.getByRole('combobox').selectOption('LT')
  await line.getByLabel('Miktar').fill('2,5')
  await line.getByLabel('Birim fiyat').fill('1.250,50')
  const send = page.getByRole('button', { name: 'Teklif iste' })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Lütfen müşteri seçin' })).toBeVisible()
  await expect(chooser(page)).toBeFocused()
  await page.keyboard.type('CINAR')
  await expect(choices(page)).toHaveCount(1)
  await expectAccessibleNow(page, 'choice of a customer')
  await page.keyboard.press('Enter')
  await expect(chooser(page)).toHaveValue('Çınaraltı Lokantası')
  await page.reload()
  await expect(chooser(page)).toHaveValue('Çınaraltı Lokantası')
  await expect(line.getByLabel('Birim fiyat')).toHaveValue('1.250,50')

  await page.route('**/api/marketer/custom-orders', async route => {
    if (route.request().method() === 'POST') await route.abort()
    else await route.continue()
  })
  await send.click()
  await expect(page.getByText('Teklif talebi gönderilemedi')).toBeVisible()
  const waiting = page.getByRole('list', { name: 'Gönderilmeyi bekleyenler' })
  await expect(waiting).toContainText('Teklif talebi: Çınaraltı LokantasıTrüf yağı · 2,5 LT')
  await page.unroute('**/api/marketer/custom-orders')
  await expect(page.getByText('Bekleyen teklif talebi gönderildi')).toBeVisible()
  await expect(waiting).toBeHidden()
  await expect(chooser(page)).toHaveValue('')
  await expect(request(page, 'Çınaraltı Lokantası')).toContainText('Siz istediniz')
  const asked = await world.request<Quote[]>('GET', '/marketer/custom-orders', marketer)
  expect(asked).toMatchObject([{ customer_id: customer.id, created_by_marketer_id: marketer.id }])
  if (!asked[0]) throw new Error('no request arrived')

  const theirs = await world.request<Quote>('POST', '/custom-orders', other, { items: WANTED })
  for (const quote of [asked[0], theirs]) await answer(quote)
  await expect(page.getByText('2 teklif kararınızı bekliyor.')).toBeVisible()
  await page.getByRole('button', { name: 'Teklife git' }).click()
  await expect(page.getByRole('combobox', { name: 'Duruma göre süz' })).toHaveValue('cevaplandi')
  await expectAccessibleNow(page, 'answered requests')
  await request(page, 'Çınaraltı Lokantası').getByRole('button', { name: 'Kabul et' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Çınaraltı Lokantası adına 1 ürün için KDV dahil ₺313,50 tutarında sipariş verilecek',
  )
  await question.getByRole('button', { name: 'Kabul et ve sipariş ver' }).click()
  await expect(page.getByText('Teklif kabul edildi, sipariş oluşturuldu')).toBeVisible()
  await expect(request(page, 'Çınaraltı Lokantası')).toHaveCount(0)
  const [order] = await world.request<WireOrder[]>('GET', '/orders', customer)
  expect(order).toMatchObject({ grand_total: 313.5, status: 'beklemede', created_by_marketer_id: marketer.id })

  await request(page, LONG).getByRole('button', { name: 'Reddet' }).click()
  await question.getByRole('button', { name: 'Reddet' }).click()
  await expect(page.getByText('Teklif reddedildi').first()).toBeVisible()
  await expect(page.getByText('Bu durumda talep yok')).toBeVisible()
  await page.getByRole('button', { name: 'Tümünü göster' }).click()
  await expect(request(page, LONG)).toContainText('Reddedildi')
  await request(page, 'Çınaraltı Lokantası').getByRole('link', { name: 'Siparişi aç' }).click()
  await expect(page).toHaveURL(new RegExp(`tab=orders&order=${order?.id}`))
  expect(complaints).toEqual([])
})

test('a customer that has been assigned to another marketer can neither be changed nor seen any more', async ({
  browser,
}) => {
  const [first, second] = [await world.marketer('Bir Numara'), await world.marketer('İki Numara')]
  const moved = await world.customer('Müşteri Bir', first.id)
  await world.customer('Müşteri İki', second.id)
  await world.request('POST', '/custom-orders', moved, { items: WANTED })
  const { page, complaints } = await world.page(browser, first, DESK)
  // Without the event stream, the list is not updated before the server has refused, so that the marketer's change is
  // sent after the assignment.
  await page.route('**/api/events?*', route => route.abort())
  let isRefused = false
  page.on('response', answer => (isRefused ||= answer.request().method() === 'PUT'))
  await page.goto(CUSTOMERS)
  const toggle = card(page, 'Müşteri Bir').getByRole('button', { name: 'Pasif yap' })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(toggle).toBeVisible()
  const said: string[] = []
  page.on('dialog', async dialog => {
    said.push(dialog.message())
    await dialog.accept()
  })
  await page.route(/\/api\/marketer\/customers(\?|$)/, route => (isRefused ? route.fallback() : route.abort()))
  const oneCustomer = /\/api\/marketer\/customers\/[^/]+$/
  await page.route(oneCustomer, route => route.abort())
  await toggle.click()
  await expect.poll(() => said).toEqual(['Durum değiştirilemedi: Hata'])
  await page.unroute(oneCustomer)
  await world.request('PUT', `/admin/customers/${moved.id}`, world.admin, { assigned_marketer_id: second.id })
  await expect(page.getByText('Müşteri Bir')).toBeVisible()
  await toggle.click()
  await expect.poll(() => said).toEqual(['Durum değiştirilemedi: Hata', 'Durum değiştirilemedi: Kayıt bulunamadı'])
  await expect(page.getByText('Size atanmış müşteri yok')).toBeVisible()
  await goWithin(page, QUOTES)
  await expect(page.getByText('Henüz talep yok')).toBeVisible()
  expect(await world.request('GET', `/marketer/customers/${moved.id}`, second)).toMatchObject({ is_active: true })
  expect(complaints).toEqual([])
})
