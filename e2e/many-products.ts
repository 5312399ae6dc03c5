import * as xlsx from '@e965/xlsx'
import { INVENTORY_COLUMNS } from '../contract/inventory-columns.ts'
import type { World } from './world.ts'

const PRICE_LIST_ROWS = 1251

/** Imports the real price list and more products, `count` altogether. */
export async function importProducts(world: World, count: number): Promise<void> {
  await world.importPriceList()
  const rows = Array.from({ length: count - PRICE_LIST_ROWS }, (_, n) => [
    '',
    `Deneme ürünü ${n + 1}`,
    'Marka',
    'Konserve',
    'ADET',
    10 + (n % 90),
    10,
    500,
    '',
  ])
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[...INVENTORY_COLUMNS], ...rows]), 'x')
  await world.importWorkbook(new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'xlsx', compression: true })))
}
