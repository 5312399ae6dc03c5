import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { FLAGS, findBrowser } from './browser.ts'
import { followShifts } from './layout-shift.ts'
import { importProducts } from './many-products.ts'
import { startPortal } from './portal.ts'
import type { Size } from './shared-pages.ts'
import { printTable } from './slow-page.ts'
import { DESK, type Person, PHONE, World } from './world.ts'

// Measures searching and scrolling 5,000 products, and the layout shift of the main screens when replies take 150 ms.
// Times are measured with a processor four times slower; processor time, which hardly depends on other load on the
// machine, with the processor as it is. Prints a table for docs/figures.md.

const PRODUCTS = 5000
const SIZES = { phone: PHONE, desk: DESK }
const WORDS = ['peynir', 'zeytin', 'tursu', 'mantar', 'krema', 'biber']
const WIDTHS = [390, 768, 1440]
const SCREENS = {
  customer: ['/dashboard', '/products', '/cart', '/orders'],
  marketer: ['products', 'orders', 'customers', 'cart', 'dashboard'].map(tab => `/marketer/dashboard?tab=${tab}`),
  admin: ['stats', 'products', 'orders', 'customers', 'inventory', 'reports', 'stock'].map(
    tab => `/admin/dashboard?tab=${tab}`,
  ),
}

const portal = await startPortal()
const browser = await chromium.launch({ ...(await findBrowser()), args: FLAGS })
try {
  const world = await World.on(portal)
  await importProducts(world, PRODUCTS)
  const customer = await world.customer('Lezzet Market')
  const table: [what: string, figure: string][] = []
  for (const [name, size] of Object.entries(SIZES)) {
    const slow = await typed(await opened(browser, world, customer, size, 4))
    const fast = await typed(await opened(browser, world, customer, size, 1))
    table.push(
      [`${name}: key to painted matches, 4 × slower`, quantiles(slow.map(({ time }) => time))],
      [`${name}: processor time per key`, quantiles(fast.map(({ cpu }) => cpu))],
      [`${name}: scrolling, processor time`, await measureScroll(await opened(browser, world, customer, size, 1))],
    )
  }
  const people = { customer, marketer: await world.marketer('Mehmet Pazarlamacı'), admin: world.admin }
  for (const [role, person] of Object.entries(people))
    table.push([`largest layout shift, ${role}`, await largestShift(browser, world, person, SCREENS[person.role])])
  printTable(table)
} finally {
  await browser.close()
  await portal.stop()
}

type Slowed = { page: Page; devtools: CDPSession }

/** Opens the catalogue and waits until it is stored in the browser and indexed for searches. */
async function opened(from: Browser, world: World, person: Person, size: Size, rate: number): Promise<Slowed> {
  const { page } = await world.page(from, person, size)
  const stored = page.waitForResponse(/\/api\/products$/)
  await page.goto('/products')
  await stored
  // The focus starts the indexing of the stored copy.
  await page.getByRole('searchbox').focus()
  await page.waitForTimeout(5000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devtools }
}

/**
 * For each key that changes the list: the time until the change is painted, and the page's processor time for it, in
 * ms.
 */
async function typed({ page, devtools }: Slowed) {
  const keys: { time: number; cpu: number }[] = []
  await page.getByRole('searchbox').focus()
  for (const word of WORDS) {
    for (const key of word) {
      await page.waitForTimeout(800)
      const before = await processorTime(devtools)
      await page.evaluate(awaitChange)
      await page.keyboard.type(key)
      const time = await page.waitForFunction(() => Reflect.get(window, 'painted'), undefined, { polling: 50 })
      const cpu = (await processorTime(devtools)) - before
      const ms = Number(await time.jsonValue())
      // A letter after which the same products match changes nothing.
      if (ms < Infinity) keys.push({ time: ms, cpu })
    }
    await page.keyboard.press('Escape')
  }
  await page.context().close()
  return keys
}

/**
 * Runs in the page; sets `painted` to the time in ms from the next key until a changed list is painted, or to Infinity.
 */
function awaitChange() {
  Reflect.set(window, 'painted', undefined)
  const list = document.querySelector('main')
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const observer = new MutationObserver(changes => {
        // Entries below the window are added after the first paint. No named function is declared here, because tsx
        // would wrap it in a helper that the page lacks.
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
        const isInWindow = added.some(
          node => node instanceof HTMLLIElement && node.getBoundingClientRect().top < window.innerHeight,
        )
        if (!isInWindow) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          // A message posted in a frame arrives after it has been painted.
          port1.onmessage = () => Reflect.set(window, 'painted', performance.now() - timeStamp)
          port2.postMessage(0)
        })
      })
      if (list) observer.observe(list, { childList: true, subtree: true })
      setTimeout(() => {
        observer.disconnect()
        if (Reflect.get(window, 'painted') === undefined) Reflect.set(window, 'painted', Infinity)
      }, 700)
    },
    { capture: true, once: true },
  )
}

/** The processor time of the page's main thread so far, in ms. */
async function processorTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/** Scrolls to the end of the catalogue: the longest tasks of the page's main thread, in ms of processor time. */
async function measureScroll({ page }: Slowed): Promise<string> {
  await page.mouse.move(200, 400)
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] })
  for (let last = -1, still = 0; still < 20; ) {
    await page.mouse.wheel(0, 1500)
    await page.waitForTimeout(30)
    const way = await page.evaluate(() => window.scrollY)
    still = way === last ? still + 1 : 0
    last = way
  }
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const place = await page.getByRole('listitem').last().getAttribute('aria-posinset')
  await page.context().close()
  const threads = new Set(
    traceEvents.flatMap(({ args, pid, tid }) => (args.name === 'CrRendererMain' ? `${pid} ${tid}` : [])),
  )
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
  const over = (ms: number) => tasks.filter(task => task > ms).length
  return `${place} cards, longest task ${Math.max(...tasks).toFixed(0)} ms, ${over(12.5)} over 12.5, ${over(50)} over 50`
}

/** The largest sum of layout shifts of these screens at three widths, with its screen and width. */
async function largestShift(from: Browser, world: World, person: Person, screens: readonly string[]) {
  const shifts: { shift: number; where: string }[] = []
  for (const width of WIDTHS)
    for (const screen of screens) {
      const { page } = await world.page(from, person, { ...DESK, viewport: { width, height: 900 } })
      const shift = await followShifts(page)
      await page.route('**/api/**', async route => {
        await new Promise(resolve => setTimeout(resolve, 150))
        await route.continue().catch(() => undefined)
      })
      await page.goto(screen)
      await page.waitForTimeout(3000)
      shifts.push({ shift: await shift(), where: `${screen} at ${width} px` })
      await page.context().close()
    }
  const [worst] = shifts.toSorted((a, b) => b.shift - a.shift)
  return `${worst?.shift.toFixed(4)} (${worst?.where})`
}

function quantiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return `median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms, ${sorted.length} keys`
}
