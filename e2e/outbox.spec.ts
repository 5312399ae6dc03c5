import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import { NETWORK_NAME } from './browser.ts'
import { openPortal, type SharedPortal } from './portal.ts'
import { addToCartAndOpen, goWithin, logInHere, openCart, storedKeys, waitingList } from './steps.ts'
import { DESK, type Person, type WireOrder, World } from './world.ts'

/**
 * Events between the press of 'Sipariş ver' and the reply: an order is never lost, never placed twice, and never placed
 * for another user.
 */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const ordersOf = async (person: Person) => world.request<WireOrder[]>('GET', '/orders', await world.logIn(person))
const order = (page: Page) => page.getByRole('button', { name: 'Sipariş ver' }).click()
const quantityOf = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name} miktarı`) })
const isOrder = (route: Route) => route.request().method() === 'POST'

/**
 * Holds requests that place orders; returns a function that releases them, and a promise for the first one's arrival.
 */
async function holdOrders(context: BrowserContext) {
  let release: () => void = () => undefined
  let come: () => void = () => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  const arrived = new Promise<void>(resolve => (come = resolve))
  await context.route('**/api/orders', async route => {
    if (isOrder(route)) {
      come()
      await released
    }
    await route.continue()
  })
  return { arrived, release }
}

/** Signs another user in in this browser; every open tab changes to that user. */
const become = (tab: Page, { token, user }: Person) =>
  tab.evaluate(
    ({ token, user }) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', JSON.stringify(user))
      // The tab reads its session again, as after a login; otherwise its outbox would still send for the previous user.
      dispatchEvent(new StorageEvent('storage', { key: 'user' }))
    },
    { token, user },
  )

/** Copies the cart of one user to another. */
const sameCart = (page: Page, from: Person, to: Person) =>
  page.evaluate(([from, to]) => localStorage.setItem(`cart:${to}`, localStorage.getItem(`cart:${from}`) ?? ''), [
    from.id,
    to.id,
  ] as const)

test('a user who logs in while the order of another user is being sent does not see it, and keeps the own cart', async ({
  browser,
}) => {
  const [owner, other] = [await world.customer('Basan Lokanta'), await world.customer('Sonra Gelen')]
  const product = await world.product({ name: 'Paylaşılmayan Peynir' })
  const { page } = await world.page(browser, owner)
  await page.goto('/products?search=paylasilmayan')
  await addToCartAndOpen(page, product)
  await page.getByLabel('Sipariş notu').fill('placed')
  await sameCart(page, owner, other)
  const tab = await page.context().newPage()
  await tab.goto('/orders')
  const { arrived, release } = await holdOrders(page.context())
  await order(page)
  await arrived
  await become(tab, other)
  const placed = page.waitForResponse(
    response => response.request().method() === 'POST' && response.url().endsWith('/api/orders'),
  )
  release()
  expect((await placed).status()).toBe(201)
  await expect.poll(() => storedKeys(page, 'outbox')).toEqual([])
  await expect(quantityOf(page, product.name)).toHaveValue('1')
  await expect(page.getByLabel('Sipariş notu')).toHaveValue('')
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeHidden()
  await expect(page).toHaveURL('/cart')
  await expect(waitingList(page)).toBeHidden()
  expect((await ordersOf(owner)).map(({ notes }) => notes)).toEqual(['placed'])
  expect(await ordersOf(other)).toEqual([])
})

test('an order is sent for the user who placed it or not at all, even if another user logs in in another tab at that moment', async ({
  browser,
}) => {
  const [owner, other] = [await world.customer('Sahibi'), await world.customer('Öteki Sekmedeki')]
  const product = await world.product({ name: 'Sahibinin Peyniri' })
  const { page } = await world.page(browser, owner)
  const written = await outboxWrites(page)
  await page.goto('/products?search=sahibinin')
  await addToCartAndOpen(page, product)
  await page.getByLabel('Sipariş notu').fill('Benim')
  const tab = await page.context().newPage()
  await tab.goto('/orders')
  await expect(tab.getByText('Henüz siparişiniz yok')).toBeVisible()
  // The browser's database is locked, first before the order is written to it, then before the order is sent.
  await holdOutbox(tab, 'writing', 'readwrite')
  const before = await written()
  await order(page)
  await expect.poll(written).toBe(before + 1)
  await holdOutbox(tab, 'sending', 'readonly')
  await letGo(tab, 'writing')
  await expect.poll(() => page.evaluate(id => localStorage.getItem(`cart:${id}`), owner.id)).toBe('[]')
  await become(tab, other)
  await expect(page.getByText('Sepetiniz boş')).toBeVisible()
  await letGo(tab, 'sending')
  await expect.poll(() => storedKeys(page, 'outbox')).toHaveLength(1)
  // The outbox holds a lock until it has decided what to send.
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held)).toEqual([])
  expect([await ordersOf(owner), await ordersOf(other)]).toEqual([[], []])

  await become(tab, owner)
  await expect.poll(async () => (await ordersOf(owner)).map(({ notes }) => notes)).toEqual(['Benim'])
  await expect.poll(() => storedKeys(page, 'outbox')).toEqual([])
  expect(await ordersOf(other)).toEqual([])
})

/** Counts how often a page has started to write to the outbox, including writes that still have to wait. */
async function outboxWrites(page: Page) {
  await page.addInitScript(() => {
    Reflect.set(window, 'writes', 0)
    const begin = Reflect.get(IDBDatabase.prototype, 'transaction')
    IDBDatabase.prototype.transaction = function (...how) {
      if (how[0] === 'outbox' && how[1] === 'readwrite')
        Reflect.set(window, 'writes', Reflect.get(window, 'writes') + 1)
      return Reflect.apply(begin, this, how)
    }
  })
  return () => page.evaluate<number>(() => Reflect.get(window, 'writes'))
}

/** Blocks writes to the outbox until `letGo`; with `readonly`, the outbox can still be read. */
const holdOutbox = (tab: Page, name: string, mode: 'readonly' | 'readwrite') =>
  tab.evaluate(
    async ([name, mode]) => {
      const opening = indexedDB.open('toptan')
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error ?? new Error('the database cannot be opened'))
      })
      const outbox = db.transaction('outbox', mode).objectStore('outbox')
      const hold = () => {
        if (sessionStorage.getItem(name)) return db.close()
        outbox.count().onsuccess = hold
      }
      hold()
    },
    [name, mode] as const,
  )
const letGo = (tab: Page, name: string) => tab.evaluate(name => sessionStorage.setItem(name, 'let go'), name)

test('if the session ends at the press, no order is lost, and none is placed that was not sent', async ({
  browser,
}) => {
  const person = await world.customer('Oturumu Biten')
  const product = await world.product({ name: 'Oturumlu Peynir' })
  const { page } = await world.page(browser, await world.logIn(person))
  // The event stream and the synchronization of the cart would report the end of the session before the press.
  await page.route(/\/api\/(events|cart)/, route => route.abort())
  await page.goto('/products?search=oturumlu')
  await addToCartAndOpen(page, product)
  await page.getByLabel('Sipariş notu').fill('Sabah')
  // The request for current prices, which precedes the order, is refused, so nothing has left the cart.
  await endSession(page)
  await order(page)
  await expect(page).toHaveURL(/\/login/)
  await logInHere(page, person)
  await openCart(page)
  await expect(quantityOf(page, product.name)).toHaveValue('1')
  await expect(waitingList(page)).toBeHidden()
  expect(await ordersOf(person)).toEqual([])

  // Now the request with the order is refused, so the order waits in the outbox for its user.
  await page.route('**/api/orders', async route => {
    if (isOrder(route)) await endSession(page)
    await route.continue()
  })
  await order(page)
  await expect(page.getByText('Siparişiniz bekliyor; yeniden giriş yapınca gönderilecek')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await page.unrouteAll({ behavior: 'wait' })
  await logInHere(page, person)
  await expect(page.getByText(/Bekleyen siparişiniz gönderildi/)).toBeVisible()
  expect((await ordersOf(person)).map(({ notes }) => notes)).toEqual(['Sabah'])
  await openCart(page)
  await expect(page.getByText('Sepetiniz boş')).toBeVisible()
})

/** Ends the page's session on the server, as another device can. */
async function endSession(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await fetch(`${portal.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
}

test('a page that is reloaded while its order is in flight sends it once, with its note', async ({ browser }) => {
  const person = await world.customer('Yenileyen')
  const product = await world.product({ name: 'Yenilenen Peynir' })
  const { page } = await world.page(browser, person)
  await page.goto('/products?search=yenilenen')
  await addToCartAndOpen(page, product)
  await page.getByLabel('Sipariş notu').fill('Kapıya')
  const arrived = new Promise<void>(resolve => {
    let isFirst = true
    void page.route('**/api/orders', async route => {
      if (!isOrder(route) || !isFirst) return route.fallback()
      isFirst = false
      await route.fetch()
      resolve()
    })
  })
  await order(page)
  await arrived
  await page.reload()
  await expect(page.getByText(/Bekleyen siparişiniz gönderildi/)).toBeVisible()
  await expect(waitingList(page)).toBeHidden()
  // The note was sent with its order, and is not kept for the next one.
  expect(await page.evaluate(id => localStorage.getItem(`cart-note:${id}`), person.id)).toBeNull()
  expect((await ordersOf(person)).map(({ notes }) => notes)).toEqual(['Kapıya'])
  expect(await world.stockOf(product.id)).toMatchObject({ reserved: 1, agree: true })
})

test('if the browser cannot store data, a waiting order warns not to close the page, and is sent nevertheless', async ({
  browser,
}) => {
  const person = await world.customer('Gizli Pencere')
  const product = await world.product({ name: 'Saklanmayan Peynir' })
  const { page } = await world.page(browser, person)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('not here', 'SecurityError')
      },
    })
  })
  await page.goto('/products?search=saklanmayan')
  await addToCartAndOpen(page, product)
  await page.context().setOffline(true)
  await order(page)
  await expect(page.getByText('Siparişiniz bekliyor; gönderilene kadar bu sayfayı kapatmayın')).toBeVisible()
  await expect(waitingList(page)).toContainText('Henüz gönderilmedi')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Siparişe git' }).click()
  await expect(page).toHaveURL(/\/orders\//)
  expect(await ordersOf(person)).toHaveLength(1)
})

test('products that another tab adds while an order is being sent stay in the cart', async ({ browser }) => {
  const person = await world.customer('Hızlı Sekmeler')
  const product = await world.product({ name: 'Artan Peynir' })
  const { page } = await world.page(browser, person)
  await page.goto('/products?search=artan')
  await addToCartAndOpen(page, product)
  await page.getByLabel('Sipariş notu').fill('İlk')
  const other = await page.context().newPage()
  await other.goto('/cart')
  await expect(quantityOf(other, product.name)).toHaveValue('1')
  // The request for current prices is in flight when the other tab changes the cart.
  let release: () => void = () => undefined
  const requested = new Promise<void>(resolve => {
    void page.route('**/api/products?ids=*', async route => {
      resolve()
      await new Promise<void>(goOn => (release = goOn))
      await route.continue()
    })
  })
  await order(page)
  await requested
  await quantityOf(other, product.name).fill('4')
  await other.getByLabel('Sipariş notu').fill('Sonraki')
  await expect(other.getByRole('heading', { name: 'Sipariş özeti' })).toBeVisible()
  await other.getByLabel('Sipariş notu').blur()
  await expect.poll(() => page.evaluate(id => localStorage.getItem(`cart:${id}`), person.id)).toContain('"quantity":4')
  release()
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  await expect(quantityOf(other, product.name)).toHaveValue('3')
  await expect(other.getByLabel('Sipariş notu')).toHaveValue('Sonraki')
  const placed = await ordersOf(person)
  expect(placed.map(({ notes, items }) => [notes, items.map(({ quantity }) => quantity)])).toEqual([['İlk', [1]]])
})

test('over plain HTTP, as in a company’s own network, orders are placed in the same way', async ({ browser }) => {
  const person = await world.customer('Şirket Ağı')
  const product = await world.product({ name: 'Ağdaki Peynir' })
  const { page } = await world.page(browser, person, {
    ...DESK,
    baseURL: portal.url.replace('127.0.0.1', NETWORK_NAME),
  })
  await page.goto('/products?search=agdaki')
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
  await addToCartAndOpen(page, product)
  await order(page)
  await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
  await expect(page).toHaveURL(/\/orders\//)
  await goWithin(page, '/custom-order')
  await page.getByRole('button', { name: 'Satır ekle' }).click()
  await expect(page.getByRole('group', { name: '2. ürün' })).toBeVisible()
  expect(await ordersOf(person)).toHaveLength(1)
})
