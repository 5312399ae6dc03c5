import { type Browser, expect, type Page, test } from '@playwright/test'
import { followShifts } from './layout-shift.ts'
import { expectNoWiderThanWindow } from './page.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import type { Size } from './shared-pages.ts'
import { goWithin } from './steps.ts'
import { DESK, World } from './world.ts'

/** Windows between a phone’s and a desk’s: a tablet in portrait, half a screen, a page enlarged to 200 %. */

let portal: SharedPortal
let world: World
let counts: { finalized: string; open: string }
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  counts = await fillTables()
})
test.afterAll(() => portal.stop())

const TABLET = { width: 768, height: 900 }
const WIDTHS = [640, 720, 768, 820, 900, 1024]
const LONG = 'Çınaraltı Şarküteri Gıda Sanayi ve Dış Ticaret Limited Şirketi'
const NAMES = /^(Firma|Ürün|Ad soyad|Kayıt|Sayım|Müşteri|Kategori|Pazarlamacı|Durum|Ay|Gün)$/

/** Fills every table of the admin with long names and amounts of seven digits; resolves to the ids of two counts. */
async function fillTables() {
  const marketer = await world.marketer('Abdurrahman Gümüşhacıköylüoğlu')
  const customer = await world.customer(LONG, marketer.id)
  const goods = { name: `${LONG} Özel Üretim Kaşar`, price: 1_234_567.89, vat_rate: 0, barcode: '8692199267255' }
  const product = await world.product({ ...goods, stock_quantity: 5 })
  const promised = await world.product({ name: LONG, price: 1, stock_quantity: 0, expected_stock_date: '2099-05-01' })
  await world.order(customer, [{ product_id: product.id, quantity: 1 }])
  await world.order(customer, [{ product_id: promised.id, quantity: 1_000_000 }])
  const items = [{ product_name: LONG, unit: 'PAKET', quantity: 2, price: 10 }]
  const quote = await world.request<{ id: string }>('POST', '/custom-orders', customer, { items })
  await world.request('PUT', `/admin/custom-orders/${quote.id}/answer`, world.admin, {
    items: [{ product_id: product.id, quantity: 1, price: 1_234_567.89 }],
    valid_until: '2099-12-31',
  })
  const count = async (counted_quantity: number) => {
    const day = { count_date: '2026-03-10' }
    const { id } = await world.request<{ id: string }>('POST', '/admin/stock/counts', world.admin, day)
    const counted = { product_id: product.id, counted_quantity, notes: 'Arka rafta, üstteki kolide' }
    await world.request('POST', `/admin/stock/counts/${id}/products`, world.admin, counted)
    return id
  }
  const finalized = await count(6)
  await world.request('POST', `/admin/stock/counts/${finalized}/finalize`, world.admin)
  return { finalized, open: await count(9) }
}

const TABLES = [
  'orders',
  'orders&view=quotes',
  'customers',
  'customers&view=marketers',
  'products',
  'inventory',
  'inventory&view=low',
  'inventory&view=backorders',
  'stock&mode=recent',
  'stock&mode=recent&count=FINALIZED',
  'stock&mode=count&count=OPEN',
  'stock&mode=count&count=OPEN&step=preview',
  'reports',
  'reports&view=audit',
]

/** The defects of the tables on the page: names that are too narrow, cut amounts, tables wider than their container. */
const defectsOf = (page: Page) =>
  page.evaluate(names => {
    const defects: string[] = []
    for (const table of document.querySelectorAll('table')) {
      const place = table.parentElement
      const label = table.getAttribute('aria-label')
      if (place && table.scrollWidth > place.clientWidth + 1) defects.push(`${label} is wider than its place`)
      const heads = [...table.querySelectorAll('th[scope=col]')].filter(head => head.getClientRects().length > 0)
      const name = heads.find(head => new RegExp(names).test(head.textContent ?? ''))
      const width = name?.getBoundingClientRect().width ?? 0
      if (width < 120) defects.push(`${label}: the name has ${width} px`)
      for (const cell of table.querySelectorAll('td, th')) {
        if (!cell.textContent?.includes('₺')) continue
        const text = document.createRange()
        text.selectNodeContents(cell)
        const [inner, outer] = [text.getBoundingClientRect(), cell.getBoundingClientRect()]
        if (inner.width > 0 && (inner.left < outer.left || inner.right > outer.right || inner.right > innerWidth))
          defects.push(`${label}: ${cell.textContent} is cut`)
      }
    }
    return defects
  }, NAMES.source)

/** Waits until shifts count again, as those in the half second after a change of the window's size do not. */
async function untilShiftsCount(page: Page) {
  const probe = await page.evaluateHandle(() => {
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.cssText = 'position: fixed; left: 0; width: 9px; height: 9px; background: red'
    Reflect.set(window, 'shift', 0)
    return probe
  })
  const counted = () =>
    probe.evaluate(box => {
      box.style.top = box.style.top === '0px' ? '90px' : '0px'
      return Number(Reflect.get(window, 'shift'))
    })
  await expect.poll(counted).toBeGreaterThan(0)
  await probe.evaluate(box => {
    box.remove()
    Reflect.set(window, 'shift', 0)
  })
}

/** The views of each control, whose titles have different lengths. */
const CHOOSERS = [
  ['orders', 'orders&view=quotes'],
  ['customers', 'customers&view=marketers'],
  ['reports', 'reports&view=audit', 'reports&view=security', 'reports&view=system'],
  ['inventory', 'inventory&view=low', 'inventory&view=backorders'],
]

test('the admin’s tables do not move while they load, and show names and full amounts in every window', async ({
  browser,
}) => {
  test.setTimeout(TABLES.length * 20_000)
  // One page for all tables, so that the browser parses the app's code once.
  const { page, complaints } = await world.page(browser, world.admin, DESK)
  const shift = await followShifts(page)
  for (const address of TABLES)
    await test.step(address, async () => {
      await page.setViewportSize(TABLET)
      const tab = address.replace('FINALIZED', counts.finalized).replace('OPEN', counts.open)
      if (address.includes('&view=') || address.includes('&count=')) {
        await untilShiftsCount(page)
        await goWithin(page, `/admin/dashboard?tab=${tab}`)
      } else await page.goto(`/admin/dashboard?tab=${tab}`)
      const table = page.getByRole('table').first()
      if (address === 'reports') {
        await expect(page.getByRole('table', { name: 'En çok satan ürünler' })).toBeVisible()
        for (const figures of await page.getByText(/^Rakamlar/).all()) await figures.click()
      }
      await expect(table.locator('tbody tr').first()).toBeVisible()
      // Loading the font moves some words, and the figures of the reports may then need another number of lines.
      if (!address.startsWith('reports')) expect(await shift(), address).toBeLessThan(0.01)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => defectsOf(page), `${width} px`).toEqual([])
        await expect(table).toBeVisible()
        await expectNoWiderThanWindow(page, `${address} at ${width} px`)
      }
      expect(complaints, address).toEqual([])
    })
  await page.setViewportSize({ width: 1024, height: 900 })
  for (const views of CHOOSERS) {
    const places: number[][] = []
    for (const view of views) {
      await goWithin(page, `/admin/dashboard?tab=${view}`)
      const chooser = page.getByRole('group', { name: 'Görünüm' })
      await expect(chooser).toBeVisible()
      places.push(await chooser.evaluate(box => [box.getBoundingClientRect().left, box.getBoundingClientRect().top]))
    }
    expect(places, views[0]).toEqual(views.map(() => places[0]))
  }
})

test('in every window a customer has the navigation either in the header or in the bar at the bottom', async ({
  browser,
}) => {
  const customer = await world.customer(`${LONG} Şubesi`)
  const product = await world.product({ name: 'Pahalı Peynir', price: 123_456.78 })
  const { page } = await world.page(browser, customer, DESK)
  await page.goto('/products')
  await page.getByRole('button', { name: `Sepete ekle: ${product.name}` }).click()
  const above = page.getByRole('navigation', { name: 'Ana menü' })
  const below = page.getByRole('navigation', { name: 'Alt menü' })
  const menu = page.getByRole('button', { name: 'Menüyü aç' })
  for (const width of [390, 640, 768, 900, 1023, 1024, 1100, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(above, `${width} px`).toBeVisible({ visible: width >= 1024 })
    await expect(below, `${width} px`).toBeVisible({ visible: width < 1024 })
    await expect(menu, `${width} px`).toBeVisible({ visible: width < 1024 })
    await expectNoWiderThanWindow(page, `${width} px`)
    const header = page.getByRole('banner')
    // No element of the header overlaps its neighbour.
    const overlaps = await header.evaluate(bar => {
      const seen = [...bar.querySelectorAll('a, button, output')].map(one => one.getBoundingClientRect())
      const shown = seen.filter(({ width: wide }) => wide > 0)
      return shown.filter((box, place) => shown.slice(0, place).some(({ right }) => right > box.left + 1)).length
    })
    expect(overlaps, `${width} px`).toBe(0)
  }
})

test('on a tablet the customer’s orders show whole names, and do not move when the font has loaded', async ({
  browser,
}) => {
  const customer = await world.customer('Tabletli')
  const lentils = await world.product({ name: 'Kırmızı Mercimek 25 kg Çuval' })
  await world.order(customer, [{ product_id: lentils.id, quantity: 12 }])
  const { page } = await world.page(browser, customer, DESK)
  await page.setViewportSize(TABLET)
  // Without the font, the wider font of the system is used.
  await page.route('**/*.woff2', route => route.abort())
  await page.goto('/orders')
  const name = page.getByText(lentils.name)
  await expect(name).toBeVisible()
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const heading = await page.getByRole('heading', { name: 'Sipariş Geçmişi' }).boundingBox()
  const chooser = await page.getByRole('combobox', { name: 'Durum' }).boundingBox()
  expect(chooser?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0))
})

const WORD = 'Uzunvebitişikad'.repeat(13)

const SIDEWAYS = { width: 844, height: 390 }

/** A customer and a product that are one long word each, in an order, a quote, a standing order and a count. */
async function createLongNames() {
  const customer = await world.customer(WORD)
  const product = await world.product({ name: WORD, brand: WORD, stock_quantity: 5 })
  const lines = [{ product_id: product.id, quantity: 1 }]
  await world.order(customer, lines, WORD)
  const items = [{ product_name: WORD, unit: 'ADET', quantity: 2, price: 10, notes: WORD }]
  await world.request('POST', '/custom-orders', customer, { items, notes: WORD })
  await world.request('POST', '/standing-orders', customer, {
    name: 'Mutfak',
    items: lines,
    notes: WORD,
    weekdays: [1],
    every_weeks: 2,
    starts_on: '2099-01-05',
    ends_on: null,
    closed_days: 'move',
    shortages: 'reduce',
  })
  const counted = { product_id: product.id, counted_quantity: 1, notes: WORD }
  await world.request('POST', `/admin/stock/counts/${counts.open}/products`, world.admin, counted)
  return { customer, product }
}

test('on a narrow phone no name, no note and no table is wider than the window, however long its words are', async ({
  browser,
}) => {
  const { customer, product } = await createLongNames()
  const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true }
  const { page, complaints } = await world.page(browser, customer, narrow)
  const shows = async (address: string, act?: () => Promise<unknown>) => {
    await goWithin(page, address)
    await act?.()
    await expectNoWiderThanWindow(page, address)
  }
  await page.goto('/orders')
  await shows('/dashboard', () => page.getByRole('button', { name: /^Tekrar Sipariş Ver/ }).click())
  await shows('/custom-order', () => expect(page.getByRole('list', { name: 'İstenenler' })).toBeVisible())
  await shows('/standing-orders', async () => {
    await page.getByRole('button', { name: 'İşlemler: Mutfak' }).click()
    await page.getByRole('menuitem', { name: 'Düzenle' }).click()
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Ürünler' })).toContainText(WORD)
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Kapat' }).click()
  const logOut = page.getByRole('button', { name: 'Çıkış Yap' })
  for (const viewport of [narrow.viewport, SIDEWAYS]) {
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: /^Hesap/ }).click()
    await logOut.scrollIntoViewIfNeeded()
    await expect(logOut).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(logOut).toBeHidden()
  }
  // The standing order names what it leaves out.
  await world.request('PUT', `/admin/products/${product.id}`, world.admin, { is_active: false })
  await onAnAdminsPhone(browser, narrow)
  expect(complaints).toEqual([])
})

async function onAnAdminsPhone(browser: Browser, narrow: Size) {
  const { page, complaints } = await world.page(browser, world.admin, narrow)
  await page.goto('/admin/dashboard?tab=inventory&view=backorders')
  await expect(page.getByRole('table')).toContainText(LONG)
  await expectNoWiderThanWindow(page)
  for (const address of ['orders&view=standing', `stock&mode=count&count=${counts.open}`]) {
    await goWithin(page, `/admin/dashboard?tab=${address}`)
    await expect(page.getByText(WORD).first()).toBeVisible()
    await expectNoWiderThanWindow(page, address)
  }
  // The bar that ends the count does not cover what has the focus.
  await page.setViewportSize(SIDEWAYS)
  const finder = page.getByLabel('Ürün bulun veya barkod okutun')
  await finder.focus()
  const isOnTop = finder.evaluate(field => {
    const { left, top, height } = field.getBoundingClientRect()
    return document.elementFromPoint(left + 20, top + height / 2) === field
  })
  expect(await isOnTop).toBe(true)
  await page.setViewportSize(narrow.viewport)
  await page.getByRole('button', { name: /^Bildirimler/ }).click()
  const bell = page.getByRole('dialog', { name: 'Bildirimler' })
  await expect(bell).toContainText(WORD)
  const hidden = bell.locator('.overflow-y-auto').evaluate(list => list.scrollWidth - list.clientWidth)
  expect(await hidden).toBe(0)
  await page.keyboard.press('Escape')
  await goWithin(page, '/admin/dashboard?tab=stock&mode=count')
  for (const viewport of [narrow.viewport, SIDEWAYS]) {
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Takvimi aç' }).click()
    const calendar = page.getByRole('dialog', { name: 'Tarih seçin' })
    for (const name of [/^Sonraki aya/, /^Önceki aya/, /Pazar$/]) {
      const pressed = calendar.getByRole('button', { name }).first()
      await pressed.scrollIntoViewIfNeeded()
      await expect(pressed).toBeInViewport({ ratio: 1 })
    }
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
  }
  expect(complaints).toEqual([])
}
