import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { daysLater, formatDay, istanbulDay } from '../contract/turkish.ts'
import { expectAccessibleNow } from './accessible-state.ts'
import { acceptDialogs } from './page.ts'
import { awayFromMidnight, openPortal, type SharedPortal } from './portal.ts'
import { go } from './steps.ts'
import { DESK, type Person, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** Quotes for goods outside the catalogue, from the request to the order, for all three roles. */

const QUOTES = '/admin/dashboard?tab=orders&view=quotes'
const WANTED = [
  { product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: 1250.5, notes: 'Siyah' },
  { product_name: 'Keçi peyniri', unit: 'KG', quantity: 4, price: 300 },
]

const DAY = 24 * 60 * 60 * 1000

let portal: SharedPortal
let world: World
let oil: WireProduct
let scarce: WireProduct
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  oil = await world.product({ name: 'Trüf Yağı Siyah', unit: 'LT', price: 1200, vat_rate: 10, stock_quantity: 500 })
  scarce = await world.product({ name: 'Keçi Peyniri', unit: 'KG', price: 280, vat_rate: 10, stock_quantity: 3 })
  await world.product({ name: 'Eski Keçi Peyniri', is_active: false })
})
test.afterAll(() => portal.stop())

type Quote = { id: string; status: string; order_id: string | null; answer: object | null }

const request = (customer: Person) =>
  world.request<Quote>('POST', '/custom-orders', customer, { items: WANTED, notes: 'Ayda bir' })
const answer = ({ id }: Quote, fields: object = {}) =>
  world.request('PUT', `/admin/custom-orders/${id}/answer`, world.admin, {
    items: [{ product_id: oil.id, quantity: 3, price: 1100 }],
    valid_until: '2099-12-31',
    ...fields,
  })
const line = (page: Page, place: number) => page.getByRole('group', { name: `${place}. satır` })
const sheet = (page: Page, company: string) => page.getByRole('dialog', { name: company })
const bell = (page: Page) => page.getByRole('button', { name: /^Bildirimler/ })

/** Opens the newest notification with this title. */
async function openNotification(page: Page, title: RegExp) {
  await expect(bell(page)).toHaveAccessibleName(/okunmamış/)
  await bell(page).click()
  await page.getByRole('link', { name: title }).first().click()
}

async function choose(page: Page, place: number, search: string, name: string) {
  await line(page, place).getByRole('combobox').fill(search)
  await page.getByRole('option', { name }).click()
  await expect(line(page, place).getByRole('combobox')).toHaveValue(name)
}

test('a quote that a customer requests, an admin answers and the customer accepts becomes one order at its prices', async ({
  browser,
}) => {
  const marketer = await world.marketer('Mehmet')
  const company = 'Lezzet Lokantası'
  const customer = await world.customer(company, marketer.id)
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('radio', { name: /^Teklifler/ })).toBeAttached()
  const { id } = await request(customer)

  await test.step('the admin is notified, and the notification opens the request', async () => {
    await openNotification(page, new RegExp(`${company} teklif istedi`))
    await expect(page).toHaveURL(`${QUOTES}&quote=${id}`)
    await expect(sheet(page, company)).toContainText('2,5 LT × ₺1.250,50')
    await expect(sheet(page, company)).toContainText('Not: Ayda bir')
    await expect(sheet(page, company).getByRole('link', { name: 'Müşteri kaydı' })).toHaveAttribute(
      'href',
      `/admin/dashboard?tab=customers&search=${customer.username}`,
    )
  })

  await test.step('the admin chooses goods at the catalogue’s prices and is warned of missing stock', async () => {
    await choose(page, 1, 'truf siyah', oil.name)
    await expect(line(page, 1).getByLabel('Miktar')).toHaveValue('2,5')
    await expect(line(page, 1)).toContainText('2,5 satılamaz; ürünler tam sayıyla satılır. 2 veya 3 yazın.')
    await line(page, 1).getByLabel('Miktar').fill('3')
    await expect(line(page, 1).getByLabel('Birim fiyat')).toHaveValue('1.200,00')
    await line(page, 1).getByLabel('Birim fiyat').fill('1.150,5')
    await line(page, 1).getByLabel('Satır notu').fill('Cam şişe')
    await expect(line(page, 1)).toContainText('Katalogda ₺1.200,00')
    await line(page, 2).getByRole('combobox').fill('eski keci')
    await expect(page.getByText('“eski keci” ile eşleşen ürün yok')).toBeVisible()
    await choose(page, 2, 'keci peyniri', scarce.name)
    await expect(line(page, 2)).toContainText('Stok yetersiz: yalnızca 3 KG var; bu miktarla kabul edilemez')
    await line(page, 2).getByLabel('Miktar').fill('2')
    await expect(line(page, 2)).toContainText('Satılabilir stok 3 KG')
    // 3 × 1.150,50 + 2 × 280, plus 10 % of each line.
    await expect(sheet(page, company)).toContainText('₺4.412,65')
    await expectAccessibleNow(page, 'answer')
  })

  await test.step('the draft survives closing', async () => {
    await page.getByLabel('Teklif notu').fill('Hafta içi teslim')
    await page.getByRole('button', { name: 'Kapat' }).click()
    await expect(sheet(page, company)).toBeHidden()
    await page.getByText(company).first().click()
    await expect(line(page, 1).getByLabel('Birim fiyat')).toHaveValue('1.150,50')
    await expect(page.getByLabel('Teklif notu')).toHaveValue('Hafta içi teslim')
    await line(page, 2).getByLabel('Miktar').press('Control+Enter')
    await expect(page.getByText('Teklif gönderildi')).toBeVisible()
    await expect(sheet(page, company)).toBeHidden()
  })

  const theirs = await world.page(browser, customer, DESK)
  await test.step('the customer is notified, opens the answer, and accepts it', async () => {
    await theirs.page.goto('/dashboard')
    await openNotification(theirs.page, /Teklif talebiniz cevaplandı/)
    await expect(theirs.page).toHaveURL(`/custom-order?quote=${id}`)
    const opened = theirs.page.getByRole('region', { name: 'Açılan talep' })
    await expect(opened).toContainText('Trüf Yağı Siyah: Cam şişe')
    await opened.getByRole('button', { name: 'Kabul et' }).click()
    await theirs.page.getByRole('button', { name: 'Kabul et ve sipariş ver' }).click()
    await expect(opened).toContainText('Kabul edildi')
  })

  const [order] = await world.request<WireOrder[]>('GET', '/orders', customer)
  const notes = `Hafta içi teslim\n${oil.name}: Cam şişe`
  expect(order).toMatchObject({ grand_total: 4412.65, notes, status: 'beklemede' })
  expect(await world.stockOf(scarce.id)).toMatchObject({ reserved: 2, agree: true })

  await test.step('all three roles see the accepted quote and its order', async () => {
    await theirs.page.getByRole('link', { name: 'Siparişi aç' }).click()
    await expect(theirs.page).toHaveURL(`/orders/${order?.id}`)
    await openNotification(page, new RegExp(`${company} teklifi kabul etti`))
    await expect(sheet(page, company)).toContainText('Kabul edildi')
    await sheet(page, company).getByRole('link', { name: 'Siparişi aç' }).click()
    await expect(page).toHaveURL(`/admin/orders/${order?.id}`)
    const helper = await world.page(browser, marketer, PHONE)
    await helper.page.goto('/marketer/dashboard')
    await openNotification(helper.page, new RegExp(`${company} teklifi kabul etti`))
    await expect(helper.page).toHaveURL(`/marketer/dashboard?tab=custom-order&quote=${id}`)
    const opened = helper.page.getByRole('region', { name: 'Açılan talep' })
    await expect(opened).toContainText('₺4.412,65')
    await opened.getByRole('link', { name: 'Siparişi aç' }).click()
    await expect(helper.page).toHaveURL(new RegExp(`tab=orders&order=${order?.id}`))
    await world.request('POST', `/orders/${order?.id}/cancel`, customer)
    expect([...complaints, ...theirs.complaints, ...helper.complaints]).toEqual([])
  })
})

test('errors of an answer are shown at their fields, failures by the browser’s alert', async ({ browser }) => {
  const customer = await world.customer('Zor Kafe')
  await request(customer)
  const { page } = await open(browser, DESK, 'Zor Kafe')
  const sentences = acceptDialogs(page)
  const send = page.getByRole('button', { name: 'Teklifi gönder' })
  await send.click()
  await expect.poll(() => sentences).toEqual(['En az bir ürün ekleyin'])
  await expect(line(page, 1)).toContainText('Ürün seçin')
  await expect(line(page, 1).getByRole('combobox')).toBeFocused()
  await choose(page, 1, 'truf', oil.name)
  await line(page, 1).getByLabel('Miktar').fill('1,5')
  await page.getByRole('textbox', { name: 'Son geçerlilik günü' }).fill('')
  await send.click()
  await expect(line(page, 1)).toContainText('Miktar tam sayı olmalıdır')
  await expect(page.getByText('Teklifin son gününü girin')).toBeVisible()
  await line(page, 1).getByLabel('Miktar').fill('1')
  await choose(page, 2, 'truf', oil.name)
  await page.getByRole('textbox', { name: 'Son geçerlilik günü' }).fill('2020-01-01')
  await send.click()
  await expect.poll(() => sentences.at(-1)).toBe('Geçerlilik tarihi geçmiş olamaz')
  await page.getByRole('textbox', { name: 'Son geçerlilik günü' }).fill('2099-01-01')
  await send.click()
  await expect.poll(() => sentences.at(-1)).toBe('Aynı ürün iki satırda yazılamaz')
  await expect(line(page, 2)).toContainText('Aynı ürün iki satırda yazılamaz')
  await line(page, 2).getByRole('button', { name: '2. satırı sil' }).click()
  await expect(page.getByText('Karşılığı seçilmeyen: Keçi peyniri. Müşteriye bildirilir.')).toBeVisible()
  await page.getByRole('button', { name: 'Silinen satırı geri al' }).click()
  await expect(line(page, 2)).toBeVisible()
  await line(page, 2).getByRole('button', { name: 'Seçimi kaldır' }).click()
  await expect(page.getByText('Karşılığı seçilmeyen: Keçi peyniri')).toBeVisible()
  await page.context().setOffline(true)
  await send.click()
  await expect.poll(() => sentences.at(-1)).toBe('Teklif cevaplanamadı')
  await page.context().setOffline(false)
  await line(page, 1).getByLabel('Miktar').fill('0')
  await send.click()
  await expect(line(page, 1)).toContainText('Miktar en az 1 olmalıdır')
  await line(page, 1).getByRole('button', { name: '1. satırı sil' }).click()
  await expect(page.getByRole('button', { name: 'Silinen satırı geri al' })).toBeVisible()
  await page.getByRole('button', { name: 'Taslağı sil' }).click()
  await expect.poll(() => sentences.at(-1)).toBe('Bu cevapta yazdıklarınız silinsin mi?')
  // Deleting the draft also removes its error and the offer to restore the removed line.
  await expect(line(page, 1).getByRole('combobox')).toHaveValue('')
  await expect(line(page, 1)).not.toContainText('Miktar en az 1 olmalıdır')
  await expect(page.getByRole('button', { name: 'Silinen satırı geri al' })).toBeHidden()
})

test('an answer can be replaced until it is accepted; the list can be filtered, and an unknown quote is reported', async ({
  browser,
}) => {
  const marketer = await world.marketer('Ayşe Şen')
  const customer = await world.customer('Çınaraltı Lokantası', marketer.id)
  const quote = await world.request<Quote>('POST', '/marketer/custom-orders', marketer, {
    items: WANTED,
    customer_id: customer.id,
  })
  const leaving = await world.product({ name: 'Son Parti Zeytin', price: 1100 })
  await answer(quote, { items: [{ product_id: leaving.id, quantity: 3, price: 1100 }] })
  await world.request('POST', `/custom-orders/${quote.id}/decline`, customer)
  await world.request('PUT', `/admin/products/${leaving.id}`, world.admin, { is_active: false })
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const sentences = acceptDialogs(page)
  await page.goto(QUOTES)
  const rows = page.getByRole('table', { name: 'Teklif talepleri' }).locator('tbody tr[data-index]')
  await expect(rows.first()).toBeVisible()
  await expectAccessibleNow(page, 'quotes')
  await page.keyboard.press('/')
  await page.keyboard.type('CINARALTI')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ayşe Şen istedi')
  await expect(rows).toContainText('Reddedildi')
  await page.getByLabel('Durum').selectOption('red')
  await rows.press('Enter')
  const opened = sheet(page, 'Çınaraltı Lokantası')
  await expect(opened).toContainText('Pazarlamacı Ayşe Şen istedi')
  const sent: string[] = []
  page.on('request', request => request.method() === 'PUT' && sent.push(request.url()))
  // The second click hits the button that sends the answer.
  await opened.getByRole('button', { name: 'Yeniden cevapla' }).dblclick()
  await expect(line(page, 1).getByLabel('Birim fiyat')).toHaveValue('1.100,00')
  await expect(line(page, 1).getByRole('status')).toHaveText('Bu ürün artık satışta değil')
  const send = page.getByRole('button', { name: 'Teklifi gönder' })
  await send.click()
  await expect.poll(() => sentences).toEqual(['Bu ürün artık satışta değil'])
  // This press sends the only request, as the second click has sent none.
  expect(sent).toHaveLength(1)
  await expect(line(page, 1).getByRole('combobox')).toBeFocused()
  await choose(page, 1, 'truf', oil.name)
  await expect(line(page, 1).getByLabel('Birim fiyat')).toHaveValue('1.200,00')
  await line(page, 1).getByLabel('Birim fiyat').fill('1.050')
  sent.length = 0
  await send.dblclick()
  await expect(page.getByText('Bu filtrelere uyan talep yok')).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(await world.request<Quote>('GET', `/custom-orders/${quote.id}`, customer)).toMatchObject({
    status: 'cevaplandi',
    answer: { items: [{ price: 1050 }] },
  })
  await go(page, `${QUOTES}&quote=00000000-0000-4000-8000-000000000000`)
  await expect(page.getByRole('dialog')).toContainText('Kayıt bulunamadı')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(QUOTES)
  expect(complaints).toEqual([])
})

test('the admin is notified if the answer is accepted, or its customer deleted, while a new answer is being written', async ({
  browser,
}) => {
  const [quick, closing] = [await world.customer('Hızlı Karar Kafe'), await world.customer('Kapanan Kafe')]
  const quote = await request(quick)
  await request(closing)
  await answer(quote, { items: [{ product_id: oil.id, quantity: 1, price: 1100 }] })
  const { page, complaints } = await open(browser, DESK, 'Hızlı Karar Kafe')
  const opened = sheet(page, 'Hızlı Karar Kafe')
  await opened.getByRole('button', { name: 'Yeniden cevapla' }).click()
  await line(page, 1).getByLabel('Birim fiyat').fill('1.000')
  await world.request('POST', `/custom-orders/${quote.id}/accept`, quick, {})
  await expect(opened).toContainText('Teklif siz yeni cevabı yazarken kabul edildi')
  await expectAccessibleNow(page, 'overtaken answer')
  await opened.getByRole('button', { name: 'Yazdıklarımı bırak' }).click()
  await expect(opened).not.toContainText('yazarken kabul edildi')
  await expect(opened.getByRole('link', { name: 'Siparişi aç' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()

  await page.getByText('Kapanan Kafe').first().click()
  await choose(page, 1, 'truf', oil.name)
  await world.request('DELETE', `/admin/customers/${closing.id}`, world.admin)
  await expect(page.getByRole('dialog')).toContainText('Talep, müşterisiyle birlikte silinmiş olabilir.')
  expect(complaints).toEqual([])
})

test('an answer that is replaced while its confirmation is open is not accepted or declined unseen', async ({
  browser,
}) => {
  const customer = await world.customer('Kararlı Kafe')
  const quote = await world.request<Quote>('POST', '/custom-orders', customer, { items: WANTED })
  const offer = (price: number) => answer(quote, { items: [{ product_id: oil.id, quantity: 1, price }] })
  const { page, complaints } = await world.page(browser, customer, DESK)
  // While a dialog is open, the page behind it is hidden from the accessibility tree, so it is found by its id.
  const card = page.locator(`[id="${quote.id}"]`)
  const question = page.getByRole('alertdialog')
  const changed = page.getByText('Teklif bu arada değişti; lütfen yeni hâlini inceleyin')
  // The new answer may wait behind a button, so that no row moves.
  const arrived = (price: string) => card.getByText(price).or(page.getByText('Liste değişti, güncelle')).first()
  await offer(1100)
  await page.goto('/custom-order')
  await page.getByRole('button', { name: 'Reddet' }).click()
  await offer(900)
  await expect(arrived('₺990,00')).toBeAttached()
  await question.getByRole('button', { name: 'Reddet' }).click()
  await expect(changed).toHaveCount(1)
  await expect(question).toBeHidden()
  await expect(card.getByText('₺990,00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Kabul et' }).click()
  await expect(question).toContainText('₺990,00 tutarında')
  await offer(2000)
  await expect(arrived('₺2.200,00')).toBeAttached()
  await expect(question).toContainText('₺990,00 tutarında')
  await question.getByRole('button', { name: 'Kabul et ve sipariş ver' }).click()
  await expect(question).toBeHidden()
  expect(await world.request<Quote>('GET', `/custom-orders/${quote.id}`, customer)).toMatchObject({
    status: 'cevaplandi',
  })
  // The replaced answer could not be declined either.
  await expect(card.getByText('₺2.200,00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Reddet' }).click()
  await question.getByRole('button', { name: 'Reddet' }).click()
  await expect(card.getByText('Reddedildi', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})

test('an answer that has expired can be replaced; its new last day is counted from the server’s date', async ({
  browser,
}) => {
  await awayFromMidnight()
  const quote = await request(await world.customer('Geç Kalan Kafe'))
  const today = istanbulDay(new Date())
  await answer(quote, { items: [{ product_id: oil.id, quantity: 1, price: 1100 }], valid_until: today })
  await portal.pass(2 * DAY)
  // The session from the start of the file has ended.
  const { page, complaints } = await world.page(browser, await world.logIn(world.admin), DESK)
  await page.goto(`${QUOTES}&search=gec kalan&quote=${quote.id}`)
  const opened = sheet(page, 'Geç Kalan Kafe')
  await expect(opened).toContainText('Süresi doldu')
  await expect(opened).toContainText('Süresi içinde kabul edilmedi; yeniden cevaplayabilirsiniz.')
  await opened.getByRole('button', { name: 'Yeniden cevapla' }).click()
  await expect(page.getByRole('textbox', { name: 'Son geçerlilik günü' })).toHaveValue(formatDay(daysLater(today, 16)))
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(opened.getByRole('button', { name: 'Yeniden cevapla' })).toBeVisible()
  expect(complaints).toEqual([])
})

/** Opens the newest request of a company from the list. */
async function open(browser: Browser, options: BrowserContextOptions, company: string) {
  const opened = await world.page(browser, world.admin, options)
  await opened.page.goto(QUOTES)
  await opened.page.getByText(company).first().click()
  await expect(sheet(opened.page, company)).toBeVisible()
  return opened
}
