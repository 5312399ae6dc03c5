import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { acceptDialogs, expectNoWiderThanWindow } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { go, goWithin } from './steps.ts'
import { DESK, type Person, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** The admin's orders: the list, actions on several orders, and the page of an order. */

const ORDERS = '/admin/dashboard?tab=orders'

let portal: SharedPortal
let world: World
let cheese: WireProduct
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  cheese = await world.product({ name: 'Ezine Peyniri', price: 100, vat_rate: 10, stock_quantity: 5000 })
  const route = { name: 'Kadıköy', weekdays: [1, 2, 3], days_before: 1, cutoff_time: '16:00' }
  await world.request('POST', '/admin/delivery/routes', world.admin, route)
})
test.afterAll(() => portal.stop())

const order = (customer: Person, quantity = 2, notes?: string) =>
  world.order(customer, [{ product_id: cheese.id, quantity }], notes)
const short = ({ id }: { id: string }) => id.slice(0, 8)
const cards = (page: Page) => page.getByRole('list', { name: 'Siparişler' }).getByRole('listitem')
const rows = (page: Page) => page.getByRole('table', { name: 'Siparişler' }).locator('tbody tr[data-index]')
const statusOf = async ({ id }: WireOrder) =>
  (await world.request<WireOrder>('GET', `/admin/orders/${id}`, world.admin)).status

test('new orders arrive without a reload, the list can be filtered, and a return to it restores its state', async ({
  browser,
}) => {
  const [mine, other] = [await world.customer('Işık Büfe'), await world.customer('Çınaraltı')]
  const [first] = [await order(mine), await order(other)]
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  const [streams, routes] = [page.waitForResponse('**/api/events?*'), page.waitForResponse('**/api/admin/delivery')]
  await page.goto(ORDERS)
  await expect(cards(page).filter({ hasText: short(first) })).toContainText('₺220,00')
  // Waits for the routes, whose controls are shown above the list.
  await routes
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: PHONE.viewport.height })
    await expect.poll(async () => (await cards(page).first().boundingBox())?.y).toBeLessThanOrEqual(320)
    const labels = page.locator('dt, [aria-label=Görünüm]').locator('span.truncate')
    const cut = () => labels.evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).length)
    await expect.poll(cut).toBe(0)
  }
  await streams
  const second = await order(mine, 3)
  // It appears sooner than by polling, because the server sends an event.
  await page.getByRole('button', { name: '1 yeni sipariş' }).click()
  await expect(cards(page).first()).toContainText(short(second))
  await expect(page.getByRole('term').filter({ hasText: 'Toplam sipariş' }).locator('..')).toContainText(
    String((await world.request<unknown[]>('GET', '/admin/orders', world.admin)).length),
  )

  const chooser = page.getByRole('combobox', { name: 'Müşteri' })
  await page.getByRole('button', { name: 'Filtreler', exact: true }).click()
  await chooser.fill('ISIK BUFE')
  await expect(page.getByRole('listbox', { name: 'Müşteriler' }).getByRole('option').first()).toBeVisible()
  await expectAccessibleNow(page, 'filters')
  await page.getByRole('option', { name: 'Işık Büfe' }).click()
  const chips = page.getByRole('list', { name: 'Etkin filtreler' })
  await expect(chips).toContainText('Müşteri: Işık Büfe')
  await expect(cards(page)).toHaveCount(2)
  await page.getByLabel('Durum').selectOption('beklemede')
  await expect(page).toHaveURL(new RegExp(`customer_id=${mine.id}.*status=beklemede`))
  await page.reload()
  await page.getByRole('button', { name: 'Filtreler: 2 etkin' }).click()
  await expect(chooser).toHaveValue('Işık Büfe')
  await expect(cards(page)).toHaveCount(2)
  // The filter is added when the routes arrive and moves the list, perhaps during a press.
  await expect(page.getByLabel('Rota')).toBeVisible()

  await page.getByRole('link', { name: short(first) }).click()
  await expect(page).toHaveURL(`/admin/orders/${first.id}`)
  await expect(page.getByText(first.id.slice(0, 12))).toBeVisible()
  await page.getByRole('link', { name: 'Siparişlere dön' }).click()
  await expect(cards(page)).toHaveCount(2)
  await resizeTo(page, DESK)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).filter({ hasText: short(first) })).toContainText('₺220,00')
  await resizeTo(page, PHONE)
  await page.getByRole('button', { name: /^Müşteri: .* filtresini kaldır/ }).click()
  await expect(cards(page).filter({ hasText: 'Çınaraltı' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Filtreleri temizle' }).click()
  await page.getByRole('button', { name: 'Filtreler', exact: true }).click()
  await page.getByRole('textbox', { name: 'Başlangıç' }).fill('2099-01-01')
  await expect(page.getByText('Bu filtrelere uyan sipariş yok')).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).last().click()
  await expect(cards(page).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('from the second visit on, the controls of deliveries do not move the list when they arrive', async ({
  browser,
}) => {
  await order(await world.customer('Yerinde'))
  const { page } = await world.page(browser, world.admin, DESK)
  await page.goto(ORDERS)
  const strip = page.getByRole('button', { name: 'Yarının rotası' })
  await expect(strip).toBeVisible()
  const place = () => rows(page).first().boundingBox()
  const before = await place()
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route('**/api/admin/delivery', async route => {
    await released
    await route.continue()
  })
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await expect(strip).toBeHidden()
  expect(await place()).toEqual(before)
  release()
  await expect(strip).toBeVisible()
  expect(await place()).toEqual(before)
})

test('several orders change their status at once; refused ones stay selected', async ({ browser }) => {
  const [stays, goes] = [await world.customer('Kalan'), await world.customer('Giden')]
  const orders = [await order(stays), await order(stays), await order(goes)]
  const { page } = await world.page(browser, world.admin, DESK)
  const sentences = acceptDialogs(page, 'x'.repeat(201), 'Stok bitti')
  // Otherwise an event would remove the deleted order from the list.
  await page.route('**/api/events?*', route => route.abort())
  await page.goto(ORDERS)
  // On a first visit it moves the list when it arrives, perhaps during a press.
  await expect(page.getByRole('button', { name: 'Yarının rotası' })).toBeVisible()
  for (const one of orders)
    await rows(page)
      .filter({ hasText: short(one) })
      .getByRole('checkbox')
      .check()
  const bar = page.getByRole('region', { name: 'Seçilenlerle yapılacaklar' })
  await expect(bar).toContainText('3 satır seçildi')
  for (const [choice, file] of [
    ['Sipariş başına toplama listesi', 'toplama-listeleri-3-siparis.pdf'],
    ['Ürünlere göre ortak toplama listesi', 'ortak-toplama-listesi-3-siparis.pdf'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Yazdır' }).click()
    await page.getByRole('menuitem', { name: choice }).click()
    expect((await saved).suggestedFilename()).toBe(file)
  }
  await world.request('DELETE', `/admin/customers/${goes.id}`, world.admin)
  // The list cannot be fetched again, so it still shows the deleted order after the refusal.
  await page.route('**/api/admin/orders?*', route => route.abort())
  await bar.getByRole('button', { name: 'Durumu değiştir' }).click()
  await page.getByRole('menuitem', { name: 'Hazırlanıyor' }).click()
  await expect(page.getByText('2 siparişin durumu güncellendi')).toBeVisible()
  await expect
    .poll(() => sentences)
    .toEqual([
      '3 siparişin durumu “Hazırlanıyor” yapılsın mı? Müşterilere haber verilecek.',
      `1 siparişin durumu güncellenemedi; seçili kaldı.\n${orders[2]?.id.slice(0, 8)}: Siparis bulunamadi`,
    ])
  await expect(bar).toContainText('1 satır seçildi')
  await expect(page.getByText('kaydedilemedi')).toHaveCount(1)
  expect(await Promise.all(orders.slice(0, 2).map(statusOf))).toEqual(['hazirlaniyor', 'hazirlaniyor'])
  await bar.getByRole('button', { name: 'Seçimi kaldır' }).click()
  await expect(bar).toBeHidden()

  // Cancelling several orders asks for one reason.
  for (const one of orders.slice(0, 2))
    await rows(page)
      .filter({ hasText: short(one) })
      .getByRole('checkbox')
      .check()
  await bar.getByRole('button', { name: 'Durumu değiştir' }).click()
  await page.getByRole('menuitem', { name: 'İptal' }).click()
  await expect
    .poll(() => sentences.slice(-2))
    .toEqual([
      '2 siparişin durumu “İptal” yapılsın mı? Müşterilere haber verilecek.\n\nİptal nedeni (isteğe bağlı):',
      'İptal nedeni en fazla 200 karakter olabilir; bu 201 karakter:',
    ])
  const cancellations = async () => {
    const found = await world.request<WireOrder[]>('GET', `/admin/orders?customer_id=${stays.id}`, world.admin)
    return found.map(one => [one.cancelled_by, one.cancel_reason])
  }
  await expect.poll(cancellations).toEqual([
    ['admin', 'Stok bitti'],
    ['admin', 'Stok bitti'],
  ])
})

test('the page of an order shows all of its data, and the order is printed', async ({ browser }) => {
  const marketer = await world.marketer('Mehmet')
  const customer = await world.customer('Bahar Pastanesi', marketer.id)
  const placed = await order(customer, 2, 'Arka kapıya')
  await world.request('PUT', `/marketer/orders/${placed.id}`, marketer, {
    items: [{ product_id: cheese.id, quantity: 5, price: 90 }],
  })
  const { page, complaints } = await world.page(browser, world.admin, PHONE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const sentences = acceptDialogs(page)
  await page.goto(`/admin/orders/${placed.id}`)
  const main = page.getByRole('main')
  for (const text of ['Arka kapıya', '₺495,00', '1 kez', 'Bağdat Cad. 1', `${customer.username}@ornek.com.tr`])
    await expect(main.getByText(text).first()).toBeVisible()
  await expect(main.getByText('1. revizyon')).toBeVisible()
  for (const [name, file] of [
    ['Toplama listesi', /\.pdf$/],
    ['Sipariş fişi', /\.pdf$/],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(file)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  }
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Durum').selectOption({ label: 'İptal' })
  await page.getByLabel('İptal nedeni').fill('Ödeme gelmedi')
  await expectAccessibleNow(page)
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(main.getByText('İptal nedeni: Ödeme gelmedi')).toBeVisible()
  await page.route('**/api/admin/orders/*/slip', route => route.abort())
  await page.getByRole('button', { name: 'Sipariş fişi' }).click()
  await expect.poll(() => sentences).toEqual(['PDF indirilemedi. Lutfen tekrar deneyin.'])
  await main.getByRole('link', { name: 'Bahar Pastanesi' }).click()
  await expect(page).toHaveURL(`/admin/dashboard?tab=customers&search=${customer.username}`)
  expect(complaints).toEqual([])
})

test('a very long word does not make a page wider than its window', async ({ browser }) => {
  const marketer = await world.marketer('ş'.repeat(200))
  const customer = await world.customer('ğ'.repeat(200), marketer.id)
  const goods = await world.product({ name: 'ü'.repeat(200), brand: 'ö'.repeat(200), stock_quantity: 5000 })
  const line = { product_id: goods.id, quantity: 2 }
  const placed = await world.order(customer, [line], `https://harita.ornek.com.tr/${'n'.repeat(1500)}`)
  const items = [{ ...line, price: 90 }]
  await world.request('PUT', `/marketer/orders/${placed.id}`, marketer, { items, notes: 'y'.repeat(500) })
  const { page } = await world.page(browser, world.admin, PHONE)
  const expectNoWiderInBothSizes = async () => {
    for (const size of [DESK, PHONE]) {
      await resizeTo(page, size)
      await expectNoWiderThanWindow(page)
    }
  }
  await page.goto(`/admin/orders/${placed.id}`)
  await expect(page.getByText('1. revizyon')).toBeVisible()
  await expectNoWiderInBothSizes()
  await goWithin(page, `${ORDERS}&customer_id=${customer.id}`)
  await expect(page.getByRole('button', { name: 'ğ'.repeat(200) })).toBeVisible()
  await expectNoWiderInBothSizes()
  await goWithin(page, '/admin/dashboard?tab=reports')
  await expect(page.getByRole('link', { name: 'ğ'.repeat(200) }).first()).toBeVisible()
  await expectNoWiderInBothSizes()
})

test('the filtered list is exported to a workbook; a failure is shown by the browser’s alert', async ({ browser }) => {
  const customer = await world.customer('Zümrüt Kafe')
  const mine = [await order(customer), await order(customer)]
  const { page } = await world.page(browser, world.admin, DESK)
  const sentences = acceptDialogs(page)
  await page.goto(`${ORDERS}&customer_id=${customer.id}`)
  const button = page.getByRole('button', { name: 'Excel’e aktar' })
  const saved = page.waitForEvent('download')
  await button.click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^siparisler-\d{4}-\d\d-\d\d\.xlsx$/)
  const xlsx = await import('@e965/xlsx')
  const book = xlsx.read(await readFile(await download.path()))
  const lines = xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(lines).toHaveLength(3)
  expect(JSON.stringify(lines)).toContain(short(mine[0] ?? { id: '' }))

  const kinds: string[] = []
  page.on('dialog', dialog => kinds.push(dialog.type()))
  await page.route('**/api/admin/reports/orders-excel*', route => route.abort())
  await button.click()
  await expect.poll(() => sentences).toEqual(['Excel dosyası indirilemedi'])
  expect(kinds).toEqual(['alert'])
  await page.route('**/api/admin/orders?*', route => route.abort())
  await go(page, `${ORDERS}&search=zumrut`)
  await expect(page.getByText('Siparisler yuklenirken hata olustu')).toBeVisible()
})

test('the errors for an unknown order and for a status that cannot be saved are only logged', async ({ browser }) => {
  const placed = await order(await world.customer('Sessiz Kafe'))
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const sentences = acceptDialogs(page)
  await page.goto('/admin/orders/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Sipariş Bulunamadı' })).toBeVisible()
  expect(complaints.join()).toContain('Siparis bulunamadi')
  await page.getByRole('link', { name: 'Siparişlere dön' }).click()
  await expect(page).toHaveURL('/admin/dashboard')

  await goWithin(page, `/admin/orders/${placed.id}`)
  await page.route('**/status', route => route.abort())
  await page.getByRole('button', { name: 'Düzenle' }).press('Enter')
  const status = page.getByLabel('Durum')
  await expect(status).toBeFocused()
  await status.selectOption({ label: 'Tamamlandı' })
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => complaints.join()).toContain('Sipariş durumu güncellenemedi')
  await expect(status).toHaveValue('tamamlandi')
  expect(await statusOf(placed)).toBe('beklemede')
  await page.unroute('**/status')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Sipariş durumu güncellendi')).toBeVisible()
  expect(await statusOf(placed)).toBe('tamamlandi')
  const sent: string[] = []
  page.on('request', request => request.method() === 'PUT' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await status.selectOption({ label: 'Hazırlanıyor' })
  await page.getByRole('button', { name: 'Kaydet' }).dblclick()
  await expect(page.getByRole('button', { name: 'Düzenle' })).toBeVisible()
  expect(sent).toHaveLength(1)
  await page.getByRole('button', { name: 'Düzenle' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Düzenle' })).toBeFocused()
  await page.getByRole('link', { name: 'İşlem geçmişi' }).click()
  await expect(page).toHaveURL(`/admin/dashboard?tab=reports&view=audit&entity=order&entity_id=${placed.id}`)
  await expect(page.getByRole('main')).toContainText('Tamamlandı')
  expect(sentences).toEqual([])
})

test('orders are processed with the keyboard only', async ({ browser }) => {
  const customer = await world.customer('Klavye Kafe')
  const names = Array.from({ length: 14 }, (_, i) => `Klavye Ürünü ${i}`)
  const goods = await Promise.all(names.map(name => world.product({ name, stock_quantity: 50 })))
  const items = goods.map(({ id }) => ({ product_id: id, quantity: 1 }))
  const [older, newer] = [await world.order(customer, items, 'Arka kapıya'), await order(customer)]
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Set before the page is loaded, because afterwards a request might be sent before the browser intercepts it.
  await page.route('**/status', route => route.abort())
  await page.goto(ORDERS)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('klavye')
  await expect(page).toHaveURL(/search=klavye/)
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, newer)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(rowOf(page, older)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(rowOf(page, newer)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 satır seçildi')).toBeVisible()
  // A status that cannot be saved is reverted.
  await page.keyboard.press('d')
  await expect(rowOf(page, newer)).toContainText('kaydedilemedi')
  await expect(rowOf(page, newer)).toContainText('Beklemede')
  await page.unroute('**/status')
  await page.keyboard.press('d')
  await expect(rowOf(page, newer)).toContainText('Hazırlanıyor')
  await expect(rowOf(page, newer)).not.toContainText('kaydedilemedi')
  await expect(rowOf(page, newer)).toBeFocused()
  await expect.poll(() => statusOf(newer)).toBe('hazirlaniyor')
  await page.keyboard.press('?')
  for (const shortcut of ['Satırdaki siparişi sonraki duruma geçir', 'Satırı seç', 'Aramadan ilk satıra in'])
    await expect(page.getByRole('dialog').getByText(shortcut)).toBeVisible()
  await page.keyboard.press('Escape')
  // The dialog keeps the focus until it is closed.
  await expect(page.getByRole('dialog')).toBeHidden()
  await rowOf(page, newer).press('Enter')
  await expect(page).toHaveURL(`/admin/orders/${newer.id}`)

  await expect(page.getByRole('button', { name: 'Sonraki sipariş (n)' })).toBeEnabled()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(`/admin/orders/${older.id}`)
  const main = page.getByRole('main')
  const lines = main.getByRole('table', { name: 'Sipariş satırları' }).locator('tbody tr')
  await expect(lines).toHaveCount(14)
  await expect(lines.last()).toBeInViewport({ ratio: 1 })
  await expect(main.getByRole('region', { name: 'Sipariş notu' })).toContainText('Arka kapıya')
  await expect(page.getByRole('button', { name: 'Sonraki sipariş (n)' })).toBeDisabled()
  await page.keyboard.press('d')
  await expect(main.getByText('Hazırlanıyor')).toHaveCount(2)
  await expect.poll(() => statusOf(older)).toBe('hazirlaniyor')
  await page.goBack()
  await expect(page).toHaveURL(/tab=orders&search=klavye/)
  await expect(rowOf(page, older)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Önceki sipariş (p)' })).toBeEnabled()
  await page.keyboard.press('p')
  await expect(page).toHaveURL(`/admin/orders/${newer.id}`)
  await page.goBack()
  await expect(rowOf(page, newer)).toBeFocused()
  await expect(page.getByText('1 satır seçildi')).toBeVisible()
  await rowOf(page, newer).getByRole('checkbox').click()
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, older)).toBeFocused()
  expect(complaints.filter(text => !/durumu güncellenemedi|ERR_FAILED/.test(text))).toEqual([])
})

const rowOf = (page: Page, { id }: WireOrder): Locator => rows(page).filter({ hasText: id.slice(0, 8) })
