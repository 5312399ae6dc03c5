import { performance } from 'node:perf_hooks'
import * as xlsx from '@e965/xlsx'
import { CUSTOMER_COLUMNS } from '../contract/customer-import.ts'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { clientOf, cpuSeconds } from './client.ts'
import { latencyDuring, latencyText, pause } from './latency.ts'

/**
 * Imports a workbook of five thousand customers, a hundred rows of it invalid: its duration, and the effect on other
 * users.
 */

const ROWS = 5000
const INVALID = 100
const IMPORT = '/admin/customers/import'

type Summary = { created_count: number; updated_count: number; error_count: number }

const table: [what: string, figure: string][] = []
const portal = await startPortal()
const { get, importWorkbook, logIn } = clientOf(portal)
try {
  const admin = await logIn('/admin/login', ADMIN)
  const one = { username: 'bilinen', password: 'gizli-sifre' }
  await importWorkbook(
    admin,
    IMPORT,
    workbook([[one.username, 'Bilinen', 'bilinen@ornek.com.tr', '', '', one.password]]),
  )
  const progress = async () => (await get<{ is_running: boolean }>(admin, IMPORT)).is_running
  const customer = await logIn('/auth/login', one)
  table.push([
    "a customer's own orders, no other load",
    latencyText(await latencyDuring(portal, customer, () => pause(5000))),
  ])

  const rows = Array.from({ length: ROWS + INVALID }, (_, i) => {
    const isInvalid = i % 51 === 50
    return [
      `musteri-${i}`,
      `Müşteri ${i}`,
      isInvalid ? 'adres değil' : `musteri-${i}@ornek.com.tr`,
      `0212 555 ${i}`,
      'İstanbul',
    ]
  })
  const file = workbook(rows)
  for (const what of [`import of ${ROWS} valid rows and ${INVALID} invalid ones`, 'the same import repeated']) {
    let steps = 0
    const watch = () => progress().then(isRunning => (steps += isRunning ? 1 : 0))
    // A busy portal may refuse to report the progress.
    const watching = setInterval(() => void watch().catch(() => undefined), 1000)
    const [began, worked] = [performance.now(), cpuSeconds(portal)]
    let summary: Summary | undefined
    const latencies = await latencyDuring(
      portal,
      customer,
      async () => (summary = await importWorkbook<Summary>(admin, IMPORT, file)),
    )
    clearInterval(watching)
    const { created_count, updated_count, error_count } = summary!
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const counts = `${created_count} created, ${updated_count} updated, ${error_count} rows with errors`
    table.push([
      what,
      `${seconds} s, ${(cpuSeconds(portal) - worked).toFixed(1)} of CPU; ${counts}; progress seen ${steps} times`,
    ])
    table.push(["a customer's own orders meanwhile", latencyText(latencies)])
  }
} finally {
  await portal.stop()
}
console.log('| What | Figure |\n|---|---|')
for (const [what, figure] of table) console.log(`| ${what} | ${figure} |`)

function workbook(rows: string[][]): Buffer {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[...CUSTOMER_COLUMNS], ...rows]), 'Müşteriler')
  return xlsx.write(book, { type: 'buffer', compression: true })
}
