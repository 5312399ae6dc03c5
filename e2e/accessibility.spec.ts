import { expect, type Locator, type Page, test } from '@playwright/test'
import { AUDIENCES, LOGGED_OUT_SCREENS, PUBLIC_SCREENS } from '../web/screens.ts'
import { coveredWhenFocused, expectAccessibleInBothSizes, smallTargets } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { goWithin } from './steps.ts'
import { DESK, type Person, PHONE, type WireOrder, World } from './world.ts'

/**
 * axe finds nothing on any screen, on a phone and on a desk, and no screen is wider than its window. On a phone, all
 * controls are at least 44 px wide and high, and a focused element is never partly under the bar at the bottom.
 */

let portal: SharedPortal
let world: World
let people: Record<'customer' | 'marketer' | 'admin', Person>
let orderId: string
let productId: string
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  const marketer = await world.marketer('Mehmet Kaya')
  const customer = await world.customer('Çınaraltı Lokantası', marketer.id)
  people = { customer, marketer, admin: world.admin }
  const endless = await world.product({ name: `Ezine${'A'.repeat(190)}`, brand: 'B'.repeat(200) })
  const long = await world.customer(`Uzunadlı${'ç'.repeat(190)}`, marketer.id)
  await world.order(long, [{ product_id: endless.id, quantity: 1 }])
  const cheese = await world.product({ name: 'Ezine Peyniri', stock_quantity: 6 })
  await world.product({ name: 'Klavye Kaşarı', stock_quantity: 40 })
  await world.product({ name: 'Zeytin', category: 'Zeytinler', brand: 'Bahçe', barcode: '8690000000017' })
  const promised = await world.product({ name: 'Tulum Peyniri', stock_quantity: 0, expected_stock_date: '2099-05-01' })
  const lines = [cheese, promised, endless].map(({ id }) => ({ product_id: id, quantity: 2 }))
  orderId = (await world.order(customer, lines, 'Sabah erken')).id
  productId = endless.id
  const wanted = [{ product_name: 'Trüf yağı', unit: 'LT', quantity: 2.5, price: 1250, notes: 'Siyah' }]
  const request = () =>
    world.request<{ id: string }>('POST', '/custom-orders', customer, { items: wanted, notes: 'Ayda bir' })
  const { id } = await request()
  const answer = { items: [{ product_id: promised.id, quantity: 3, price: 95 }], valid_until: '2099-12-31' }
  await world.request('PUT', `/admin/custom-orders/${id}/answer`, world.admin, answer)
  await request()
})
test.afterAll(() => portal.stop())

type Visitor = 'visitor' | keyof typeof people

type Open = (page: Page) => Promise<void>
type Shown = [as: Visitor, address: string, open?: Open]

/** The URL at which a screen of the route table shows the most, and what is opened there. */
const BEST: Record<string, [address: string, open?: Open]> = {
  '/verify-email': ['/verify-email?token=x'],
  '/undo-email': ['/undo-email?token=x'],
  '/products': ['/products?search=peynir'],
  '/cart': ['/cart', fillCart],
  '/admin/phone-order': ['/admin/phone-order?search=klavye'],
  '/custom-order': ['/custom-order', page => expect(page.getByRole('button', { name: 'Kabul et' })).toBeVisible()],
}
const atBest = (as: Visitor, path: string): Shown => [as, ...(BEST[path] ?? [path.replace(':orderId', 'ORDER')])]

const SCREENS: Shown[] = [
  ...[...LOGGED_OUT_SCREENS, ...PUBLIC_SCREENS].map(({ path }) => atBest('visitor', path)),
  ...AUDIENCES.flatMap(({ role, screens }) => screens.map(({ path }) => atBest(role, path))),
  ['visitor', '/reset-password?token=x'],
  ['visitor', '/yok-boyle-bir-sayfa'],
  ['customer', '/orders/00000000-0000-4000-8000-000000000000'],
  ['customer', '/products?urun=PRODUCT', page => expect(page.getByRole('dialog')).toContainText('Sepete ekle')],
  ['customer', '/dashboard', openBell],
  ['marketer', '/marketer/dashboard?tab=orders&order=ORDER', openRevision],
  ['admin', '/admin/dashboard?tab=customers'],
  ['admin', '/admin/dashboard?tab=customers&view=marketers'],
  ['admin', '/admin/dashboard?tab=inventory'],
]

// One page for all screens of a user, and one load: the browser starts the app and axe once.
for (const visitor of ['visitor', 'customer', 'marketer', 'admin'] as const)
  test(`all screens of a ${visitor} are accessible`, async ({ browser }) => {
    const screens = SCREENS.filter(([as]) => as === visitor)
    test.setTimeout(screens.length * 30_000)
    const person = visitor === 'visitor' ? undefined : people[visitor]
    const { page, complaints } = await world.page(browser, person, PHONE)
    for (const [i, [, path, open]] of screens.entries())
      await test.step(path, async () => {
        const address = path.replace('ORDER', orderId).replace('PRODUCT', productId)
        if (i === 0) await page.goto(address)
        else await goWithin(page, address)
        await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeVisible()
        await open?.(page)
        await expectAccessibleInBothSizes(page, path)
        expect(await smallTargets(page), path).toEqual([])
        expect(await coveredWhenFocused(page), path).toEqual([])
        if (visitor !== 'admin') await hasLargeTargetsSideways(page, path)
        expect(complaints, path).toEqual([])
      })
    await changesColoursAtOnce(page)
  })

/** Expects that users who prefer reduced motion get no transition between light and dark colours. */
async function changesColoursAtOnce(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const transitions = () => document.getAnimations().filter(one => one instanceof CSSTransition).length
    expect(await page.evaluate(transitions), colorScheme).toBe(0)
  }
}

/** Expects large targets on a phone in landscape as well: only the admin's tables are meant for a mouse. */
async function hasLargeTargetsSideways(page: Page, path: string) {
  await page.setViewportSize({ width: 844, height: 390 })
  expect(await smallTargets(page), `${path} sideways`).toEqual([])
  await page.setViewportSize(PHONE.viewport)
}

async function openRevision(page: Page) {
  await page.getByRole('button', { name: 'Revize et' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Kaydet' })).toBeVisible()
}

async function openBell(page: Page) {
  await page.getByRole('button', { name: /^Bildirimler/ }).click()
  await expect(page.getByRole('link', { name: /Teklif talebiniz cevaplandı/ })).toBeVisible()
}

/** Adds two products and removes one of them, so that a toast offers to add it again. */
async function fillCart(page: Page) {
  await goWithin(page, '/products?search=ezine')
  for (const name of ['Ezine Peyniri', 'EzineA']) {
    const product = page.getByRole('article').filter({ hasText: name })
    await product.getByRole('button', { name: /^Sepete ekle/ }).click()
    await expect(product.getByText('Sepette 1 ADET')).toBeVisible()
  }
  await goWithin(page, '/cart')
  await page.getByRole('button', { name: /^EzineA+: sepetten çıkar/ }).click()
  const undo = page.getByRole('button', { name: 'Geri al' })
  await expect(undo).toBeVisible()
  expect(await smallTargets(page), 'with a toast').toEqual([])
  // In a wide window, which is checked next, the toast's button is smaller.
  await expect(undo).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sipariş ver' })).toBeVisible()
}

test('with forced colours, everything that is chosen or switched on can be told apart', async ({ browser }) => {
  const { page, complaints } = await world.page(browser, people.admin, DESK)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/admin/dashboard')
  const looksOf = (one: Locator) =>
    one.evaluate(element => {
      const { backgroundColor, borderColor, borderWidth, appearance } = getComputedStyle(element)
      return { backgroundColor, borderColor, borderWidth, appearance }
    })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  expect(await looksOf(tab('Siparisler'))).not.toEqual(await looksOf(tab('Stok')))
  const view = (name: string) => page.locator('label', { has: page.getByRole('radio', { name, exact: true }) })
  expect(await looksOf(view('Siparişler'))).not.toEqual(await looksOf(view('Düzenli siparişler')))
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  expect(await looksOf(link('Dashboard'))).not.toEqual(await looksOf(link('Raporlar')))
  const figure = (name: string) => page.getByRole('button', { name, exact: true })
  expect(await looksOf(figure('Toplam sipariş'))).not.toEqual(await looksOf(figure('Beklemede')))
  expect((await looksOf(page.getByRole('checkbox').first())).appearance).toBe('auto')

  await figure(`Hesap: ${people.admin.username}`).click()
  await figure('Klavye kısayolları').click()
  const track = page.getByRole('switch').first().locator('+ span')
  expect((await looksOf(track)).borderWidth).toBe('1px')
  expect(complaints).toEqual([])
})

test('a customer orders with the keyboard only', async ({ browser }) => {
  const person = await world.customer('Klavye Kafe')
  const { page } = await world.page(browser, undefined, DESK)
  await page.goto('/login')
  await page.keyboard.press('Tab')
  await page.getByLabel('Kullanıcı adı').focus()
  await page.keyboard.type(person.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await tabTo(page.getByRole('navigation', { name: 'Ana menü' }).getByRole('link', { name: 'Ürün Kataloğu' }))
  await page.keyboard.press('Enter')
  await addByKeyboard(page, 'Ürün Kataloğu', 'Klavye Kaşarı')
  await tabTo(page.getByRole('banner').getByRole('link', { name: /^Sepet/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const remove = page.getByRole('button', { name: 'Klavye Kaşarı: sepetten çıkar' })
  await tabTo(remove)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ürün sepetten çıkarıldı')).toBeVisible()
  await page.keyboard.press('Alt+T')
  await tabTo(page.getByRole('button', { name: 'Geri al' }))
  await page.keyboard.press('Enter')
  await expect(remove).toBeVisible()
  const order = page.getByRole('button', { name: 'Sipariş ver' })
  await tabTo(order)
  // Just after the cart has opened, a press is regarded as the second one of a double press.
  await expect(order).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
})

test('a marketer orders for a customer and revises the order with the keyboard only', async ({ browser }) => {
  const { page } = await world.page(browser, people.marketer, DESK)
  await page.goto('/marketer/dashboard?tab=customers')
  await tabTo(page.getByRole('link', { name: 'Sipariş oluştur: Çınaraltı Lokantası' }))
  await page.keyboard.press('Enter')
  await addByKeyboard(page, 'Ürünler', 'Klavye Kaşarı')
  await tabTo(page.getByRole('link', { name: 'Sepeti gör' }))
  await page.keyboard.press('Enter')
  const order = page.getByRole('button', { name: 'Sipariş oluştur' })
  await tabTo(order)
  await expect(order).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()

  const [placed] = await world.request<WireOrder[]>('GET', '/marketer/orders', people.marketer)
  await tabTo(page.getByRole('row').getByRole('button', { name: placed?.id.slice(0, 8) ?? '' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'Revize et' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('dialog').getByRole('textbox', { name: 'Klavye Kaşarı miktarı' }))
  await page.keyboard.type('3')
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sipariş revize edildi')).toBeVisible()
})

/** Waits for the catalogue with this heading, searches it for a product, and adds that to the cart. */
async function addByKeyboard(page: Page, heading: string, name: string) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sepete ekle/ }).first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(page.getByRole('article')).toHaveCount(1)
  await tabTo(page.getByRole('button', { name: `Sepete ekle: ${name}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${name} sepete eklendi`)).toBeVisible()
}

/** Presses Tab, or Shift and Tab, until the target, which must be visible, has the focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    await target.page().keyboard.press(key)
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${target.toString()}`)
}
