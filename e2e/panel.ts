import { type Browser, chromium, type Page } from '@playwright/test'
import { fillPortal } from '../server/testing/many-orders.ts'
import { FLAGS, findBrowser } from './browser.ts'
import { bringProducts } from './many-products.ts'
import { type Portal, startPortal } from './portal.ts'
import { type Person, PHONE, World } from './world.ts'

// A marketer's panel with 2,000 customers, 20,000 orders and 5,000 products, on a phone whose processor is four times
// slower than this machine's. Prints a table for docs/figures.md.

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
    const page = await slowPage(world, browser, marketer)
    cold.push(await opened(page))
    warm.push(await opened(page))
    await page.context().close()
  }
  table.push(['first tab usable, first visit', millis(cold)], ['the same, opened again', millis(warm)])
  for (const tab of TABS) {
    const page = await slowPage(world, browser, marketer)
    await page.goto(`/marketer/dashboard?tab=${tab}`)
    await page.locator('[data-index]').first().waitFor()
    await page.waitForTimeout(3000)
    const tasks = await scrolled(page)
    const long = tasks.filter(task => task > 100)
    const most = Math.max(0, ...tasks)
    table.push([`scrolling ${tab}: longest task`, `${most.toFixed(0)} ms, ${long.length} over 100 ms`])
    await page.context().close()
  }
  console.log('| What | Figure |\n|---|---|')
  for (const [what, figure] of table) console.log(`| ${what} | ${figure} |`)
} finally {
  await browser.close()
  await portal.stop()
}

async function filled(on: Portal) {
  await fillPortal(on.dataDir, 20_000)
  const world = await World.on(on)
  await bringProducts(world, 4000)
  const marketer = await world.marketer('Mehmet Pazarlamacı')
  const others = await world.ask<{ id: string }[]>('GET', '/admin/marketers', world.admin)
  for (const { id } of others)
    if (id !== marketer.id)
      await world.ask('POST', `/admin/marketers/${id}/hand-over`, world.admin, { to_marketer_id: marketer.id })
  return { world, marketer }
}

async function slowPage(world: World, from: Browser, person: Person): Promise<Page> {
  const { page } = await world.page(from, person, PHONE)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** Opens the panel; how long it takes until its figures and the latest orders stand, in ms. */
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

/** Scrolls through a long list as a thumb does; how long the page's tasks took that were over 50 ms. */
async function scrolled(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Reflect.set(window, 'tasks', tasks)
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await page.mouse.move(200, 400)
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(60)
  }
  const [way, tasks] = await page.evaluate(() => [window.scrollY, Reflect.get(window, 'tasks') as number[]] as const)
  if (way < 10_000) throw new Error(`only ${way} px were scrolled`)
  return tasks
}

function millis(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return `${sorted.map(time => time.toFixed(0)).join(', ')} ms`
}
