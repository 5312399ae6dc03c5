import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import * as xlsx from '@e965/xlsx'
import { INVENTORY_COLUMNS } from '../contract/inventory-columns.ts'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { clientOf, residentMegabytes } from './client.ts'
import { quantile } from './latency.ts'

/**
 * Measures the built portal over HTTP and prints a table for docs/figures.md. Rates, and the times computed from them,
 * are medians of five rounds; starts, imports, the whole catalogue and memory are measured once.
 */

const ROUNDS = 5
const PRODUCTS = 50_000
const table: { what: string; figure: string; reference: string }[] = []
const note = (what: string, figure: string, reference = '') => table.push({ what, figure, reference })

const cold = await timed(() => startPortal())
note('start on an empty data directory, to the first response', `${seconds(cold.ms)}`)
await cold.result.stop({ keepData: true })
const warm = await timed(() => startPortal({ DATA_DIR: cold.result.dataDir }))
note('start on an existing one', `${seconds(warm.ms)}`)
const portal = warm.result
const { get, post, importWorkbook, logIn } = clientOf(portal)

try {
  const admin = await logIn('/admin/login', ADMIN)
  const list = await readFile(new URL('../e2e/data/price-list.xlsx', import.meta.url))
  const imported = await timed(() => importProducts(admin, list))
  note('import of the real price list, 1,251 rows', seconds(imported.ms))
  const large = workbook(PRODUCTS)
  const importedLarge = await timed(() => importProducts(admin, large))
  note(`import of ${PRODUCTS.toLocaleString('en')} rows`, seconds(importedLarge.ms))

  const customer = await newCustomer(admin)
  const ids = (await get<{ id: string }[]>(customer, '/products?limit=500&search=mal')).map(product => product.id)
  const reference = await perSecond(1, () => get(customer, '/health/ready'))
  note('reference: one `select 1` over HTTP, one client', `${reference.toFixed(0)} /s`)
  const lines: [string, string][] = [
    ['catalogue, first 60 of 51,251 products', '/products?limit=60'],
    ['catalogue of a category, first 60', '/products?limit=60&category=Peynir'],
    ['search of one word (`zeytin`)', '/products?limit=60&search=zeytin'],
    ['search of two letters (`ze`)', '/products?limit=60&search=ze'],
    ['search with 50,000 matches (`mal`)', '/products?limit=60&search=mal'],
  ]
  for (const [what, path] of lines) {
    const rate = await perSecond(1, () => get(customer, path))
    note(what, `${(1000 / rate).toFixed(1)} ms`, ratio(reference, rate))
  }
  for (const clients of [1, 8]) {
    const rate = await perSecond(clients, () => order(customer, sample(ids, 10)))
    note(
      `orders of 10 lines, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
      `${rate.toFixed(0)} /s`,
      ratio(reference, rate),
    )
  }
  const orders = await perSecond(1, () => get(customer, '/orders?limit=60'))
  note('own orders, first 60 with their lines', `${(1000 / orders).toFixed(1)} ms`, ratio(reference, orders))
  const whole = await timed(() => get(customer, '/products'))
  note('whole catalogue, 51,251 products, in one stream', seconds(whole.ms))
  note('memory of the portal afterwards (without PostgreSQL)', `${residentMegabytes(portal)} MB`)
} finally {
  await portal.stop()
}

console.log('| What | Figure | Reference ÷ rate |\n|---|---|---|')
for (const { what, figure, reference } of table) console.log(`| ${what} | ${figure} | ${reference} |`)

// Measuring ------------------------------------------------------------------

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now()
  const result = await work()
  return { result, ms: performance.now() - began }
}

/**
 * Completed operations per second with this number of clients: the median of rounds of one second, after one warm-up
 * round.
 */
async function perSecond(clients: number, work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now()
    let done = 0
    const client = async () => {
      while (performance.now() - began < 1000) {
        await work()
        done++
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    if (round > 0) rounds.push(done / ((performance.now() - began) / 1000))
  }
  return quantile(rounds, 0.5)
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(2)} s`
}

function ratio(reference: number, rate: number) {
  return (reference / rate).toFixed(1)
}

async function newCustomer(admin: string) {
  const credentials = { username: 'lezzet', password: 'gizli-sifre' }
  await post(admin, '/admin/customers', {
    ...credentials,
    company_name: 'Lezzet',
    email: 'lezzet@ornek.com.tr',
  })
  return logIn('/auth/login', credentials)
}

function order(token: string, ids: string[]) {
  return post(token, '/orders', { items: ids.map(product_id => ({ product_id, quantity: 1 })) })
}

async function importProducts(token: string, file: Buffer) {
  const { errors } = await importWorkbook<{ errors: string[] }>(token, '/admin/products/import-excel', file)
  if (errors.length) throw new Error(errors[0])
}

function workbook(rows: number): Buffer {
  const goods = Array.from({ length: rows }, (_, i) => {
    return [null, `Mal ${i} çeşit ${i % 97}`, `Marka ${i % 50}`, 'Peynir', 'ADET', 10 + (i % 500), 10, 1_000_000, null]
  })
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[...INVENTORY_COLUMNS], ...goods]), 'Ürünler')
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

function sample<T>(all: T[], count: number): T[] {
  const start = Math.floor(Math.random() * (all.length - count))
  return all.slice(start, start + count)
}
