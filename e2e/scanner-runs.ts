import { expect, type Locator, type Page } from '@playwright/test'
import { keysOf, ScriptedKeys } from './scripted-keys.ts'
import type { WireProduct, World } from './world.ts'

/** Simulates a user with a scanner at random, and computes the figures that must be stored afterwards. */

type Run = { world: World; page: Page; products: readonly WireProduct[]; scans: number; random: () => number }
type Figures = Record<string, number>

const STOCK = '/admin/dashboard?tab=stock'
const LOST = 0.06
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** The random decisions of a run. */
function chances(random: () => number) {
  const between = (least: number, most: number) => Math.floor(least + random() * (most - least + 1))
  return {
    between,
    oneIn: (many: number) => random() < 1 / many,
    oneOf: <T>(things: readonly T[]): T => things[between(0, things.length - 1)] as T,
  }
}

/** Delays replies by up to a second, and loses some of them, half of these before the server has got the request. */
async function onUnreliableConnection(page: Page, random: () => number, address: RegExp) {
  const { between } = chances(random)
  const lost = { all: 0 }
  await page.route(address, async route => {
    const [wait, luck] = [between(0, 1000), random()]
    if (luck < LOST / 2) return lost.all++, route.abort()
    const reply = await route.fetch()
    await pause(wait)
    if (luck < LOST) return lost.all++, route.abort()
    await route.fulfill({ response: reply })
  })
  return lost
}

const notes = new WeakMap<Page, string[]>()

function note(page: Page, what: string) {
  notes.set(page, [...(notes.get(page) ?? []), `${new Date().toISOString().slice(14, 23)} ${what}`])
}

/** The scans, typed keys and dialogs of a page, line by line. */
export const notesOf = (page: Page) => (notes.get(page) ?? []).join('\n')

/** Accepts each dialog of the browser; one that opens during a scan stays open until the code's Enter. */
function acceptDialogs(page: Page) {
  const said: string[] = []
  let closing = Promise.resolve()
  let scanned = Promise.resolve()
  page.on('dialog', dialog => {
    said.push(dialog.message())
    note(page, `dialog: ${dialog.message()}`)
    closing = scanned.then(() => dialog.accept()).then(() => note(page, 'dialog closed'))
  })
  return {
    said,
    closed: () => closing,
    /** A scan begins; call the returned function at its end. */
    scanning: () => {
      let end = () => {}
      scanned = new Promise(resolve => {
        end = resolve
      })
      return end
    },
  }
}

/** A scanner that scans one product after the other at random paces, and now and then the same product again. */
async function scanner({ page, products, random }: Run, { closed, scanning }: ReturnType<typeof acceptDialogs>) {
  const { between, oneIn, oneOf } = chances(random)
  const keys = await ScriptedKeys.on(page)
  const keyCount = await countKeys(page)
  let product = oneOf(products)
  const scan = async ({ name, barcode }: WireProduct) => {
    // No scan while the browser shows a dialog: the page responds only once it is closed.
    await closed()
    const before = await keyCount()
    const pace = between(2, 50)
    note(page, `scan ${name} ${barcode} at ${pace} ms a key`)
    await keys.scan(barcode, pace, { onSent: scanning() })
    await closed()
    const isReceived = (await keyCount()) - before > (barcode?.length ?? 0)
    note(page, isReceived ? 'scanned' : 'lost to a dialog')
    return isReceived
  }
  return {
    keys,
    scanNext: async () => {
      if (!oneIn(4)) product = oneOf(products)
      await pause(between(200, 800))
      // A scan that is lost to a dialog opening at that moment is reported by the screen, and repeated.
      while (!(await scan(product)));
      return product
    },
    /** Types at the pace of a user, once the product is on the screen. */
    typeInto: async (field: Locator, quantity: number) => {
      await expect(field).toBeFocused()
      note(page, `type ${quantity}`)
      await keys.press(keysOf(quantity, 'Enter'), () => between(80, 150))
    },
  }
}

/** Counts the keys that reach a page. */
async function countKeys(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const keys = { count: 0 }
    addEventListener('keydown', () => keys.count++, { capture: true })
    return keys
  })
  return () => counter.evaluate(({ count }) => count)
}

/**
 * Counts products: a scan adds one to the current product, or makes another one current; a typed quantity replaces its.
 */
export async function countRun(run: Run) {
  const { world, page, scans, random } = run
  const { between, oneIn } = chances(random)
  const count = await world.request<{ id: string }>('POST', '/admin/stock/counts', world.admin, {
    count_date: '2026-03-10',
  })
  const dialogs = acceptDialogs(page)
  await page.goto(`${STOCK}&mode=count&count=${count.id}`)
  await expect(page.getByText('Henüz ürün sayılmadı')).toBeVisible()
  await onUnreliableConnection(page, random, /by-barcode|counts\/[^/]+\/products/)
  const { keys, scanNext, typeInto } = await scanner(run, dialogs)
  const expected: Figures = {}
  let current: { product: WireProduct; quantity: number } | undefined
  const addCurrent = () => {
    if (current) expected[current.product.id] = (expected[current.product.id] ?? 0) + current.quantity
    current = undefined
  }
  const form = ({ name }: WireProduct) => page.getByRole('form', { name, exact: true })
  for (let made = 0; made < scans; made++) {
    const product = await scanNext()
    if (current?.product === product) current.quantity++
    else {
      addCurrent()
      current = { product, quantity: 1 }
    }
    if (!oneIn(5)) continue
    const field = form(product).getByLabel('Bulunan miktar')
    await expect(field).toHaveValue(String(current.quantity))
    current.quantity = between(2, 300)
    await typeInto(field, current.quantity)
    addCurrent()
  }
  if (current) {
    await expect(form(current.product).getByLabel('Bulunan miktar')).toHaveValue(String(current.quantity))
    await keys.press(['Enter'], () => 0)
    addCurrent()
  }
  // Requests without a reply are repeated: by hand for the line being counted, by the app for the others.
  await page.unrouteAll({ behavior: 'wait' })
  const add = page.getByRole('button', { name: 'Sayıma ekle' })
  await expect(async () => {
    if (await add.isVisible()) await add.click({ timeout: 1000 })
    await expect(page.getByRole('link', { name: 'Farkları gör ve bitir' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  type Counted = { products: { product_id: string; counted_quantity: number }[] }
  const { products } = await world.request<Counted>('GET', `/admin/stock/counts/${count.id}`, world.admin)
  return { found: Object.fromEntries(products.map(one => [one.product_id, one.counted_quantity])), expected }
}

/** Receives goods: each scan adds one, a typed quantity replaces that, and now and then the receipt is booked. */
export async function receiptRun(run: Run) {
  const { page, products, scans, random } = run
  const { between, oneIn } = chances(random)
  const dialogs = acceptDialogs(page)
  await page.goto(STOCK)
  await expect(page.getByText('Gelen malları ekleyin')).toBeVisible()
  await onUnreliableConnection(page, random, /by-barcode|stock\/receipts/)
  const { scanNext, typeInto } = await scanner(run, dialogs)
  const expected: Figures = Object.fromEntries(products.map(({ id, stock_quantity }) => [id, stock_quantity]))
  const book = page.getByRole('button', { name: 'Stoğa al' })
  const lines = page.getByRole('list', { name: 'Gelen mallar' })
  const quantity = ({ name }: WireProduct) =>
    lines.getByRole('group', { name: `${name} miktarı`, exact: true }).getByRole('textbox')
  let list = new Map<WireProduct, number>()
  const bookList = async () => {
    for (const [product, pieces] of list) await expect(quantity(product)).toHaveValue(String(pieces))
    for (const [{ id }, pieces] of list) expected[id] = (expected[id] ?? 0) + pieces
    list = new Map()
    note(page, 'book')
    await book.click()
  }
  for (let made = 0; made < scans; made++) {
    const product = await scanNext()
    const pieces = (list.get(product) ?? 0) + 1
    list.set(product, pieces)
    if (oneIn(5)) {
      await expect(quantity(product)).toHaveValue(String(pieces))
      list.set(product, between(2, 300))
      await typeInto(quantity(product), list.get(product) ?? 0)
    }
    if (oneIn(8)) await bookList()
  }
  if (list.size > 0) await bookList()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(async () => {
    if (await book.isVisible()) await book.click({ timeout: 1000 })
    await expect(lines).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  return { found: await stockOf(run), expected }
}

/** Corrects stock: for some of the scanned products, a new quantity on hand is typed. */
export async function editRun(run: Run) {
  const { page, products, scans, random } = run
  const { between, oneIn } = chances(random)
  const dialogs = acceptDialogs(page)
  await page.goto(`${STOCK}&mode=edit`)
  await expect(page.getByText('Stoğunu düzelteceğiniz ürünü bulun')).toBeVisible()
  await onUnreliableConnection(page, random, /by-barcode/)
  const { scanNext, typeInto } = await scanner(run, dialogs)
  const expected: Figures = Object.fromEntries(products.map(({ id, stock_quantity }) => [id, stock_quantity]))
  const form = page.getByRole('form', { name: 'Stok düzeltme' })
  const field = form.getByLabel('Raftaki miktar')
  for (let made = 0; made < scans; made++) {
    const product = await scanNext()
    if (!oneIn(3)) continue
    await expect(page.getByRole('main').getByText(product.name, { exact: true })).toBeVisible()
    await expect(field).toHaveValue('')
    const quantity = between(0, 500)
    // A save whose reply is lost is sent once more.
    const luck = random()
    await page.route(new RegExp(`products/${product.id}$`), async route => {
      if (route.request().method() === 'GET') return route.continue()
      await page.unroute(new RegExp(`products/${product.id}$`))
      const reply = await route.fetch()
      await pause(between(0, 1000))
      if (luck < LOST * 2) await route.abort()
      else await route.fulfill({ response: reply })
    })
    await typeInto(field, quantity)
    expected[product.id] = quantity
    if (oneIn(2)) await expect(field).toHaveValue('')
  }
  await expect(field).toHaveValue('')
  // A quantity that was typed while its product was fetched is saved when the product has been found.
  await expect.poll(() => stockOf(run)).toEqual(expected)
  return { found: await stockOf(run), expected }
}

async function stockOf({ world, products }: Run): Promise<Figures> {
  const figures: Figures = {}
  for (const { id } of products) {
    const { on_hand, agree } = await world.stockOf(id)
    expect(agree).toBe(true)
    figures[id] = on_hand
  }
  return figures
}
