import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { openPortal, type Portal, ROOT, type SharedPortal, startPortal } from './portal.ts'
import { addToCartAndOpen, goWithin, INSTALLING, openCart, storedKeys, untilControlled, waitingList } from './steps.ts'
import { toasts } from './toasts.ts'
import { type Person, PHONE, type WireOrder, type WireProduct, World } from './world.ts'

/** Without a network: the app opens, the catalogue is searched, and an order waits until it is placed, once. */

const OFFLINE_CAPABLE = { ...PHONE, serviceWorkers: 'allow' } as const

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
  for (const [name, barcode] of GOODS) await world.product({ name, barcode })
})
test.afterAll(() => portal.stop())

/** The products that are searched for. */
const GOODS = [
  ['Yeşil Zeytin Iri Kova', '8690000000017'],
  ['Siyah Zeytin Yağlı Sele', '8690000000024'],
  ['Karışık Turşu 5 kg', '8690000000031'],
  ['Lahana TURŞUSU', '7690000000048'],
  ['Vişne Şurubu', '7690000000055'],
  ['Nar Ekşili Şurup', null],
  ['Kemik İliği Suyu', null],
  ['Ilık Servis Çorba', null],
] as const

test('without a network the app opens, the catalogue is searched, and an order waits until it is placed, once', async ({
  browser,
}) => {
  const person = await world.customer('Bağlantısız Lokanta')
  const known = await inStock('zeytin')
  const earlier = await world.order(person, [{ product_id: known.id, quantity: 1 }], 'Eski sipariş')
  const product = await inStock('turşu')
  const before = await world.stockOf(product.id)
  const { page, complaints } = await world.page(browser, person, OFFLINE_CAPABLE)
  const context = page.context()
  await prepare(page)
  await seen(page, person, '/dashboard', [
    ['GET /orders/stats', {}],
    ['GET /orders', { query: { limit: 5 } }],
  ])
  await seen(page, person, '/lists', [['GET /lists/guide', {}]])
  await seen(page, person, '/orders', [['GET /orders', 'pages', {}]])
  await context.setOffline(true)

  const cold = await reopened(page, '/products')
  await expect(cold.getByText('Çevrimdışı', { exact: true })).toBeVisible()
  await expect(
    cold.getByText(/Çevrimdışısınız\. \d\d\.\d\d\.\d{4} \d\d:\d\d tarihli katalog gösteriliyor\./),
  ).toBeVisible()
  for (const search of ['turs', 'ŞURUP', 'zeytin yeşil', 'ilik', '869']) {
    await cold.getByRole('searchbox').fill(search)
    const found = await world.request<WireProduct[]>('GET', `/products?search=${encodeURIComponent(search)}`, person)
    await expect(cold.getByText(`${found.length.toLocaleString('tr-TR')} ürün`, { exact: true })).toBeVisible()
    await expect(async () => {
      const cards = cold.getByRole('article')
      const names = await cards.evaluateAll(all => all.map(card => card.getAttribute('aria-label')))
      expect(names.length > 0, search).toBe(found.length > 0)
      expect(names, search).toEqual(found.slice(0, names.length).map(({ name }) => name))
    }).toPass()
  }
  await cold.getByRole('searchbox').fill(product.name)
  await cold.getByRole('button', { name: `Sepete ekle: ${product.name}`, exact: true }).click()
  await openCart(cold)
  await cold.getByLabel('Sipariş notu').fill('Çevrimdışı verildi')
  await cold.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(cold.getByText('Siparişiniz bekliyor; bağlantı gelince gönderilecek')).toBeVisible()
  await expect(waitingList(cold)).toContainText('Henüz gönderilmedi')
  await expect(cold.getByText('Sepetiniz boş')).toBeVisible()

  const again = await reopened(cold, '/orders')
  await expect(waitingList(again)).toContainText(product.name)
  await expect(again.getByText(/tarihli sipariş listesi gösteriliyor/)).toBeVisible()
  await again.getByRole('link', { name: new RegExp(earlier.id.slice(0, 8)) }).click()
  await expect(again.getByText('Eski sipariş')).toBeVisible()
  await again.getByRole('link', { name: 'Ana sayfa' }).click()
  await expect(again.getByText(/tarihli bilgiler gösteriliyor/)).toBeVisible()
  await usesLists(again, known)
  expect(await ordersOf(person)).toHaveLength(1)
  await again.goto('/products.')
  await expect(again.getByRole('heading', { name: 'Sayfa bulunamadı' })).toBeVisible()
  await again.goBack()

  await context.setOffline(false)
  await toasts(again)
    .filter({ hasText: /Bekleyen siparişiniz gönderildi: [0-9a-f]{8}/ })
    .getByRole('button', { name: 'Siparişe git' })
    .click()
  await expect(again.getByText('Çevrimdışı verildi')).toBeVisible()
  await goWithin(again, '/orders')
  await expect(again.getByText(product.name).first()).toBeVisible()
  await expect(waitingList(again)).toBeHidden()
  const orders = await ordersOf(person)
  expect(orders.map(({ notes }) => notes)).toEqual(['Çevrimdışı verildi', 'Eski sipariş'])
  expect(await world.stockOf(product.id)).toEqual({ ...before, reserved: before.reserved + 1 })
  expect(complaints).toEqual([])
})

/** Adds a product to the cart from the stored order guide, and another from a pasted list, by the stored catalogue. */
async function usesLists(page: Page, { name }: WireProduct) {
  await goWithin(page, '/lists')
  await page.getByRole('button', { name: `${name}: genellikle 1 ADET, al` }).click()
  await page.getByRole('button', { name: '1 ürünü sepete ekle' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('textbox', { name: new RegExp(`^${name} miktarı`) })).toHaveValue('1')
  await page.getByRole('main').getByRole('button', { name: 'Hızlı sipariş' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hızlı sipariş' })
  await dialog.getByLabel('Listeyi yapıştırın').fill('vişne şurubu 2')
  await dialog.getByRole('button', { name: '1 ürünü sepete ekle' }).click()
  await expect(page.getByRole('textbox', { name: /^Vişne Şurubu miktarı/ })).toHaveValue('2')
}

/**
 * The moments at which the server dies: `frozen` before it can read the order, a number of milliseconds after the order
 * was sent, or when all is `done` except the reply. Tests in jsdom check the app's reaction to each kind of reply;
 * `npm run endure` adds moments.
 */
const DEATHS = process.env.SERVER_DEATHS?.split(' ') ?? ['frozen', 'done']

test('an order without a reply is placed once, no matter when the server died', async ({ browser }) => {
  let own = await startPortal()
  const there = await World.on(own)
  const person = await there.customer('Yarıda Kalan')
  const product = await there.product({ name: 'Yarım Peynir', stock_quantity: 500 })
  const { page } = await there.page(browser, person, PHONE)
  await page.goto('/products')
  try {
    let expected = 0
    for (const moment of DEATHS) {
      await addToCartAndOpen(page, product)
      let isDone = false
      if (moment === 'done')
        await page.route('**/api/orders', async route => {
          // A second attempt reaches the dead server.
          if (isDone || route.request().method() !== 'POST') return route.continue()
          isDone = true
          await route.fetch()
          await own.kill()
          await route.abort()
        })
      if (moment === 'frozen') process.kill(own.pid, 'SIGSTOP')
      const sent = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/api/orders'))
      await page.getByRole('button', { name: 'Sipariş ver' }).click()
      await sent
      if (/^\d+$/.test(moment)) await new Promise(resolve => setTimeout(resolve, Number(moment)))
      if (moment === 'done') await expect(waitingList(page)).toContainText('ulaşmış olabilir')
      else await own.kill()
      // Another attempt may be in flight.
      await page.unrouteAll({ behavior: 'wait' })
      expected++
      own = await startPortal({}, { earlier: own })
      await page.bringToFront()
      const orders = () => there.request<WireOrder[]>('GET', '/orders', person)
      await expect.poll(async () => (await orders()).length, { message: moment }).toBe(expected)
      await expect(waitingList(page)).toBeHidden()
      // No further order is placed, even when the app is opened again.
      await page.goto('/products')
      await expect(page.getByRole('article').first()).toBeVisible()
      expect(await orders()).toHaveLength(expected)
    }
    expect(await there.stockOf(product.id)).toEqual({ on_hand: 500, reserved: expected, agree: true })
  } finally {
    await own.stop()
  }
})

test('an order that was not sent yet is withdrawn for good; one that may have arrived is searched for and cancelled', async ({
  browser,
}) => {
  const person = await world.customer('Vazgeçen')
  const product = await world.product({ name: 'Vazgeçilen Olgunlaştırılmış Koyun Peyniri', price: 98_765.4 })
  const { page } = await world.page(browser, person, PHONE)
  await page.goto('/products?search=vazgecilen')
  await placeOffline(page, product, 'Vazgeçtim')
  await waitingList(page).getByRole('button', { name: 'Geri al' }).click()
  await expect(waitingList(page)).toBeHidden()
  await expect(page.getByRole('textbox', { name: /^Vazgeçilen Olgunlaştırılmış Koyun Peyniri miktarı/ })).toHaveValue(
    '1',
  )
  await expect(page.getByLabel('Sipariş notu')).toHaveValue('Vazgeçtim')
  await page.context().setOffline(false)
  await expect(page.getByText('Çevrimiçi', { exact: true })).toBeVisible()
  expect(await ordersOf(person)).toEqual([])

  // The request arrives, its reply is lost, and then the network fails.
  await page.route('**/api/orders', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort()
  })
  await page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(waitingList(page)).toContainText('ulaşmış olabilir')
  // Another attempt may be in flight.
  await page.unrouteAll({ behavior: 'wait' })
  await waitingList(page).getByRole('button', { name: 'Geri al' }).click()
  await expect(waitingList(page)).toContainText('Geri alındı, kontrol ediliyor')
  await page.setViewportSize({ width: 320, height: 844 })
  const entry = waitingList(page).getByRole('listitem')
  expect(await entry.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect((await ordersOf(person)).map(({ status }) => status)).toEqual(['beklemede'])
  await page.context().setOffline(false)
  await expect(page.getByText(/Geri aldığınız sipariş ulaşmıştı ve iptal edildi: [0-9a-f]{8}/)).toBeVisible()
  await expect(waitingList(page)).toBeHidden()
  expect((await ordersOf(person)).map(({ status }) => status)).toEqual(['iptal'])

  expect(await world.stockOf(product.id)).toMatchObject({ reserved: 0, agree: true })
})

test('two tabs share a cart and an outbox, and send a waiting order once', async ({ browser }) => {
  const person = await world.customer('İki Sekmeli')
  const product = await world.product({ name: 'Sekmeli Peynir' })
  const { page: first } = await world.page(browser, person, PHONE)
  await first.goto('/products?search=sekmeli')
  const second = await first.context().newPage()
  await second.goto('/cart')
  await placeOffline(first, product)
  await expect(waitingList(second)).toContainText('Sekmeli Peynir')
  await expect(second.getByText('Sepetiniz boş')).toBeVisible()
  await first.context().setOffline(false)
  await expect(waitingList(second)).toBeHidden()
  await expect(waitingList(first)).toBeHidden()
  expect(await ordersOf(person)).toHaveLength(1)
  expect(await world.stockOf(product.id)).toMatchObject({ reserved: 1, agree: true })
})

test('a new version waits until the user requests it; until then the old one works completely', async ({
  browser,
}, info) => {
  const dist = info.outputPath('dist')
  let own: Portal | undefined
  try {
    await cp(join(ROOT, 'dist'), dist, { recursive: true })
    own = await startPortal({}, { dist })
    const there = await World.on(own)
    const person = await there.customer('Yenilenen')
    const product = await there.product({ name: 'Yeni Peynir' })
    const { page, complaints } = await there.page(browser, person, OFFLINE_CAPABLE)
    let loads = 0
    page.on('load', () => loads++)
    await page.goto('/products')
    await untilControlled(page)
    await page.getByRole('button', { name: `Sepete ekle: ${product.name}` }).click()
    await expect(page.getByText('Yeni sürüm hazır')).toBeHidden()
    await expect.poll(() => sourceOf(page, '/api/health/live')).toBe('network')
    const before = await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)

    await own.stop({ keepData: true })
    await deployNewVersion(dist)
    own = await startPortal({}, { dist, earlier: own })
    await page.evaluate(() => navigator.serviceWorker.ready.then(registration => registration.update()))
    await expect(page.getByText('Yeni sürüm hazır')).toBeVisible(INSTALLING)
    // The server has no file of the old version, but even a screen that was never opened can be opened.
    await page.getByRole('link', { name: 'Siparişler', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Sipariş Geçmişi' })).toBeVisible()
    expect(loads).toBe(1)

    // A picture that does not arrive must not keep the old worker active.
    const { pid } = own
    process.kill(pid, 'SIGSTOP')
    try {
      const picture = page.waitForRequest(request => request.url().includes('/api/images/'))
      await page.evaluate(hash => {
        new Image().src = `/api/images/${hash}.webp`
      }, 'a'.repeat(64))
      await picture
      await page.getByRole('button', { name: 'Yenile', exact: true }).click()
      await expect.poll(() => loads).toBe(2)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await openCart(page)
    await expect(page.getByText('Yeni Peynir')).toBeVisible()
    const after = await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)
    expect(after).not.toBe(before)
    // No other version is installing or waiting, so the page is not loaded again.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { active, installing, waiting } = await navigator.serviceWorker.ready
          return [active?.state, installing, waiting]
        }),
      )
      .toEqual(['activated', null, null])
    expect(loads).toBe(2)
    expect(complaints).toEqual([])
  } finally {
    await own?.stop()
    await rm(dist, { recursive: true, force: true })
  }
})

/** What serves a request by Chromium's routes: the worker or, without it, the network. */
const sourceOf = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(async path => {
    const response = await fetch(path)
    await response.text()
    return performance.getEntriesByName(response.url).at(-1)?.toJSON().workerMatchedSourceType
  }, path)

/** Renames every file of the app, as in a version in which all of them have changed. */
async function deployNewVersion(dist: string) {
  const assets = join(dist, 'web/assets')
  const names = (await readdir(assets)).filter(name => /\.(js|css|woff2)$/.test(name))
  for (const name of await readdir(assets)) if (!names.includes(name)) await rm(join(assets, name))
  const stems = names.map(name => name.replace(/\.\w+$/, ''))
  const renamed = (text: string) => stems.reduce((made, stem) => made.replaceAll(stem, `${stem}2`), text)
  const texts = [
    ...names.filter(name => /\.(js|css)$/.test(name)).map(name => join(assets, name)),
    join(dist, 'web/index.html'),
    join(dist, 'web/sw.js'),
  ]
  for (const path of texts) await writeFile(path, renamed(await readFile(path, 'utf8')))
  for (const name of ['index.html', 'sw.js'])
    for (const suffix of ['br', 'gz']) await rm(join(dist, 'web', `${name}.${suffix}`))
  const hashes = new Map<string, string>()
  for (const name of names) {
    await rename(join(assets, name), join(assets, renamed(name)))
    const content = await readFile(join(assets, renamed(name)))
    hashes.set(renamed(name), createHash('sha256').update(content).digest('base64'))
  }
  const worker = await readFile(join(dist, 'web/sw.js'), 'utf8')
  const changed = worker
    .replace(/(url:"\/index\.html",revision:")\w+/, '$1anew')
    .replaceAll(
      /(url:"\/assets\/([^"]+)",revision:null,integrity:"sha256-)[^"]+/g,
      (_, start: string, name: string) => start + hashes.get(name),
    )
  await writeFile(join(dist, 'web/sw.js'), changed)
}

test.describe('installing', () => {
  test('the manifest, the icons and the worker meet a browser’s conditions for offering the installation', async () => {
    const get = (path: string) => fetch(`${portal.url}${path}`)
    const manifest = await (await get('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ lang: 'tr', display: 'standalone', start_url: '/', short_name: 'Toptan' })
    const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
    for (const { src } of icons) expect([src, (await get(src)).status]).toEqual([src, 200])
    const worker = await get('/sw.js')
    expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(worker.headers.get('content-type')).toContain('javascript')
  })

  test('the installation is offered once the browser allows it, above the bar and never above the button that orders', async ({
    browser,
  }) => {
    const { page } = await world.page(browser, await world.customer('Yükleyen'), PHONE)
    await page.goto('/orders')
    await expect(page.getByText('Henüz siparişiniz yok')).toBeVisible()
    const banner = page.getByRole('complementary', { name: 'Uygulamayı yükleme' })
    const allow = () =>
      page.evaluate(async () => {
        const event = new Event('beforeinstallprompt', { cancelable: true })
        dispatchEvent(Object.assign(event, { prompt: async () => sessionStorage.setItem('prompted', 'yes') }))
        // Waits until the banner would be drawn.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      })
    await expect(banner).toBeHidden()
    await allow()
    await expect(banner).toBeVisible()
    // The screen with the button that orders does not show the banner.
    await page.getByRole('link', { name: 'Sepet' }).last().click()
    await expect(page.getByText('Sepetiniz boş')).toBeVisible()
    await expect(banner).toBeHidden()
    await page.getByRole('link', { name: 'Siparişler', exact: true }).click()
    const bar = page.getByRole('navigation', { name: 'Alt menü' })
    const overlap = async () => {
      const [above, below] = await Promise.all([banner, bar].map(one => one.boundingBox()))
      return above && below && above.y + above.height - Math.ceil(below.y)
    }
    await expect.poll(overlap).toBeLessThanOrEqual(0)
    await banner.getByRole('button', { name: 'Yükleme önerisini kapat' }).click()
    await expect(banner).toBeHidden()
    // Simulates that the week after a dismissal is over.
    await page.evaluate(() => localStorage.removeItem('pwa-install-dismissed'))
    await allow()
    await banner.getByRole('button', { name: 'Uygulamayı yükle' }).click()
    expect(await page.evaluate(() => sessionStorage.getItem('prompted'))).toBe('yes')
    await expect(banner).toBeHidden()
  })
})

test('the offline page states which data is safe, its button reloads it, and its link leaves it', async ({
  browser,
}) => {
  const { page } = await world.page(browser, undefined, PHONE)
  await page.goto('/offline')
  await expect(page.getByRole('heading', { name: 'İnternet bağlantısı yok' })).toBeVisible()
  await expect(page.getByText(/Sepetiniz .* saklanıyor; bağlantı gelince verileriniz eşitlenir/)).toBeVisible()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Tekrar dene' }).click()])
  await page.getByRole('link', { name: 'Ana sayfaya dön' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

/** Opens the catalogue and waits until everything that is needed without a network is stored. */
async function prepare(page: Page) {
  await page.goto('/products')
  await untilControlled(page)
  await expect.poll(() => storedKeys(page, 'catalogue')).toEqual(['"products"'])
}

/** Opens a screen and waits until the responses to its queries are stored. */
async function seen(page: Page, person: Person, path: string, queries: unknown[]) {
  await goWithin(page, path)
  for (const query of queries)
    await expect
      .poll(() => storedKeys(page, 'answers'))
      .toContain(JSON.stringify(`${person.id} ${JSON.stringify(query)}`))
}

/** Closes the app and opens it again. */
async function reopened(page: Page, path: string): Promise<Page> {
  const context = page.context()
  await page.close()
  const next = await context.newPage()
  await next.goto(path)
  return next
}

/** Orders one piece of the product, which the page shows, after the network has failed. */
async function placeOffline(page: Page, product: { name: string }, note = '') {
  await addToCartAndOpen(page, product)
  await page.getByLabel('Sipariş notu').fill(note)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sipariş ver' }).click()
  await expect(waitingList(page)).toContainText('Henüz gönderilmedi')
}

const ordersOf = (person: Person) => world.request<WireOrder[]>('GET', '/orders', person)

async function inStock(search: string): Promise<WireProduct> {
  const found = await world.request<WireProduct[]>('GET', `/products?search=${encodeURIComponent(search)}`, world.admin)
  const product = found.find(
    ({ stock_quantity, name }) => stock_quantity > 5 && found.filter(p => p.name === name).length === 1,
  )
  if (!product) throw new Error(`nothing in stock for ${search}`)
  return product
}
