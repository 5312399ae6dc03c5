import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { chromium, type Locator } from '@playwright/test'
import { FLAGS, findBrowser } from './browser.ts'
import { startPortal } from './portal.ts'
import { PHONE, type WireProduct, World } from './world.ts'

// A customer on a phone orders 30 products whose names the user knows: search, quantity, add. Prints presses, keys and
// seconds for docs/figures.md, and how long a toast covered the next target. `--list` orders in the dense list, where
// Enter in the quantity adds the product; `--dist` measures another build.

const { dist, list } = parseArgs({ options: { dist: { type: 'string' }, list: { type: 'boolean' } } }).values
const LINES = 30
/** The pace of a practised user in milliseconds: looking before a press, pressing a key. */
const LOOK = 400
const KEY = 120

const { executablePath, env } = await findBrowser()
const portal = await startPortal({}, dist ? { dist } : {})
const browser = await chromium.launch({ executablePath, env, args: FLAGS })
const did = { presses: 0, keys: 0, waited: 0 }
try {
  const world = await World.on(portal)
  await world.importPriceList()
  const customer = await world.customer('Lezzet Market')
  const { page } = await world.page(browser, customer, PHONE)
  const products = (await world.request<WireProduct[]>('GET', '/products?limit=500', customer)).filter(isEasilyFound)
  await page.goto('/products')
  const search = page.getByRole('searchbox')
  await search.waitFor()
  const began = performance.now()
  if (list) await press(page.getByRole('button', { name: 'Liste', exact: true }))
  for (const [at, { name }] of products.slice(0, LINES).entries()) {
    if (at > 0) await press(page.getByRole('button', { name: 'Aramayı temizle' }))
    else await press(search)
    await type(name.slice(0, 14))
    const card = page.getByRole('article', { name, exact: true })
    await press(card.getByRole('textbox'))
    const quantity = 2 + (at % 9)
    await type(String(quantity))
    if (list) await enter()
    else await press(card.getByRole('button', { name: /^Sepete ekle/ }))
    await card.getByText(new RegExp(`^Sepette ${quantity}\\b`)).waitFor()
  }
  await press(page.getByRole('link', { name: /^Sepet/ }).first())
  await press(page.getByRole('button', { name: 'Sipariş ver' }))
  await page.getByText('Sipariş başarıyla oluşturuldu').waitFor()
  const seconds = (performance.now() - began) / 1000
  console.log('| Lines | Presses | Keys | Seconds | Of these waited for toasts |\n|---|---|---|---|---|')
  const figures = [LINES, did.presses, did.keys, seconds.toFixed(0), `${(did.waited / 1000).toFixed(1)} s`]
  console.log(`| ${figures.join(' | ')} |`)

  async function type(text: string) {
    did.keys += text.length
    await page.keyboard.type(text, { delay: KEY })
  }

  async function enter() {
    did.keys++
    await page.keyboard.press('Enter', { delay: KEY })
  }

  /** Presses an element once it is shown and no toast covers it. */
  async function press(what: Locator) {
    await what.waitFor()
    await page.waitForTimeout(LOOK)
    await what.scrollIntoViewIfNeeded()
    const blocked = performance.now()
    const waited = await what.evaluate(async element => {
      for (let frames = 0; ; frames++) {
        const box = element.getBoundingClientRect()
        const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        if (!met?.closest('[data-sonner-toast]')) return frames > 0
        await new Promise(requestAnimationFrame)
      }
    })
    if (waited) did.waited += performance.now() - blocked
    did.presses++
    await what.tap()
  }
} finally {
  await browser.close()
  await portal.stop()
}

/** Whether it is in stock, and searching for the first letters of its name finds no other product. */
function isEasilyFound({ name, stock_quantity }: WireProduct, _: number, all: WireProduct[]) {
  const begins = name.slice(0, 14)
  return (
    stock_quantity > 20 && /^[a-zçğıöşü ]{14}/i.test(name) && all.filter(one => one.name.includes(begins)).length === 1
  )
}
