import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import * as xlsx from '@e965/xlsx'
import { INVENTORY_COLUMNS } from '../contract/inventory-columns.ts'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { clientOf, cpuSeconds, residentMegabytes, withFile } from './client.ts'
import { pause, quantile } from './latency.ts'

/**
 * Imports and exports workbooks of 50,000 rows: their duration, the effect on other users, and the portal's memory.
 * Prints a table for docs/figures.md.
 */

const ROWS = 50_000
const COUNTED = 500
const WAREHOUSE = 'warehouse=Gecici%20Depo'
const IMPORT_PATH = `/admin/products/import-excel?${WAREHOUSE}`
const EXPORT_PATH = `/admin/products/export-excel?${WAREHOUSE}`

type Row = (string | number | null)[]
type Imported = { created: number; updated: number; errors: string[] }

const priceList = readFileSync(new URL('../e2e/data/price-list.xlsx', import.meta.url))
const table: string[][] = []
const portal = await startPortal()
const { read, get, post, importWorkbook, logIn } = clientOf(portal)
try {
  const admin = await logIn('/admin/login', ADMIN)
  const customer = await newCustomer()
  const measured = async <T>(what: string, work: () => Promise<T>, note: (result: T) => string = () => '') => {
    const before = cpuSeconds(portal)
    const { result, seconds, latencies, peak } = await latencyDuring(customer, work)
    const cpu = (cpuSeconds(portal) - before).toFixed(1)
    const latency = `${quantile(latencies, 0.5).toFixed(0)} / ${quantile(latencies, 0.99).toFixed(0)} / ${quantile(latencies, 1).toFixed(0)}`
    table.push([what, seconds.toFixed(2), cpu, `${latency} (${latencies.length})`, `${peak} MB`, note(result)])
    return result
  }
  const importing = (path: string, file: Buffer) => () => importWorkbook<Imported>(admin, path, file)
  const counts = (reply: Imported) => `${reply.created} / ${reply.updated} / ${reply.errors.length}`

  await measured('nothing, before', () => pause(5000))
  await measured(
    'import of the real price list, 1,251 rows',
    importing(IMPORT_PATH.replace(WAREHOUSE, ''), priceList),
    counts,
  )
  await measured('import, all new', importing(IMPORT_PATH, workbook(goods())), counts)
  const exported = await measured('export', () => read(admin, EXPORT_PATH), sizeInMegabytes)
  await measured('import of the export, unchanged', importing(IMPORT_PATH, exported), counts)
  const dearer = workbook(rowsIn(exported).map(row => row.with(5, Number(row[5]) + 0.5)))
  const preview = () => read(admin, `${IMPORT_PATH}&preview=1`, withFile(dearer))
  await measured('preview, every price changed', preview, sizeInMegabytes)
  await measured('import, every price changed', importing(IMPORT_PATH, dearer), counts)
  await measured(
    'import, every row with errors',
    importing(IMPORT_PATH, workbook(goods().map(row => row.with(5, '1.250')))),
    counts,
  )

  const ids = rowsIn(exported).map(row => String(row[0]))
  const { id } = await post<{ id: string }>(admin, '/admin/stock/counts', { count_date: '2026-01-01' })
  const found = (product_id: string) =>
    post(admin, `/admin/stock/counts/${id}/products`, { product_id, counted_quantity: 9 })
  await measured(`${COUNTED} products counted one by one`, async () => {
    for (const product of ids.slice(0, COUNTED)) await found(product)
  })
  await measured('their differences', () => read(admin, `/admin/stock/counts/${id}/differences`), sizeInMegabytes)
  await measured('their count finalized', () => post(admin, `/admin/stock/counts/${id}/finalize`, {}))
  await measured('stat cards', () => read(admin, `/admin/inventory/stats?${WAREHOUSE}`))
  await measured('low stock, first 60', () => read(admin, '/admin/inventory/low-stock?limit=60'))
  await measured('backorders, first 60', () => read(admin, '/admin/inventory/backorders?limit=60'))
  const dates = { product_ids: ids, expected_stock_date: '2100-01-01' }
  await measured('an expected date set for all', () => post(admin, '/admin/products/bulk-update-expected-date', dates))
  const emptied = () => read(admin, `/admin/products/delete-by-warehouse?${WAREHOUSE}`, { method: 'DELETE' })
  await measured('emptying the warehouse', emptied, reply => reply.toString())
  await measured('nothing, after', () => pause(5000))
} finally {
  await portal.stop()
}
console.log(
  `| ${ROWS.toLocaleString('en')} products | Seconds | CPU s | Others: median / p99 / longest, ms | Peak | |\n|---|---|---|---|---|---|`,
)
for (const line of table) console.log(`| ${line.join(' | ')} |`)

// Measuring ---------------------------------------------------------------------------

/**
 * The latency of a customer's requests (catalogue, own orders, placing an order) while other work runs, in
 * milliseconds.
 */
async function latencyDuring<T>(customer: string, work: () => Promise<T>) {
  const latencies: number[] = []
  let peak = 0
  let isOver = false
  const sendRequests = async () => {
    const [{ id: product_id } = { id: '' }] = await get<{ id: string }[]>(customer, '/products?limit=1&search=sabit')
    const order = { items: [{ product_id, quantity: 1 }] }
    const requests = [
      () => read(customer, '/products?limit=60'),
      () => read(customer, '/orders?limit=20'),
      () => post(customer, '/orders', order),
    ]
    for (let i = 0; !isOver || i < 3; i++) {
      const began = performance.now()
      await requests[i % requests.length]?.()
      latencies.push(performance.now() - began)
      peak = Math.max(peak, residentMegabytes(portal))
      await pause(10)
    }
  }
  const began = performance.now()
  let seconds = Number.NaN
  const timed = work().finally(() => {
    seconds = (performance.now() - began) / 1000
    isOver = true
  })
  // Awaited together, because a rejection that is not awaited yet would end the process and leave the portal running.
  const [result] = await Promise.all([timed, sendRequests()])
  return { result, seconds, latencies, peak }
}

function sizeInMegabytes(file: Buffer) {
  return `${(file.length / 1e6).toFixed(1)} MB`
}

// Requests ----------------------------------------------------------------------------------

/** Creates a customer, and a product that it can always order; returns the customer's token. */
async function newCustomer() {
  const admin = await logIn('/admin/login', ADMIN)
  const credentials = { username: 'lezzet', password: 'gizli-sifre' }
  await post(admin, '/admin/customers', { ...credentials, company_name: 'Lezzet', email: 'lezzet@ornek.com.tr' })
  const product = { name: 'Sabit', brand: 'Sabit', category: 'Sos', price: 1, stock_quantity: 1_000_000 }
  await post(admin, '/admin/products', product)
  return logIn('/auth/login', credentials)
}

function goods(): Row[] {
  return Array.from({ length: ROWS }, (_, i) => {
    const barcode = `869${String(i).padStart(10, '0')}`
    return [null, `Mal ${i} çeşit ${i % 97}`, `Marka ${i % 50}`, 'Peynir', 'ADET', 10 + (i % 500), 10, i % 40, barcode]
  })
}

function workbook(rows: Row[]): Buffer {
  const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([[...INVENTORY_COLUMNS], ...rows]))
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

function rowsIn(file: Buffer): Row[] {
  const [sheet] = Object.values(xlsx.read(file, { dense: true }).Sheets)
  return sheet ? xlsx.utils.sheet_to_json<Row>(sheet, { header: 1 }).slice(1) : []
}
