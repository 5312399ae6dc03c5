import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { roomBeside } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { go } from './steps.ts'
import { DESK, type Person, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** A marketer's header, figures and orders: finding, revising and cancelling orders, and links to an order. */

let portal: SharedPortal
let world: World
let cheese: WireProduct
let curd: WireProduct
let olives: WireProduct
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  const make = (name: string, price: number) => world.product({ name, price, stock_quantity: 10_000 })
  ;[cheese, curd, olives] = [await make('Ezine Peyniri', 100), await make('Lor', 40), await make('Gemlik Zeytini', 250)]
})
test.afterAll(() => portal.stop())

const orderOf = (customer: Person, notes?: string) =>
  world.order(
    customer,
    [
      { product_id: cheese.id, quantity: 2 },
      { product_id: curd.id, quantity: 3 },
    ],
    notes,
  )
const present = (marketer: Person, { id }: WireOrder) =>
  world.request<WireOrder>('GET', `/marketer/orders/${id}`, marketer)

const TAB = '/marketer/dashboard?tab=orders'
const row = (page: Page, { id }: WireOrder) => page.locator('details').filter({ hasText: id.slice(0, 8) })
const quantity = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name: `${name} miktarı` })
const price = (dialog: Locator, name: string) => dialog.getByLabel(`${name} birim fiyatı`)
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Kaydet' }).click()

async function openRevision(page: Page, order: WireOrder) {
  await page.goto(`${TAB}&view=list&order=${order.id}`)
  await row(page, order).getByRole('button', { name: 'Revize et' }).click()
  return page.getByRole('dialog', { name: 'Siparişi revize et' })
}

test('the header links to the tabs, the figures are the marketer’s own, and each latest order links to its details', async ({
  browser,
}) => {
  const marketer = await world.marketer('Mehmet Kaya')
  const customer = await world.customer('Çınaraltı Lokantası', marketer.id)
  await world.customer('Boş Kafe', marketer.id)
  const strange = await orderOf(await world.customer('Başkasının Müşterisi'))
  const orders = [await orderOf(customer), await orderOf(customer), await orderOf(customer)]
  const [cancelled, , latest] = orders
  if (!cancelled || !latest) throw new Error('orders are missing')
  await world.request('POST', `/marketer/orders/${cancelled.id}/cancel`, marketer)
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  await page.goto('/marketer/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merhaba, Mehmet Kaya')
  for (const [label, figure] of [
    ['Toplam müşteri', '2'],
    ['Toplam sipariş', '3'],
    ['Bekleyen sipariş', '2'],
    ['Toplam satış', '₺704,00'],
  ] as const)
    await expect(page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')).toHaveText(figure)
  await expect(page.getByText('Çevrimiçi')).toBeVisible()

  const latestRow = page.getByRole('link', { name: new RegExp(latest.id.slice(0, 8)) })
  await expect(latestRow).toContainText('Çınaraltı Lokantası')
  await expect(latestRow).toContainText('₺352,00')
  await expect(page.getByText(strange.id.slice(0, 8))).toBeHidden()
  await latestRow.click()
  await expect(page).toHaveURL(new RegExp(`tab=orders&order=${latest.id}`))
  await expect(row(page, latest).getByRole('button', { name: 'Revize et' })).toBeVisible()
  await expect(row(page, latest).locator('summary')).toBeFocused()

  const bar = page.getByRole('navigation', { name: 'Alt menü' })
  await expect(bar.getByRole('link')).toHaveText(['Özet', 'Ürünler', 'Sepet', 'Siparişler', 'Müşteriler'])
  await expect(bar.getByRole('link', { name: 'Siparişler' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Özet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merhaba, Mehmet Kaya')
  await page.getByRole('combobox', { name: 'Panel bölümleri' }).selectOption('Siparişler')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Siparişler')
  await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Firma veya sipariş no')
  await page.setViewportSize({ width: 320, height: 844 })
  await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Firma, sipariş no')
  const name = row(page, latest).getByRole('heading', { name: 'Çınaraltı Lokantası' })
  expect(await name.evaluate(text => text.scrollWidth <= text.clientWidth), 'the whole name').toBe(true)
  const sections = page.getByRole('combobox', { name: 'Panel bölümleri' })
  expect(await sections.evaluate(roomBeside, 'Özel Talep'), 'the longest section').toBeGreaterThanOrEqual(8)
  await page.setViewportSize(PHONE.viewport)
  await page.setViewportSize({ width: 768, height: 1024 })
  const menu = page.getByRole('navigation', { name: 'Panel' })
  const leads = async () => {
    await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Ürünler', 'Siparişler', 'Müşteriler'])
    await expect(menu.getByRole('link', { name: 'Siparişler' })).toHaveAttribute('aria-current', 'page')
  }
  await page.getByRole('button', { name: 'Menü' }).click()
  await leads()
  await page.keyboard.press('Escape')
  await resizeTo(page, DESK)
  await leads()
  await menu.getByRole('link', { name: 'Müşteriler' }).click()
  await expect(page).toHaveURL(/tab=customers/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Siparişler')

  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill('peynirci')
  await expect(page.getByText('Bu aramaya uyan sipariş yok')).toBeVisible()
  await expect(page.getByText('Çevrimdışı', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('cinaralti')
  await page.getByLabel('Durum').selectOption('İptal')
  await expect(page.getByText(/Çevrimdışısınız\. .* tarihli sipariş listesi gösteriliyor\./)).toBeVisible()
  const rows = page.getByRole('table', { name: 'Müşterilerinizin siparişleri' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(cancelled.id.slice(0, 8))
  await page.context().setOffline(false)
  await expect(page.getByText('Çevrimiçi')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a revision changes quantity and price, removes a line and adds another; its history shows the author and the changes', async ({
  browser,
}) => {
  const marketer = await world.marketer('Ayşe Demir')
  const customer = await world.customer('Zümrüt Kafe', marketer.id)
  const order = await orderOf(customer, 'Sabah erken')
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  const dialog = await openRevision(page, order)
  expect(await dialog.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])).toEqual([390, 844])

  await quantity(dialog, 'Ezine Peyniri').fill('5')
  await price(dialog, 'Ezine Peyniri').fill('1.234,50')
  await price(dialog, 'Ezine Peyniri').blur()
  await expect(price(dialog, 'Ezine Peyniri')).toHaveValue('1.234,50')
  await expect(dialog.getByText('Kayıtlı: 2 ADET × ₺100,00')).toBeVisible()
  await expect(dialog.getByText('Liste ₺100,00')).toBeVisible()
  await expect(dialog.getByText('%1.135 üstünde')).toBeVisible()
  // The error that appears when the field loses the focus does not move the tapped line away.
  await price(dialog, 'Lor').fill('38')
  await quantity(dialog, 'Ezine Peyniri').fill('5,5')
  await dialog.getByRole('button', { name: 'Lor: satırı çıkar' }).tap()
  await expect(dialog.getByRole('button', { name: 'Lor: geri al' })).toBeFocused()
  await expect(dialog.getByText('Miktar tam sayı olmalıdır')).toBeVisible()
  await quantity(dialog, 'Ezine Peyniri').fill('5')
  await dialog.getByRole('button', { name: 'Lor: geri al' }).click()
  await expect(price(dialog, 'Lor')).toHaveValue('38,00')
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('Lor')
  await dialog.getByRole('button', { name: 'Lor: satırı çıkar' }).click()
  await expect(dialog.getByRole('button', { name: 'Son satır çıkarılamaz' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Ürün ekle' }).click()
  await dialog.getByRole('searchbox').fill('ZEYTIN')
  await expect(dialog.getByRole('button', { name: 'Siparişe ekle: Gemlik Zeytini' })).toBeVisible()
  await expectAccessibleNow(page, 'revision')
  await dialog.getByRole('button', { name: 'Siparişe ekle: Gemlik Zeytini' }).click()
  await expect(quantity(dialog, 'Gemlik Zeytini')).toBeFocused()
  await dialog.getByLabel('Sipariş notu').fill('Öğlenden sonra')
  await expect(dialog.getByText('₺7.064,75').first()).toBeVisible()

  await price(dialog, 'Gemlik Zeytini').fill('-1')
  await save(dialog)
  await expect(dialog.getByText('Fiyat 0 veya daha büyük olmalıdır')).toBeVisible()
  await expect(price(dialog, 'Gemlik Zeytini')).toBeFocused()
  await price(dialog, 'Gemlik Zeytini').fill('249,99')
  // A typed quantity is applied even if its field still has the focus.
  await quantity(dialog, 'Gemlik Zeytini').fill('3')
  await quantity(dialog, 'Gemlik Zeytini').press('Control+Enter')
  const question = page.getByRole('alertdialog', { name: 'Bu fiyat doğru mu?' })
  await expect(question).toContainText('Ezine Peyniri: ₺1.234,50, liste fiyatının (₺100,00) %1.135 üstünde.')
  await question.getByRole('button', { name: 'Evet, fiyat doğru' }).click()
  await expect(page.getByText('Sipariş revize edildi')).toBeVisible()
  await expect(dialog).toBeHidden()

  expect(await present(marketer, order)).toMatchObject({
    revision_count: 1,
    notes: 'Öğlenden sonra',
    items: [
      { product_id: cheese.id, quantity: 5, price: 1234.5 },
      { product_id: olives.id, quantity: 3, price: 249.99 },
    ],
  })
  const shown = row(page, order)
  await expect(shown.getByText('1 kez revize')).toBeVisible()
  await expect(shown.getByText('Son revize eden: Ayşe Demir (pazarlamacı)')).toBeVisible()
  await expect(shown.getByText(/1\. revizyon · Ayşe Demir/)).toBeVisible()
  await expect(shown).toContainText(/miktar 2\s*yerine\s*5\s*ADET/)
  for (const what of ['Çıkarıldı', 'Değişti', 'Eklendi', 'Not: “Sabah erken” → “Öğlenden sonra”'])
    await expect(shown.getByText(what)).toBeVisible()
  await expectAccessibleNow(page, 'a revised order')
  expect(complaints).toEqual([])
})

test('an order is cancelled after a question; one that is being prepared can no longer be cancelled', async ({
  browser,
}) => {
  const marketer = await world.marketer('Can Şen')
  const customer = await world.customer('Işıl Pastanesi', marketer.id)
  const [order, late] = [await orderOf(customer), await orderOf(customer)]
  const { page } = await world.page(browser, marketer, DESK)
  await page.goto(`${TAB}&view=list&order=${order.id}`)
  const cancel = async (one: WireOrder) => {
    await row(page, one).getByRole('button', { name: 'Siparişi iptal et' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Bu siparişi iptal etmek istediğinizden emin misiniz?')
    await expect(question).toContainText(one.id.slice(0, 8))
    return question.getByRole('button', { name: 'Siparişi iptal et' })
  }
  const confirmed = await cancel(order)
  await page.getByLabel('İptal nedeni').fill('Müşteri vazgeçti')
  await confirmed.click()
  await expect(page.getByText('Sipariş iptal edildi')).toBeVisible()
  await expect(row(page, order).getByText('İptal', { exact: true })).toBeVisible()
  await expect(row(page, order).getByRole('button', { name: /Revize et|iptal et/ })).toHaveCount(0)
  await expect(row(page, order)).toContainText('İptal eden: Can Şen (pazarlamacı)')
  await expect(row(page, order)).toContainText('İptal nedeni: Müşteri vazgeçti')

  await row(page, late).locator('summary').click()
  await expect(await cancel(late)).toBeVisible()
  await world.request('PUT', `/admin/orders/${late.id}/status`, world.admin, { status: 'hazirlaniyor' })
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Sipariş bu arada değişti, durumu: Hazırlanıyor. Artık iptal edilemez.')
  await question.getByRole('button', { name: 'Kapat' }).click()
  await expect(question).toBeHidden()
  await expect(row(page, late).getByText('Hazırlanıyor')).toBeVisible()

  await page.getByRole('combobox', { name: 'Durum' }).selectOption('İptal')
  await expect(row(page, late)).toBeHidden()
  await expect(row(page, order)).toBeVisible()
  await page.getByRole('combobox', { name: 'Durum' }).selectOption('')
  await page.getByRole('searchbox').fill(late.id.slice(0, 8))
  await expect(row(page, order)).toBeHidden()
  await page.getByRole('searchbox').fill('isil past')
  await expect(row(page, order)).toBeVisible()
  await page.getByRole('searchbox').fill('yok böyle biri')
  await page.getByRole('button', { name: 'Filtreleri temizle' }).click()
  await expect(row(page, late)).toBeVisible()
})

test('changes of another user are shown during a revision; typed values stay until they are saved again or discarded', async ({
  browser,
}) => {
  const marketer = await world.marketer('Elif Kurt')
  const order = await orderOf(await world.customer('Köşe Büfe', marketer.id))
  const change = (items: object[], revision_count: number) =>
    world.request('PUT', `/marketer/orders/${order.id}`, marketer, { items, revision_count })
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  const dialog = await openRevision(page, order)
  await quantity(dialog, 'Ezine Peyniri').fill('9')
  await price(dialog, 'Lor').fill('38,5')
  const lor = { product_id: curd.id, quantity: 3, price: 40 }
  await change([{ product_id: cheese.id, quantity: 4, price: 90 }, lor], 0)

  await save(dialog)
  const notice = dialog
    .getByRole('status')
    .filter({ hasText: 'Bu sipariş siz bakarken başkası tarafından revize edildi' })
  await expect(notice).toBeVisible()
  await expect(dialog.getByText(/1\. revizyon · Elif Kurt/)).toBeVisible()
  await expect(dialog.getByText('Kayıtlı: 4 ADET × ₺90,00')).toBeVisible()
  await expect(quantity(dialog, 'Ezine Peyniri')).toHaveValue('9')
  await expect(price(dialog, 'Ezine Peyniri')).toHaveValue('90,00')
  await expect(price(dialog, 'Lor')).toHaveValue('38,50')
  expect(await present(marketer, order)).toMatchObject({ revision_count: 1, items: [{ quantity: 4 }, { price: 40 }] })

  const setStatus = (status: string) =>
    world.request('PUT', `/admin/orders/${order.id}/status`, world.admin, { status })
  await setStatus('hazirlaniyor')
  await expect(dialog.getByText('Sipariş artık beklemede değil: Hazırlanıyor')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Kaydet' })).toBeDisabled()
  await setStatus('beklemede')
  await expect(dialog.getByText('Sipariş artık beklemede değil')).toBeHidden()
  await save(dialog)
  await expect(page.getByText('Sipariş revize edildi')).toBeVisible()
  expect(await present(marketer, order)).toMatchObject({
    revision_count: 2,
    items: [
      { quantity: 9, price: 90 },
      { quantity: 3, price: 38.5 },
    ],
  })
  await expect(row(page, order).getByText('2 kez revize')).toBeVisible()

  await row(page, order).getByRole('button', { name: 'Revize et' }).click()
  await quantity(dialog, 'Ezine Peyniri').fill('7')
  await change([{ product_id: olives.id, quantity: 1, price: 200 }], 2)
  await dialog.getByRole('button', { name: 'Değişiklikleri göster' }).click()
  await expect(dialog.getByRole('textbox', { name: /miktarı/ })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Değişikliklerimi bırak' }).click()
  await expect(dialog.getByRole('textbox', { name: /miktarı/ })).toHaveCount(1)
  await expect(quantity(dialog, 'Gemlik Zeytini')).toHaveValue('1')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await present(marketer, order)).toMatchObject({ revision_count: 3, items: [{ product_id: olives.id }] })
  expect(complaints).toEqual([])
})

test('orders of a customer that has been assigned to another marketer can only be revised by that marketer', async ({
  browser,
}) => {
  const [former, next] = [await world.marketer('Eski Pazarlamacı'), await world.marketer('Yeni Pazarlamacı')]
  const customer = await world.customer('Devir Market', former.id)
  const order = await orderOf(customer)
  const items = [{ product_id: cheese.id, quantity: 6, price: 99 }]
  await world.request('PUT', `/marketer/orders/${order.id}`, former, { items })
  const before = await world.page(browser, former, PHONE)
  const late = await openRevision(before.page, order)
  await quantity(late, 'Ezine Peyniri').fill('7')

  await world.request('PUT', `/admin/customers/${customer.id}`, world.admin, { assigned_marketer_id: next.id })
  await save(late)
  await expect(late.getByText('Siparis bulunamadi')).toBeVisible()
  await expect(quantity(late, 'Ezine Peyniri')).toHaveValue('7')
  await before.page.keyboard.press('Escape')
  await before.page.getByRole('button', { name: 'Kaydetmeden kapat' }).click()
  await expect(before.page.getByText('müşterisi başka bir pazarlamacıya geçmiş olabilir')).toBeVisible()
  await expect(row(before.page, order)).toBeHidden()

  const changed = [{ product_id: cheese.id, quantity: 8, price: 99 }]
  await world.request('PUT', `/marketer/orders/${order.id}`, next, { items: changed, revision_count: 1 })
  expect(await present(next, order)).toMatchObject({
    revision_count: 2,
    revised_by_marketer_name: 'Yeni Pazarlamacı',
    items: [{ quantity: 8, price: 99 }],
  })
})

test('missing stock is shown at its line; leaving with changes needs a confirmation; without a network a revision waits', async ({
  browser,
}) => {
  const marketer = await world.marketer('Sena Ok')
  const customer = await world.customer('Az Kalan', marketer.id)
  const few = await world.product({ name: 'Az Kalan Peynir', stock_quantity: 6 })
  const order = await world.order(customer, [
    { product_id: cheese.id, quantity: 1 },
    { product_id: few.id, quantity: 2 },
  ])
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  await page.goto('/marketer/dashboard')
  await page.getByRole('link', { name: new RegExp(order.id.slice(0, 8)) }).click()
  await row(page, order).getByRole('button', { name: 'Revize et' }).click()
  const dialog = page.getByRole('dialog', { name: 'Siparişi revize et' })
  await quantity(dialog, 'Az Kalan Peynir').fill('7')
  await save(dialog)
  const sentence = 'Yetersiz stok! Maksimum 6 adet siparis verebilirsiniz.'
  await expect(dialog.getByText(`Az Kalan Peynir: ${sentence}`)).toBeVisible()
  await expect(quantity(dialog, 'Az Kalan Peynir')).toBeFocused()
  await quantity(dialog, 'Az Kalan Peynir').fill('6')
  await quantity(dialog, 'Az Kalan Peynir').blur()
  await expect(dialog.getByText(`Az Kalan Peynir: ${sentence}`)).toBeHidden()

  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await row(page, order).getByRole('button', { name: 'Revize et' }).click()
  await expect(dialog.getByText('Bu siparişte kaydetmediğiniz değişiklikler duruyor.')).toBeVisible()
  await expect(quantity(dialog, 'Az Kalan Peynir')).toHaveValue('6')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Değişiklikler kaydedilmeden kapatılsın mı?' })
  await question.getByRole('button', { name: 'Düzenlemeye dön' }).click()
  await expect(quantity(dialog, 'Az Kalan Peynir')).toHaveValue('6')
  await page.context().setOffline(true)
  await expect(dialog.getByText(/Kaydettiğiniz revizyon bu cihazda bekler/)).toBeVisible()
  await save(dialog)
  await expect(page.getByText('Revizyon bekliyor; bağlantı gelince gönderilecek')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row(page, order).getByRole('button', { name: 'Revize et' })).toBeDisabled()
  await expect(row(page, order).getByRole('button', { name: 'Siparişi iptal et' })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(page.getByText('Bekleyen değişiklik kaydedildi')).toBeVisible()
  expect(await present(marketer, order)).toMatchObject({
    revision_count: 1,
    items: [{ quantity: 1 }, { quantity: 6 }],
  })
  expect(complaints).toEqual([])
})

test('a notification opens its order each time, even a very old one, and reports that an order has been deleted', async ({
  browser,
}) => {
  const marketer = await world.marketer('Uğur Tan')
  const customer = await world.customer('Eski Dost', marketer.id)
  const old = await orderOf(customer)
  const many = await world.customer('Çok Sipariş', marketer.id)
  // One after the other: concurrent orders would wait for each other's locks longer than the server allows.
  for (let made = 0; made < 62; made++) await world.order(many, [{ product_id: cheese.id, quantity: 1 }])
  await world.request('POST', `/orders/${old.id}/cancel`, customer)
  const { page, complaints } = await world.page(browser, marketer, PHONE)
  await page.goto(TAB)
  await expect(page.getByRole('list', { name: 'Müşterilerinizin siparişleri' })).toBeVisible()
  const follow = async () => {
    await page.getByRole('button', { name: /^Bildirimler/ }).click()
    await page.getByRole('link', { name: /Eski Dost .* siparişini iptal etti/ }).click()
  }
  await follow()
  await expect(row(page, old).getByText('Ezine Peyniri')).toBeInViewport()
  await expect(row(page, old).locator('summary')).toBeFocused()
  await page.evaluate(() => scrollBy(0, 3000))
  await expect(row(page, old).getByText('Ezine Peyniri')).not.toBeInViewport()
  await follow()
  await expect(row(page, old).getByText('Ezine Peyniri')).toBeInViewport()
  await row(page, old).locator('summary').click()
  await expect(page).toHaveURL(/tab=orders$/)
  await follow()
  await expect(row(page, old).getByText('Ezine Peyniri')).toBeInViewport()

  // An order on the first page is shown in its place in the list.
  const [, , , , , , , , , , fromThere] = await world.request<WireOrder[]>('GET', '/marketer/orders?limit=40', marketer)
  if (!fromThere) throw new Error('an order is missing')
  await go(page, `${TAB}&order=${fromThere.id}`)
  await expect(row(page, fromThere).getByText('Ezine Peyniri')).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Açılan sipariş' })).toHaveCount(0)

  await world.request('DELETE', `/admin/customers/${customer.id}`, world.admin)
  await go(page, `${TAB}&order=${old.id}`)
  await expect(page.getByText('Siparis bulunamadi')).toBeVisible()
  await page.getByRole('button', { name: 'Kapat' }).click()
  await expect(page.getByText('Siparis bulunamadi')).toBeHidden()
  expect(complaints).toEqual([])
})
