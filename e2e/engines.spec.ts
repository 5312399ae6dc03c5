import { expect, test } from '@playwright/test'
import { findEngines } from './engines.ts'
import { type Driver, Hand } from './hand.ts'
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
    let hand: Hand
    test.beforeAll(async () => {
      driver = await start()
      hand = new Hand(driver, portal.url)
    })
    test.afterAll(() => driver?.close())

    test('a typed number replaces the current one in a quantity field', async () => {
      const person = await world.customer(`Yazan ${name}`)
      const product = await world.product({ name: `Yazılan ${name}`, stock_quantity: 500 })
      await hand.openAs(person, `/products?search=${encodeURIComponent(product.name)}`)
      const field = `${product.name} miktarı`
      await hand.click('input', field)
      await hand.type('5')
      await hand.reads(field, '5')
      await hand.click('button', `Sepete ekle: ${product.name}`)
      await hand.sees(`${product.name} Sepete eklendi`)
      await hand.open('/cart')
      await hand.reads(field, '5')
      await hand.click('input', field)
      await hand.type('43')
      await hand.press('Enter')
      await hand.reads(field, '43')
    })

    test('a typed name replaces the current one in a chooser', async () => {
      const marketer = await world.marketer(`Seçen ${name}`)
      await world.customer(`İlk Market ${name}`, marketer.id)
      await world.customer(`Son Market ${name}`, marketer.id)
      await hand.openAs(marketer, '/marketer/dashboard?tab=cart')
      await hand.click('[role=combobox]', 'Müşteri')
      await hand.click('[role=option]', `İlk Market ${name}`)
      await hand.open('/marketer/dashboard?tab=cart')
      await hand.reads('Müşteri', `İlk Market ${name}`)
      await hand.click('[role=combobox]', 'Müşteri')
      await hand.type('Son')
      await hand.reads('Müşteri', 'Son')
    })

    test('a customer orders and undoes, an admin counts and reads the reports', async () => {
      await doesTheMainThings(hand, name)
    })
  })

const { missing: missingOld, start: startOld } = await findOldChromium()
test.describe('Chromium 103', () => {
  test.skip(missingOld !== undefined, missingOld ?? '')
  let old: OldChromium
  let hand: Hand
  test.beforeAll(async () => {
    old = await startOld()
    hand = new Hand(old.driver, portal.url)
  })
  test.afterAll(() => old?.driver.close())

  /** Expects that nothing is wider than the window, on a phone and a desk. */
  async function fits(name: string) {
    for (const { viewport } of [PHONE, DESK]) {
      await old.page.setViewportSize(viewport)
      const over = () => hand.run(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(over, `${name} at ${viewport.width} px`).toBeLessThanOrEqual(0)
      if (process.env.SHOTS) await old.page.screenshot({ path: `${process.env.SHOTS}/${name}-${viewport.width}.png` })
    }
  }

  /** Opens another screen within the running app, and waits until it has replaced the previous one. */
  async function openWithin(address: string) {
    await hand.run(address => {
      for (const shown of document.querySelectorAll('h1')) shown.setAttribute('data-earlier', '')
      history.pushState(null, '', address)
    }, address)
    await expect.poll(() => hand.run(() => document.querySelector('[data-earlier]') === null)).toBe(true)
    await hand.isDrawn()
  }

  test('a customer logs in, searches, orders and undoes; an admin counts', async () => {
    const person = await world.customer('Lokanta Eski')
    const product = await world.product({ name: 'Eski kaşar', stock_quantity: 20 })
    await hand.open('/login')
    await fits('login')
    await hand.click('input', 'Kullanıcı adı')
    await hand.type(person.username)
    await hand.click('input', 'Şifre')
    await hand.type(person.password)
    await hand.press('Enter')
    await hand.isAt(/^\/dashboard/)
    await hand.open('/products')
    await hand.click('input', 'Ürün veya marka ara')
    await hand.type('eski kasar')
    await hand.sees('1 ürün')
    await hand.sees(product.name)
    await fits('products')
    await doesTheMainThings(hand, 'Chromium 103')
  })

  test('the panels open', async () => {
    const marketer = await world.marketer('Pazarlamacı Eski')
    await hand.openAs(world.admin, '/admin/dashboard?tab=orders')
    await hand.isDrawn()
    for (const tab of ['customers', 'products', 'stock', 'inventory', 'reports', 'orders']) {
      await openWithin(`/admin/dashboard?tab=${tab}`)
      await fits(`admin-${tab}`)
    }
    await hand.openAs(marketer, '/marketer/dashboard?tab=cart')
    await hand.isDrawn()
    for (const tab of ['dashboard', 'customers', 'orders', 'cart']) {
      await openWithin(`/marketer/dashboard?tab=${tab}`)
      await fits(`marketer-${tab}`)
    }
  })
})

/** Functions that are newer than Chrome 87 and Safari 14, or missing in one of them. */
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

test('a browser without the newer functions orders, undoes and counts', async ({ browser }) => {
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
  const hand = new Hand(driverOf(page), portal.url)
  await hand.open('/offline')
  const left = await page.evaluate(() => [
    'timeout' in AbortSignal,
    'toSorted' in Array.prototype,
    'structuredClone' in window,
    'locks' in navigator,
    'requestIdleCallback' in window,
  ])
  expect(left).toEqual([false, false, false, false, false])
  await doesTheMainThings(hand, 'Eski')
  expect(complaints).toEqual([])
})

/** Orders a product that was removed from the cart and restored, makes a count, and opens the reports. */
async function doesTheMainThings(hand: Hand, name: string) {
  const person = await world.customer(`Lokanta ${name}`)
  const product = await world.product({ name: `Peynir ${name}`, stock_quantity: 20, price: 100, vat_rate: 10 })
  await hand.openAs(person, `/products?search=${encodeURIComponent(product.name)}`)
  await hand.click('button', `Sepete ekle: ${product.name}`)
  await hand.sees(`${product.name} Sepete eklendi`)
  await hand.open('/cart')
  await hand.click('button', `${product.name}: sepetten çıkar`)
  await hand.sees('Sepetiniz boş')
  await hand.click('button', 'Geri al')
  await hand.reads(`${product.name} miktarı`, '1')
  await hand.click('button', 'Sipariş ver')
  await hand.isAt(/^\/orders\/[0-9a-f-]{36}$/)
  await hand.sees(/₺110,00/)
  const placed = await world.request<WireOrder[]>('GET', '/orders', person)
  expect(placed.map(({ items }) => items.map(({ quantity }) => quantity))).toEqual([[1]])

  await hand.openAs(world.admin, '/admin/dashboard?tab=stock&mode=count')
  await hand.click('button', 'Sayımı başlat')
  await hand.sees(/\d{2}\.\d{2}\.\d{4} sayımı/)
  await hand.click('[role=combobox]', 'Ürün bulun veya barkod okutun')
  await hand.type(`Peynir ${name}`)
  await hand.click('[role=option]', product.name)
  await hand.click('input', 'Bulunan miktar')
  await hand.type('17')
  await hand.press('Enter')
  await hand.sees(/0 ?yerine 17 ADET/)
  await hand.click('a', 'Farkları gör ve bitir')
  await hand.click('button', 'Sayımı bitir, stokları güncelle')
  await hand.sees('tarihinde tamamladı')
  expect(await world.stockOf(product.id)).toMatchObject({ on_hand: 17, agree: true })

  await hand.open('/admin/dashboard?tab=reports')
  await hand.sees('Bugün')
  await hand.sees(product.name)
  await hand.sees(/\d+ sipariş/)
}
