import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessibleNow } from './accessible-state.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { resizeTo } from './shared-pages.ts'
import { go, goWithin } from './steps.ts'
import { DESK, type Person, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** The customer's screens apart from ordering: the header, the bell, quotes, the catalogue as PDF and details. */

let portal: SharedPortal
let world: World
let cheese: WireProduct
let promised: WireProduct
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  cheese = await world.product({ name: 'Ezine Peyniri', barcode: '8690000000001', description: 'Sekiz ay olgunlaştı.' })
  promised = await world.product({ name: 'Tulum Peyniri', stock_quantity: 0, expected_stock_date: '2099-05-01' })
  await world.product({ name: 'Gemlik Zeytini', category: 'Zeytinler' })
})
test.afterAll(() => portal.stop())

type Quote = { id: string; status: string; order_id: string | null }

const requestQuote = (customer: Person, product_name: string) =>
  world.request<Quote>('POST', '/custom-orders', customer, {
    items: [{ product_name, unit: 'LT', quantity: 2.5, price: 1250.5, notes: 'Siyah' }],
    notes: 'Ayda bir',
  })

const answer = ({ id }: Quote, items: object[], valid_until = '2099-12-31') =>
  world.request('PUT', `/admin/custom-orders/${id}/answer`, world.admin, {
    items,
    valid_until,
    notes: 'Bu fiyata bir kez',
  })

const setStatus = ({ id }: WireOrder, status: string) =>
  world.request('PUT', `/admin/orders/${id}/status`, world.admin, { status })

const savedBy = async (page: Page, button: Locator) => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), starts: bytes.subarray(0, 5).toString() }
}
const PDF = { name: expect.stringMatching(/^toptan-katalog.*\.pdf$/), starts: '%PDF-' }

const bell = (page: Page) => page.getByRole('button', { name: /^Bildirimler/ })

test('the header links to every screen and marks the current one; the footer names the company', async ({
  browser,
}) => {
  const person = await world.customer('Gezgin Lokantası')
  const order = await world.order(person, [{ product_id: cheese.id, quantity: 1 }])
  const { page, complaints } = await world.page(browser, person, PHONE)
  const links = ['Dashboard', 'Ürün Kataloğu', 'Sipariş Geçmişi', 'Özel Ürün Talebi']
  const menu = page.getByRole('navigation', { name: 'Menü', exact: true })
  const open = page.getByRole('button', { name: 'Menüyü aç' })
  await page.goto(`/orders/${order.id}`)
  await open.click()
  await expect(menu.getByRole('link')).toHaveText(links)
  await expect(menu.getByRole('link', { name: 'Sipariş Geçmişi' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Özel Ürün Talebi' }).click()
  await expect(page).toHaveURL(/\/custom-order$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Özel Ürün Talebi')
  await expect(menu).toBeHidden()
  await open.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await expect(page.getByText('Çevrimiçi', { exact: true })).toBeVisible()

  await resizeTo(page, DESK)
  const bar = page.getByRole('navigation', { name: 'Ana menü', exact: true })
  await expect(bar.getByRole('link')).toHaveText(links)
  await expect(bar.getByRole('link', { name: 'Özel Ürün Talebi' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Sipariş Geçmişi' }).click()
  await expect(page).toHaveURL(/\/orders$/)
  await expect(bar.getByRole('link', { name: 'Sipariş Geçmişi' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('Çevrimiçi', { exact: true })).toBeVisible()

  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Deneme Toptan')
  await expect(footer).toContainText('B2B Sipariş ve Tedarik Platformu')
  await expect(footer).toContainText('B2B Sipariş Sistemi v1.0')
  await expect(footer).toContainText('2025')
  for (const [name, href] of [
    ['destek@ornek.com.tr', 'mailto:destek@ornek.com.tr'],
    ['0212 000 00 00', 'tel:02120000000'],
    ['Ürün Kataloğu', '/products'],
    ['Sipariş Geçmişi', '/orders'],
    ['Yönetici Girişi', '/admin-login'],
    ['Destek', 'mailto:destek@ornek.com.tr'],
  ] as const)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  expect(complaints).toEqual([])
})

test('the catalogue is saved as a PDF wherever the specification has a button for it', async ({ browser }) => {
  const { page, complaints } = await world.page(browser, await world.customer('Katalogcu'), PHONE)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  const inMenu = page.getByRole('navigation', { name: 'Menü', exact: true }).getByRole('button')
  expect(await savedBy(page, inMenu)).toEqual(PDF)
  await expect(inMenu).toBeHidden()
  const quick = page.getByRole('navigation', { name: 'Hızlı işlemler' }).getByRole('button')
  expect(await savedBy(page, quick)).toEqual(PDF)
  await goWithin(page, '/products')
  await page.getByRole('button', { name: 'Diğer işlemler' }).click()
  const inCatalogue = page.getByRole('dialog').getByRole('button', { name: 'PDF Katalog İndir' })
  expect(await savedBy(page, inCatalogue)).toEqual(PDF)

  await resizeTo(page, DESK)
  expect(await savedBy(page, page.getByRole('button', { name: 'Katalog İndir', exact: true }))).toEqual(PDF)
  // A press elsewhere has closed the menu; while it vanishes it still has a button of the same name.
  await expect(inCatalogue).toBeHidden()
  expect(await savedBy(page, page.getByRole('main').getByRole('button', { name: 'PDF Katalog İndir' }))).toEqual(PDF)
  await page.getByLabel('Kategori', { exact: true }).selectOption('Zeytinler')
  const requested = page.waitForRequest(/\/api\/catalog\/pdf/)
  expect(await savedBy(page, page.getByRole('button', { name: 'Zeytinler: PDF indir' }))).toEqual(PDF)
  expect(new URL((await requested).url()).searchParams.get('category')).toBe('Zeytinler')
  expect(complaints).toEqual([])
})

test('offline the buttons for the catalogue as a PDF are disabled, and the header shows the state', async ({
  browser,
}) => {
  const { page } = await world.page(browser, await world.customer('Kopuk'), PHONE)
  const fetched = page.waitForResponse(/\/api\/orders\?limit=60/)
  await page.goto('/dashboard')
  await fetched
  const save = page.getByRole('main').getByRole('button', { name: 'PDF Katalog İndir' })
  await expect(save).toBeEnabled()
  await page.context().setOffline(true)
  await expect(save).toBeDisabled()
  await page.context().setOffline(false)
  await expect(save).toBeEnabled()
  await expect(page.getByText('Çevrimiçi', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('Çevrimdışı', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  const menu = page.getByRole('navigation', { name: 'Menü', exact: true })
  await expect(menu.getByRole('button', { name: 'PDF Katalog İndir' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await resizeTo(page, DESK)
  const inHeader = page.getByRole('button', { name: 'Katalog İndir', exact: true })
  await expect(page.getByText('Çevrimdışı', { exact: true })).toBeVisible()
  await expect(inHeader).toBeDisabled()
  await page.context().setOffline(false)
  await expect(inHeader).toBeEnabled()
})

test('a failed PDF is reported by screens, and only logged by the header', async ({ browser }) => {
  const all = await world.request<WireProduct[]>('GET', '/admin/products', world.admin)
  const sold = all.filter(({ is_active }) => is_active)
  const offer = (is_active: boolean) =>
    Promise.all(sold.map(({ id }) => world.request('PUT', `/admin/products/${id}`, world.admin, { is_active })))
  const { page, complaints } = await world.page(browser, await world.customer('Kataloğu boş'), PHONE)
  await page.goto('/dashboard')
  const toasts = page.locator('[data-sonner-toast]')
  const quick = page.getByRole('navigation', { name: 'Hızlı işlemler' }).getByRole('button')
  await offer(false)
  try {
    // Nothing is on sale, so the server refuses the PDF with the reason.
    const why = 'Katalogda gösterilecek ürün bulunamadı'
    await page.getByRole('button', { name: 'Menüyü aç' }).click()
    await page.getByRole('navigation', { name: 'Menü', exact: true }).getByRole('button').click()
    await expect.poll(() => complaints.join()).toContain(why)
    await expect(toasts).toHaveCount(0)
    await quick.click()
    await expect(toasts.getByText(why)).toBeVisible()
  } finally {
    await offer(true)
  }
  // Only this request fails. If all failed, the app would be offline and the button disabled.
  await page.route('**/api/catalog/pdf', route => route.abort('connectionreset'))
  await quick.click()
  await expect(toasts.getByText('PDF indirilemedi. Lutfen tekrar deneyin.')).toBeVisible()
})

test('the bell shows a new notification on all open screens of the user, and the notification opens its order', async ({
  browser,
}) => {
  const person = await world.customer('Zilli')
  const order = await world.order(person, [{ product_id: cheese.id, quantity: 1 }])
  const { page, complaints } = await world.page(browser, person, DESK)
  const other = await world.page(browser, await world.logIn(person), PHONE)
  for (const screen of [page, other.page]) {
    const live = screen.waitForResponse(/\/api\/events\?/)
    await screen.goto('/orders')
    expect((await live).status()).toBe(200)
    await expect(bell(screen)).toHaveAccessibleName('Bildirimler')
  }
  await setStatus(order, 'hazirlaniyor')
  for (const screen of [page, other.page]) {
    await expect(bell(screen)).toHaveAccessibleName('Bildirimler: 1 okunmamış')
    // The list of orders is also refetched.
    await expect(screen.getByRole('main').getByText('Hazırlanıyor').and(screen.locator(':not(option)'))).toBeVisible()
  }

  await bell(page).click()
  const list = page.getByRole('dialog', { name: 'Bildirimler' })
  const number = order.id.slice(0, 8)
  await expect(list.getByRole('link', { name: `Sipariş ${number} hazırlanıyor` })).toBeVisible()
  await setStatus(order, 'tamamlandi')
  // The open notifications do not move until the user requests the new one.
  await list.getByRole('button', { name: '1 yeni bildirim' }).click()
  const newest = list.getByRole('link').first()
  await expect(newest).toContainText(`Sipariş ${number} tamamlandı`)
  await expect(newest).toContainText('Okunmadı')
  await newest.click()
  await expect(page).toHaveURL(`/orders/${order.id}`)
  await expect(list).toBeHidden()
  for (const screen of [page, other.page]) await expect(bell(screen)).toHaveAccessibleName('Bildirimler: 1 okunmamış')

  await bell(page).click()
  await list.getByRole('button', { name: 'Tümünü okundu say' }).click()
  await expect(list.getByText('Okunmadı')).toHaveCount(0)
  for (const screen of [page, other.page]) await expect(bell(screen)).toHaveAccessibleName('Bildirimler')
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  expect([...complaints, ...other.complaints]).toEqual([])
})

test('a quote is requested, answered, accepted and becomes an order', async ({ browser }) => {
  const person = await world.customer('Meraklı')
  const { page, complaints } = await world.page(browser, person, PHONE)
  await page.goto('/custom-order')
  await expect(page.getByText('Henüz talebiniz yok')).toBeVisible()
  const send = page.getByRole('button', { name: 'Teklif iste' })
  await send.click()
  await expect(page.getByText('En az bir ürün ekleyin')).toBeVisible()

  const line = (place: number) => page.getByRole('group', { name: `${place}. ürün` })
  await line(1).getByLabel('Ürün adı').fill('Trüf yağı')
  await line(1).getByRole('combobox').selectOption('LT')
  await line(1).getByLabel('Miktar').fill('0,5')
  await expect(line(1).getByLabel('Birim fiyat')).toHaveAccessibleDescription('Hedef fiyatınız; bilmiyorsanız 0')
  await line(1).getByLabel('Birim fiyat').fill('1.250,50')
  await page.getByRole('button', { name: 'Satır ekle' }).click()
  await expect(line(2).getByLabel('Ürün adı')).toBeFocused()
  await line(2).getByLabel('Ürün adı').fill('Fiyatı yazılmayan')
  await page.getByLabel('Talep notu').fill('Ayda bir gerekiyor')
  await send.click()
  await expect(line(1)).toContainText('Miktar en az 1 olmalıdır')
  await expect(line(1).getByLabel('Miktar')).toBeFocused()
  await line(1).getByLabel('Miktar').fill('2,5')
  await send.click()
  await expect(page.getByText('Teklif talebiniz gönderildi')).toBeVisible()
  await expect(page.getByText('Bilgileri eksik 1 satır gönderilmedi; formda duruyor')).toBeVisible()
  await expect(line(1).getByLabel('Ürün adı')).toHaveValue('Fiyatı yazılmayan')
  await expect(line(2)).toBeHidden()
  await expect(line(1).getByLabel('Miktar')).toBeFocused()
  await expect(line(1).getByLabel('Miktar')).toBeInViewport({ ratio: 1 })

  const [requested] = await world.request<Quote[]>('GET', '/custom-orders', person)
  expect(requested).toMatchObject({
    status: 'yeni',
    notes: 'Ayda bir gerekiyor',
    items: [{ product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: 1250.5, notes: null }],
  })
  if (!requested) throw new Error('no request arrived')
  const card = page.getByRole('list', { name: 'Taleplerim' }).getByRole('listitem').filter({ hasText: 'Trüf yağı' })
  await expect(card.first()).toContainText('2,5 LT × ₺1.250,50')
  await answer(requested, [{ product_id: promised.id, quantity: 3, price: 95, notes: 'Benzeri' }])
  await expect(page.getByText('1 teklif kararınızı bekliyor.')).toBeVisible()
  await expect(card.first()).toContainText('₺313,50')
  await expect(card.first()).toContainText('31.12.2099 tarihine kadar geçerli')

  await page.getByRole('button', { name: 'Kabul et' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('₺313,50 tutarında sipariş verilecek')
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  // One of the dialog's buttons has nearly the same name as the button behind it.
  await expect(question).toBeHidden()
  expect(await world.request<unknown[]>('GET', '/orders', person)).toEqual([])
  await page.getByRole('button', { name: 'Kabul et' }).click()
  await question.getByRole('button', { name: 'Kabul et ve sipariş ver' }).click()
  await expect(page.getByText('Teklif kabul edildi, siparişiniz oluşturuldu')).toBeVisible()
  await expect(card.first()).toContainText('Kabul edildi')
  await card.first().getByRole('link', { name: 'Siparişi aç' }).click()
  const [order] = await world.request<WireOrder[]>('GET', '/orders', person)
  await expect(page).toHaveURL(`/orders/${order?.id}`)
  expect(order).toMatchObject({ grand_total: 313.5, status: 'beklemede' })
  expect(complaints).toEqual([])
})

test('a quote is declined; one that cannot be accepted shows the reason', async ({ browser }) => {
  const person = await world.customer('Kararsız')
  const few = await world.product({ name: 'Son Kalan', stock_quantity: 3 })
  const [first, second] = [await requestQuote(person, 'Safran'), await requestQuote(person, 'Sumak')]
  await answer(first, [
    { product_id: few.id, quantity: 5, price: 10 },
    { product_id: cheese.id, quantity: 1, price: 10 },
  ])
  const { page, complaints } = await world.page(browser, person, DESK)
  await page.goto('/custom-order')
  await page.getByRole('button', { name: 'Kabul et' }).click()
  const short = page.getByRole('list', { name: 'Tamamı karşılanamayan ürünler' })
  await expect(short).toContainText('Son Kalan: teklifte 5 ADET, stokta 3 ADET kaldı')
  await expectAccessibleNow(page)
  await expect(page.getByRole('alertdialog')).toContainText('2 ürün için KDV dahil ₺44,00')
  await short.getByRole('radio', { name: '3 ADET al' }).press('ArrowRight')
  await expect(short.getByRole('radio', { name: 'Bu ürünü alma' })).toBeChecked()
  await expect(page.getByRole('alertdialog')).toContainText('1 ürün için KDV dahil ₺11,00')
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await page.getByRole('button', { name: 'Reddet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reddet' }).click()
  await expect(page.getByText('Teklif reddedildi').first()).toBeVisible()
  await expect(page.getByText('Reddedildi', { exact: true })).toBeVisible()
  await answer(second, [{ product_id: cheese.id, quantity: 1, price: 10 }])
  // The pointer is over the rows, so the answer, which would move them, waits behind a button.
  await page.getByRole('button', { name: 'Liste değişti, güncelle' }).click()
  await page.getByRole('button', { name: 'Kabul et' }).click()
  // Another user of the account declines first, and the open question must not notice it.
  await page.route('**/api/custom-orders?*', route => route.abort())
  await world.request('POST', `/custom-orders/${second.id}/decline`, person)
  await page.getByRole('button', { name: 'Kabul et ve sipariş ver' }).click()
  await expect(page.getByText('Bu teklif talebi henüz cevaplanmadı veya artık açık değil')).toBeVisible()
  expect(await world.request<unknown[]>('GET', '/orders', person)).toEqual([])
  expect(complaints).toEqual([])
})

test('a request whose reply is lost is reported, waits, and is sent once', async ({ browser }) => {
  const person = await world.customer('Hattı Kopuk')
  const { page } = await world.page(browser, person, PHONE)
  await page.goto('/custom-order')
  await page.getByLabel('Ürün adı').fill('Kaya tuzu')
  await page.getByLabel('Miktar').fill('4')
  await page.getByLabel('Birim fiyat').fill('0')
  await page.getByRole('button', { name: 'Satır ekle' }).click()
  const second = page.getByRole('group', { name: '2. ürün' })
  await second.getByLabel('Ürün adı').fill('Deniz tuzu')
  await page.getByRole('button', { name: '1. satırı sil' }).click()
  await page.getByLabel('Ürün adı').fill('Göl tuzu')
  // Restoring a line discards nothing that has been typed since.
  await page.getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByLabel('Ürün adı')).toHaveCount(2)
  await expect(second.getByLabel('Ürün adı')).toHaveValue('Göl tuzu')
  await page.getByRole('button', { name: '2. satırı sil' }).click()
  // The request arrives, but its reply is lost.
  await page.route('**/api/custom-orders', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Teklif iste' }).click()
  await expect(page.getByText('Teklif talebi gönderilemedi')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Gönderilmeyi bekleyenler' })).toContainText('Kaya tuzu')
  await expect(page.getByLabel('Ürün adı')).toHaveValue('')
  // Another attempt may be in flight.
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('Bekleyen teklif talebiniz gönderildi')).toBeVisible()
  expect(await world.request<unknown[]>('GET', '/custom-orders', person)).toHaveLength(1)
})

test('a product has a URL, can be added to the cart there unless it is sold out, and Back leads to the list', async ({
  browser,
}) => {
  const none = await world.product({ name: 'Biten Lor', stock_quantity: 1 })
  await world.order(await world.customer('Son Alan'), [{ product_id: none.id, quantity: 1 }])
  const { page, complaints } = await world.page(browser, await world.customer('Ayrıntıcı'), PHONE)
  const detail = page.getByRole('dialog', { name: 'Ezine Peyniri' })
  await page.goto(`/products?urun=${cheese.id}`)
  await detail.getByRole('button', { name: 'Artır' }).click()
  await detail.getByRole('button', { name: 'Sepete ekle: Ezine Peyniri' }).click()
  await expect(detail.getByText('Sepette 2 ADET')).toBeVisible()
  await detail.getByRole('button', { name: 'Kapat' }).click()
  await expect(detail).toBeHidden()
  await expect(page).toHaveURL('/products')

  const search = page.getByRole('searchbox')
  await go(page, '/products?search=ezine')
  await expect(search).toHaveValue('ezine')
  const link = page.getByRole('link', { name: 'Ezine Peyniri' })
  await link.click()
  await expect(page).toHaveURL(`/products?search=ezine&urun=${cheese.id}`)
  for (const text of ['₺100,00', 'KDV dahil ₺110,00', 'Yayla', '8690000000001', 'Sekiz ay olgunlaştı.', 'Stokta'])
    await expect(detail).toContainText(text)
  // If the quantity had the focus, a phone's keyboard would open.
  await expect(detail.getByRole('region', { name: 'Ürün bilgileri' })).toBeFocused()
  await page.goBack()
  await expect(detail).toBeHidden()
  await expect(link).toBeFocused()
  await expect(page).toHaveURL('/products?search=ezine')

  await go(page, '/products?urun=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Bu ürün artık satışta değil')).toBeVisible()
  await go(page, '/products?search=biten')
  await expect(search).toHaveValue('biten')
  await expect(page.getByRole('article', { name: 'Biten Lor' })).toContainText('Tükendi')
  await page.getByRole('link', { name: 'Biten Lor' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sepete ekle: Biten Lor' }).click()
  await expect(page.getByText('Bu ürün stokta yok ve beklenen stok tarihi belli değil')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the bell works again after the server was unreachable', async ({ browser }) => {
  const proxy = await proxyOf(portal)
  const person = await world.customer('Sabırlı Kafe')
  const order = await world.order(person, [{ product_id: cheese.id, quantity: 1 }])
  const { page } = await world.page(browser, person, { ...PHONE, baseURL: proxy.url })
  // The requests after the first paint must be finished before the server becomes unreachable.
  const follows = page.waitForResponse(/\/api\/events\?/)
  await page.goto('/dashboard')
  await follows
  await expect(bell(page)).toHaveAccessibleName('Bildirimler')
  await proxy.down()
  // Changes before the event stream is open again are not missed.
  await setStatus(order, 'hazirlaniyor')
  await expect(page.getByText('Çevrimdışı', { exact: true })).toBeVisible()
  await proxy.up()
  await expect(bell(page)).toHaveAccessibleName('Bildirimler: 1 okunmamış')
  await proxy.down()
})

/** A proxy of a portal that can be stopped and started, as if the server ended and another one took its place. */
async function proxyOf({ url }: SharedPortal) {
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const end = connect(Number(new URL(url).port), '127.0.0.1')
    for (const [socket, other] of [
      [client, end],
      [end, client],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    up: () => listen(port),
    async down() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

test('a session that was ended elsewhere leads to the login immediately, without a press', async ({ browser }) => {
  const person = await world.customer('Çıkan Lokanta')
  const { page } = await loggedIn(browser, person)
  await world.request('POST', '/auth/logout', person)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Oturumunuz sona erdi')).toBeVisible()
})

async function loggedIn(browser: Browser, person: Person) {
  const opened = await world.page(browser, person, DESK)
  const live = opened.page.waitForResponse(/\/api\/events\?/)
  await opened.page.goto('/dashboard')
  await live
  return opened
}
