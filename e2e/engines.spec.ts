import { expect, test } from '@playwright/test'
import { BrowserUser, type Driver } from './browser-user.ts'
import { findEngines } from './engines.ts'
import { driverOf, findOldChromium, type OldChromium } from './old-chromium.ts'
import { awayFromMidnight, openPortal, type SharedPortal } from './portal.ts'
import { DESK, PHONE, type WireOrder, World } from './world.ts'

/** The main tasks in every engine, and in browsers without recent additions to the language and the platform. */

let portal: SharedPortal
let world: World
test.beforeEach(awayFromMidnight)
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

for (const { name, missing, start } of await findEngines())
  test.describe(name, () => {
    test.skip(missing !== undefined, missing ?? '')
    let driver: Driver
    let user: BrowserUser
    test.beforeAll(async () => {
      driver = await start()
      user = new BrowserUser(driver, portal.url)
    })
    test.afterAll(() => driver?.close())

    test('a typed number replaces the current one in a quantity field', async () => {
      const person = await world.customer(`Yazan ${name}`)
      const product = await world.product({ name: `Yazılan ${name}`, stock_quantity: 500 })
      await user.openAs(person, `/products?search=${encodeURIComponent(product.name)}`)
      const field = `${product.name} miktarı`
      await user.click('input', field)
      await user.type('5')
      await user.reads(field, '5')
      await user.click('button', `Sepete ekle: ${product.name}`)
      await user.sees(`${product.name} Sepete eklendi`)
      await user.open('/cart')
      await user.reads(field, '5')
      await user.click('input', field)
      await user.type('43')
      await user.press('Enter')
      await user.reads(field, '43')
    })

    test('a typed name replaces the current one in a chooser', async () => {
      const marketer = await world.marketer(`Seçen ${name}`)
      await world.customer(`İlk Market ${name}`, marketer.id)
      await world.customer(`Son Market ${name}`, marketer.id)
      await user.openAs(marketer, '/marketer/dashboard?tab=cart')
      await user.click('[role=combobox]', 'Müşteri')
      await user.click('[role=option]', `İlk Market ${name}`)
      await user.open('/marketer/dashboard?tab=cart')
      await user.reads('Müşteri', `İlk Market ${name}`)
      await user.click('[role=combobox]', 'Müşteri')
      await user.type('Son')
      await user.reads('Müşteri', 'Son')
    })

    test('a customer restores a removed product and orders, an admin counts and reads the reports', async () => {
      await exerciseMainFeatures(user, name)
    })
  })

const { missing: missingOld, start: startOld } = await findOldChromium()
test.describe('Chromium 103', () => {
  test.skip(missingOld !== undefined, missingOld ?? '')
  let old: OldChromium
  let user: BrowserUser
  test.beforeAll(async () => {
    old = await startOld()
    user = new BrowserUser(old.driver, portal.url)
  })
  test.afterAll(() => old?.driver.close())

  /** Expects that nothing is wider than the window, on a phone and a desk. */
  async function fits(name: string) {
    for (const { viewport } of [PHONE, DESK]) {
      await old.page.setViewportSize(viewport)
      const over = () => user.run(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(over, `${name} at ${viewport.width} px`).toBeLessThanOrEqual(0)
      if (process.env.SHOTS) await old.page.screenshot({ path: `${process.env.SHOTS}/${name}-${viewport.width}.png` })
    }
  }

  test('a customer logs in, searches, restores a removed product and orders; an admin counts', async () => {
    const person = await world.customer('Lokanta Eski')
    const product = await world.product({ name: 'Eski kaşar', stock_quantity: 20 })
    await user.open('/login')
    await fits('login')
    await user.click('input', 'Kullanıcı adı')
    await user.type(person.username)
    await user.click('input', 'Şifre')
    await user.type(person.password)
    await user.press('Enter')
    await user.isAt(/^\/dashboard/)
    await user.openWithin('/products')
    await user.click('input', 'Ürün veya marka ara')
    await user.type('eski kasar')
    await user.sees('1 ürün')
    await user.sees(product.name)
    await fits('products')
    await exerciseMainFeatures(user, 'Chromium 103')
  })

  test('the panels open', async () => {
    const marketer = await world.marketer('Pazarlamacı Eski')
    await user.openAs(world.admin, '/admin/dashboard?tab=orders')
    await user.isDrawn()
    for (const tab of ['customers', 'products', 'stock', 'inventory', 'reports', 'orders']) {
      await user.openWithin(`/admin/dashboard?tab=${tab}`)
      await fits(`admin-${tab}`)
    }
    await user.openAs(marketer, '/marketer/dashboard?tab=cart')
    await user.isDrawn()
    for (const tab of ['dashboard', 'customers', 'orders', 'cart']) {
      await user.openWithin(`/marketer/dashboard?tab=${tab}`)
      await fits(`marketer-${tab}`)
    }
  })
})

/** Functions newer than ES2021 and the browsers of its time; the web app must work without them. */
const NEWER = {
  AbortSignal: ['timeout', 'any'],
  'AbortSignal.prototype': ['throwIfAborted', 'reason'],
  'Array.prototype': ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  Array: ['fromAsync'],
  'String.prototype': ['at', 'isWellFormed', 'toWellFormed'],
  'Uint8Array.prototype': ['toHex', 'toBase64'],
  Object: ['groupBy', 'hasOwn'],
  Map: ['groupBy'],
  'Set.prototype': ['union', 'intersection', 'difference', 'isSubsetOf'],
  Promise: ['withResolvers', 'try'],
  'Crypto.prototype': ['randomUUID'],
  URL: ['canParse', 'parse'],
  Response: ['json'],
  'Element.prototype': ['checkVisibility', 'setHTMLUnsafe'],
  'HTMLElement.prototype': ['showPopover', 'inert', 'onscrollend'],
  'Document.prototype': ['startViewTransition', 'onscrollend'],
  'ResizeObserverEntry.prototype': ['borderBoxSize', 'contentBoxSize', 'devicePixelContentBoxSize'],
  'Navigator.prototype': ['locks', 'userAgentData', 'scheduling'],
  'StorageManager.prototype': ['persist'],
  Intl: ['Segmenter', 'DurationFormat', 'ListFormat', 'supportedValuesOf'],
  window: [
    'structuredClone',
    'requestIdleCallback',
    'cancelIdleCallback',
    'reportError',
    'BroadcastChannel',
    'TextDecoderStream',
    'CompressionStream',
    'navigation',
    'scheduler',
    'onscrollend',
    'WeakRef',
    'FinalizationRegistry',
  ],
}

test('a browser without the newer functions restores a removed product, orders and counts', async ({ browser }) => {
  const { page, complaints } = await world.page(browser, undefined, DESK)
  await page.addInitScript(newer => {
    for (const [path, names] of Object.entries(newer)) {
      const owner = path.split('.').reduce<object>((found, key) => Reflect.get(found, key), window)
      for (const name of names) {
        // Some are properties of the window's prototypes.
        for (let at: object | null = owner; at; at = Reflect.getPrototypeOf(at)) Reflect.deleteProperty(at, name)
      }
    }
  }, NEWER)
  page.on('dialog', dialog => void dialog.accept())
  const user = new BrowserUser(driverOf(page), portal.url)
  await user.open('/offline')
  const left = await page.evaluate(() => [
    'timeout' in AbortSignal,
    'toSorted' in Array.prototype,
    'structuredClone' in window,
    'locks' in navigator,
    'requestIdleCallback' in window,
  ])
  expect(left).toEqual([false, false, false, false, false])
  await exerciseMainFeatures(user, 'Eski')
  expect(complaints).toEqual([])
})

/** Orders a product that was removed from the cart and restored, makes a count, and opens the reports. */
async function exerciseMainFeatures(user: BrowserUser, name: string) {
  const person = await world.customer(`Lokanta ${name}`)
  const product = await world.product({ name: `Peynir ${name}`, stock_quantity: 20, price: 100, vat_rate: 10 })
  await user.openAs(person, `/products?search=${encodeURIComponent(product.name)}`)
  await user.click('button', `Sepete ekle: ${product.name}`)
  await user.sees(`${product.name} Sepete eklendi`)
  await user.openWithin('/cart')
  await user.click('button', `${product.name}: sepetten çıkar`)
  await user.sees('Sepetiniz boş')
  await user.click('button', 'Geri al')
  await user.reads(`${product.name} miktarı`, '1')
  await user.click('button', 'Sipariş ver')
  await user.isAt(/^\/orders\/[0-9a-f-]{36}$/)
  await user.sees(/₺110,00/)
  const placed = await world.request<WireOrder[]>('GET', '/orders', person)
  expect(placed.map(({ items }) => items.map(({ quantity }) => quantity))).toEqual([[1]])

  await user.openAs(world.admin, '/admin/dashboard?tab=stock&mode=count')
  await user.click('button', 'Sayımı başlat')
  await user.sees(/\d{2}\.\d{2}\.\d{4} sayımı/)
  await user.click('[role=combobox]', 'Ürün bulun veya barkod okutun')
  await user.type(`Peynir ${name}`)
  await user.click('[role=option]', product.name)
  await user.click('input', 'Bulunan miktar')
  await user.type('17')
  await user.press('Enter')
  await user.sees(/0 ?yerine 17 ADET/)
  await user.click('a', 'Farkları gör ve bitir')
  await user.click('button', 'Sayımı bitir, stokları güncelle')
  await user.sees('tarihinde tamamladı')
  expect(await world.stockOf(product.id)).toMatchObject({ on_hand: 17, agree: true })

  await user.openWithin('/admin/dashboard?tab=reports')
  await user.sees('Bugün')
  await user.sees(product.name)
  await user.sees(/\d+ sipariş/)
}
