import { chromium, type Page } from '@playwright/test'
import { fillPortal } from '../server/testing/many-orders.ts'
import { FLAGS, findBrowser } from './browser.ts'
import { importProducts } from './many-products.ts'
import { type Portal, startPortal } from './portal.ts'
import { measureScroll, millis, printTable, slowPage } from './slow-page.ts'
import { PHONE, World } from './world.ts'

// Measures a marketer's panel with 2,000 customers, 20,000 orders and 5,000 products, on a phone with a processor four
// times slower than this machine's. Prints a table for docs/figures.md.

const ROUNDS = 5
const TABS = ['products', 'orders', 'customers']

const portal = await startPortal()
const browser = await chromium.launch({ ...(await findBrowser()), args: FLAGS })
try {
  const { world, marketer } = await filled(portal)
  const table: [what: string, figure: string][] = []
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await slowPage(world, browser, marketer, PHONE)
    cold.push(await opened(page))
    warm.push(await opened(page))
    await page.context().close()
  }
  table.push(['first tab usable, first visit', millis(cold)], ['the same, opened again', millis(warm)])
  for (const tab of TABS) {
    const page = await slowPage(world, browser, marketer, PHONE)
    await page.goto(`/marketer/dashboard?tab=${tab}`)
    await page.locator('[data-index]').first().waitFor()
    await page.waitForTimeout(3000)
    table.push([`scrolling ${tab}: longest task`, await measureScroll(page)])
    await page.context().close()
  }
  printTable(table)
} finally {
  await browser.close()
  await portal.stop()
}

async function filled(on: Portal) {
  await fillPortal(on.dataDir, 20_000)
  const world = await World.on(on)
  await importProducts(world, 4000)
  const marketer = await world.marketer('Mehmet Pazarlamacı')
  const others = await world.request<{ id: string }[]>('GET', '/admin/marketers', world.admin)
  for (const { id } of others)
    if (id !== marketer.id)
      await world.request('POST', `/admin/marketers/${id}/hand-over`, world.admin, { to_marketer_id: marketer.id })
  return { world, marketer }
}

/** Opens the panel; returns the time until its figures and the latest orders are shown, in ms. */
async function opened(page: Page): Promise<number> {
  await page.goto('/marketer/dashboard', { waitUntil: 'commit' })
  const stands = await page.waitForFunction(() => {
    const isThere =
      document.querySelectorAll('main a[href*="order="]').length >= 5 &&
      document.querySelector('main')?.innerText.includes('20.000')
    return isThere && performance.now()
  })
  return Number(await stands.jsonValue())
}
