import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { FLAGS, findBrowser } from './browser.ts'
import { importProducts } from './many-products.ts'
import { type Portal, startPortal } from './portal.ts'
import { followScripts } from './script-size.ts'
import { type Person, World } from './world.ts'

// Measures a customer's first visit on a phone with Lighthouse: the built portal with 5,000 products, a fresh profile
// each time. Prints a table for docs/figures.md. `--rounds 1` and `--only /products` measure less.

const { rounds, only } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string' } },
}).values
const PRODUCTS = 5000
const SCREENS = ['/login', '/dashboard', '/products', '/cart', '/orders'].filter(path => !only || path === only)
const CATEGORIES = 'performance,accessibility,best-practices'
const LIGHTHOUSE = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js')
const browser = await findBrowser()

type Visit = {
  performance: number
  accessibility: number
  practices: number
  paint: number
  largest: number
  busy: number
}

const portal = await startPortal()
try {
  const customer = await filled(portal)
  console.log(
    '| Screen | Performance | Accessibility | Best practices | First paint | Largest paint | Blocked | JavaScript |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const path of SCREENS) {
    const visits: Visit[] = []
    for (let round = 0; round < Number(rounds); round++) visits.push(await visited(portal, path, customer))
    const joined = (pick: (visit: Visit) => number) => visits.map(pick).join(', ')
    const seconds = (pick: (visit: Visit) => number) => joined(visit => Math.round(pick(visit) / 10) / 100)
    const row = [
      path,
      joined(visit => visit.performance),
      joined(visit => visit.accessibility),
      joined(visit => visit.practices),
      `${seconds(visit => visit.paint)} s`,
      `${seconds(visit => visit.largest)} s`,
      `${joined(visit => Math.round(visit.busy))} ms`,
      `${(await scripts(portal, path, customer)).toFixed(1)} kB`,
    ]
    console.log(`| ${row.join(' | ')} |`)
  }
} finally {
  await portal.stop()
}

/** Fills a portal with products and with a customer that has ordered some of them. */
async function filled(on: Portal): Promise<Person> {
  const world = await World.on(on)
  await importProducts(world, PRODUCTS)
  const customer = await world.customer('Lezzet Market')
  const products = await world.request<{ id: string }[]>('GET', '/products?limit=5', customer)
  for (let n = 0; n < 8; n++)
    await world.order(
      customer,
      products.map(({ id }) => ({ product_id: id, quantity: 1 + n })),
    )
  return customer
}

/** One visit without any data of earlier visits. */
async function visited(on: Portal, path: string, customer: Person): Promise<Visit> {
  const port = await freePort()
  return withProfile(on, path, customer, [`--remote-debugging-port=${port}`], async () => {
    const { categories, audits } = await reportOf(`${on.url}${path}`, port)
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      practices: score('best-practices'),
      paint: value('first-contentful-paint'),
      largest: value('largest-contentful-paint'),
      busy: value('total-blocking-time'),
    }
  })
}

type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * Lighthouse's report on a page in the browser that listens on this port. Lighthouse is installed separately, because
 * it is larger than all other packages together and only needed here.
 */
async function reportOf(url: string, port: number): Promise<Report> {
  const options = ['--output=json', '--quiet', '--disable-storage-reset', `--only-categories=${CATEGORIES}`]
  const { stdout } = await promisify(execFile)(process.execPath, [LIGHTHOUSE, url, `--port=${port}`, ...options], {
    maxBuffer: 100e6,
  })
  const report: Report = JSON.parse(stdout)
  if (report.runtimeError) throw new Error(`Lighthouse failed: ${report.runtimeError.message}`)
  return report
}

/** How much JavaScript a first visit loads, including later chunks, in gzipped kB (1,000 bytes). */
async function scripts(on: Portal, path: string, customer: Person): Promise<number> {
  return withProfile(on, path, customer, [], async context => {
    const page = await context.newPage()
    const weigh = followScripts(page)
    await page.goto(`${on.url}${path}`)
    await page.waitForTimeout(5000)
    return (await weigh()) / 1000
  })
}

async function withProfile<T>(
  on: Portal,
  path: string,
  customer: Person,
  flags: string[],
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'toptan-phone-'))
  const context = await chromium.launchPersistentContext(profile, { ...browser, args: [...FLAGS, ...flags] })
  try {
    if (path !== '/login') {
      // A file of the portal that runs no code.
      const [page = await context.newPage()] = context.pages()
      await page.goto(`${on.url}/manifest.webmanifest`)
      await page.evaluate(
        ([token, user]) => {
          localStorage.setItem('token', token)
          localStorage.setItem('user', user)
        },
        [customer.token, JSON.stringify(customer.user)] as const,
      )
    }
    return await work(context)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
