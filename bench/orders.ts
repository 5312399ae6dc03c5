import { performance } from 'node:perf_hooks'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { fillPortal } from '../server/testing/many-orders.ts'
import { clientOf, residentMegabytes } from './client.ts'
import { at, latencyDuring, latencyText } from './latency.ts'

/** Measures reports and their workbook with a hundred thousand orders: duration, memory and the latency of a customer. */

const ORDERS = 100_000
const ROUNDS = 7
const CUSTOMER = { username: 'bilinen', password: 'gizli-sifre' }

const table: [what: string, figure: string][] = []
const portal = await startPortal()
const { send, post, logIn } = clientOf(portal)
try {
  await fillPortal(portal.dataDir, ORDERS)
  const admin = await logIn('/admin/login', ADMIN)
  const reports: [what: string, path: string][] = [
    ['revenue cards', '/admin/reports/revenue'],
    ['sales of the last 30 days, all groupings', '/admin/reports/sales'],
    [`sales of two years, all ${ORDERS.toLocaleString('en')} orders`, '/admin/reports/sales?from=2024-01-01'],
    ['the figures of `/admin/stats`', '/admin/stats'],
    ['all orders, first 60 with their lines', '/admin/orders?limit=60'],
  ]
  for (const [what, path] of reports) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      await (await send(admin, path)).text()
      times.push(performance.now() - began)
    }
    table.push([what, `${at(times, 0.5).toFixed(0)} ms`])
  }
  await post(admin, '/admin/customers', { ...CUSTOMER, company_name: 'Bilinen', email: 'bilinen@ornek.com.tr' })
  const customer = await logIn('/auth/login', CUSTOMER)
  for (const what of [`all ${ORDERS.toLocaleString('en')} orders as a workbook`, 'the same again']) {
    const before = residentMegabytes(portal)
    let most = before
    let size = 0
    const began = performance.now()
    const waits = await latencyDuring(portal, customer, async () => {
      const response = await send(admin, '/admin/reports/orders-excel')
      for await (const piece of response.body!) {
        size += piece.length
        most = Math.max(most, residentMegabytes(portal))
      }
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const megabytes = `${(size / 1e6).toFixed(1)} MB; the portal grew from ${before} to ${most} MB`
    table.push([what, `${seconds} s, ${megabytes}`], ["a customer's own orders meanwhile", latencyText(waits)])
  }
} finally {
  await portal.stop()
}
console.log('| What | Figure |\n|---|---|')
for (const [what, figure] of table) console.log(`| ${what} | ${figure} |`)
