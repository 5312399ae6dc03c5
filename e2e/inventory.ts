import { chromium, type Page } from '@playwright/test'
import { FLAGS, findBrowser } from './browser.ts'
import { importProducts } from './many-products.ts'
import { startPortal } from './portal.ts'
import { measureScroll, millis, printTable, slowPage } from './slow-page.ts'
import { DESK, World } from './world.ts'

// Measures the inventory's table of 50,000 products at a desk with a processor four times slower than this machine's.
// Prints a table for docs/figures.md.

const ROUNDS = 5
const TAB = '/admin/dashboard?tab=inventory'
const SORTS = ['name', 'category', 'price', 'stock_quantity', 'reserved_quantity', 'available_quantity']
const HEADS = { category: 'Kategori', price: 'Fiyat / birim', available_quantity: 'Satılabilir' }

const portal = await startPortal()
const browser = await chromium.launch({ ...(await findBrowser()), args: FLAGS })
try {
  const world = await World.on(portal)
  await importProducts(world, 50_000)
  const table: [what: string, figure: string][] = []
  const first: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await slowPage(world, browser, world.admin, DESK)
    await page.goto(TAB, { waitUntil: 'commit' })
    await page.locator('tbody tr[data-index]').first().waitFor()
    first.push(await page.evaluate(() => performance.now()))
    await page.context().close()
  }
  table.push(['first rows, from the navigation on', millis(first)])
  for (const sort of SORTS)
    table.push([`first 60 by ${sort}, the server alone`, millis(await measureServer(world, sort))])
  const page = await slowPage(world, browser, world.admin, DESK)
  await page.goto(TAB)
  await page.locator('tbody tr[data-index]').first().waitFor()
  for (const [sort, head] of Object.entries(HEADS)) {
    const turns: number[] = []
    // Once ascending and once descending; afterwards the browser has both cached.
    for (let round = 0; round < 2; round++) turns.push(await measureSort(page, head))
    table.push([`sorted again by ${sort}`, millis(turns)])
  }
  await page.goto(TAB)
  await page.locator('tbody tr[data-index]').first().waitFor()
  await page.waitForTimeout(3000)
  table.push(['scrolling: longest task', await measureScroll(page)])
  printTable(table)
} finally {
  await browser.close()
  await portal.stop()
}

/** How long the server takes for the first page and for the second, in ms each. */
async function measureServer(world: World, sort: string): Promise<number[]> {
  const times: number[] = []
  let path: string | undefined = `/api/admin/products?warehouse=Ana+Depo&sort=${sort}&limit=60`
  for (let round = 0; round < ROUNDS && path; round++) {
    const start = performance.now()
    const response: Response = await fetch(`${world.portal.url}${path}`, {
      headers: { authorization: `Bearer ${world.admin.token}` },
    })
    await response.text()
    times.push(performance.now() - start)
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return times
}

/** Presses a column's head; returns the time until the rows are shown in the other order, in ms. */
async function measureSort(page: Page, head: string): Promise<number> {
  const start = performance.now()
  await page.getByRole('button', { name: head }).click()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
  return performance.now() - start
}
