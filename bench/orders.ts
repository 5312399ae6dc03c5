import { performance } from 'node:perf_hooks'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { fillPortal } from '../server/testing/many-orders.ts'
import { clientOf, residentMegabytes } from './client.ts'
import { at, felt, feltDuring } from './latency.ts'

/** A hundred thousand orders: how long reports take, and what their workbook costs in memory. */

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
    ['sales of the last 30 days', '/admin/reports/sales'],
    ['sales of two years, all of them', '/admin/reports/sales?from=2024-01-01'],
    ['the figures of `/admin/stats`', '/admin/stats'],
    ['orders, first 60', '/admin/orders?limit=60'],
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
  for (const what of ['orders as a workbook', 'once more']) {
    const before = residentMegabytes(portal)
    let most = before
    let size = 0
    const began = performance.now()
    const waits = await feltDuring(portal, customer, async () => {
      const response = await send(admin, '/admin/reports/orders-excel')
      for await (const piece of response.body!) {
        size += piece.length
        most = Math.max(most, residentMegabytes(portal))
      }
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const megabytes = `${(size / 1e6).toFixed(1)} MB; the portal grew from ${before} to ${most} MB`
    table.push([`${ORDERS} ${what}`, `${seconds} s, ${megabytes}`], ['own orders of a customer meanwhile', felt(waits)])
  }
} finally {
  await portal.stop()
}
console.log('| What | Figure |\n|---|---|')
for (const [what, figure] of table) console.log(`| ${what} | ${figure} |`)
