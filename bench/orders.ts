import { performance } from 'node:perf_hooks'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { atPortal, fillOrders, settle } from '../server/testing/many-orders.ts'
import { fillProducts } from '../server/testing/many-products.ts'
import { clientOf, cpuSeconds, residentMegabytes } from './client.ts'
import { latencyDuring, latencyText, quantile } from './latency.ts'
import { getRequest, runLoad } from './load.ts'
import { databaseCpuSeconds } from './processor-time.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Measures reports and their workbook with a hundred thousand orders: duration, memory and the latency of customers.
 * With `large` there are a million orders and 50,000 products, and no workbook.
 */

const isLarge = process.argv.includes('large')
const ORDERS = isLarge ? 1_000_000 : 100_000
const PRODUCTS = isLarge ? 50_000 : 0
const ROUNDS = 15
const CUSTOMER = { username: 'bilinen', password: 'gizli-sifre' }

const table: [what: string, figure: string][] = []
const portal = await startPortal({}, { embedded: true })
const { send, post, logIn } = clientOf(portal)
try {
  await atPortal(portal.dataDir, async db => {
    await fillProducts(db, PRODUCTS)
    await fillOrders(db, ORDERS)
    await settle(db)
  })
  const admin = await logIn('/admin/login', ADMIN)
  const twoYears = `/admin/reports/sales?from=${new Date(Date.now() - 729 * DAY).toISOString().slice(0, 10)}`
  const reports: [what: string, path: string][] = [
    ['the figures of `/admin/stats`', '/admin/stats'],
    ['revenue cards', '/admin/reports/revenue'],
    ['sales of the last 30 days, all groupings', '/admin/reports/sales'],
    ['sales of two years, all orders', twoYears],
    ['customers, first 60 with their sums', '/admin/customers?limit=60'],
    ['all orders, first 60 with their lines', '/admin/orders?limit=60'],
  ]
  for (const [what, path] of reports) {
    const times: number[] = []
    await (await send(admin, path)).text()
    const before = { portal: cpuSeconds(portal), database: databaseCpuSeconds(portal) }
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      await (await send(admin, path)).text()
      times.push(performance.now() - began)
    }
    const cpu = [cpuSeconds(portal) - before.portal, databaseCpuSeconds(portal) - before.database]
    const [ofPortal, ofDatabase] = cpu.map(seconds => ((seconds / ROUNDS) * 1000).toFixed(1))
    const [median, longest] = [quantile(times, 0.5), Math.max(...times)].map(time => time.toFixed(0))
    table.push([what, `median ${median} ms, longest ${longest} ms; CPU ms ${ofPortal} + ${ofDatabase} PostgreSQL`])
  }
  await post(admin, '/admin/customers', { ...CUSTOMER, company_name: 'Bilinen', email: 'bilinen@ornek.com.tr' })
  const customer = await logIn('/auth/login', CUSTOMER)
  const pages = { connections: [[getRequest('/api/products?limit=24', customer)]], seconds: 2 }
  const load = { ...pages, port: Number(new URL(portal.url).port) }
  await runLoad(load)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < 5; round++) {
    alone.push((await runLoad(load)).p99)
    // Reads all reports again and again without a pause, one request at a time.
    let isOver = false
    const reading = (async () => {
      while (!isOver) for (const [, path] of reports.slice(0, 4)) await (await send(admin, path)).text()
    })()
    const [{ p99 }] = await Promise.all([runLoad(load).finally(() => (isOver = true)), reading])
    beside.push(p99)
  }
  const [quiet, busy] = [quantile(alone, 0.5), quantile(beside, 0.5)]
  table.push([
    'a catalogue page of 24 while reports are read without a pause, p99',
    `${busy.toFixed(1)} ms; without reports ${quiet.toFixed(1)} ms (medians of 5 rounds)`,
  ])
  // A workbook of a million rows would take minutes, and no more memory than one of these.
  const workbooks = isLarge ? [] : [`all ${ORDERS.toLocaleString('en')} orders as a workbook`, 'the same again']
  for (const what of workbooks) {
    const before = residentMegabytes(portal)
    let most = before
    let size = 0
    const began = performance.now()
    const latencies = await latencyDuring(portal, customer, async () => {
      const response = await send(admin, '/admin/reports/orders-excel')
      for await (const piece of response.body!) {
        size += piece.length
        most = Math.max(most, residentMegabytes(portal))
      }
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const megabytes = `${(size / 1e6).toFixed(1)} MB; the portal grew from ${before} to ${most} MB`
    table.push([what, `${seconds} s, ${megabytes}`], ["a customer's own orders meanwhile", latencyText(latencies)])
  }
} finally {
  await portal.stop()
}
console.log('| What | Figure |\n|---|---|')
for (const [what, figure] of table) console.log(`| ${what} | ${figure} |`)
