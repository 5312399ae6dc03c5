import { readFile } from 'node:fs/promises'
import * as xlsx from '@e965/xlsx'
import { PRICE_LIST, type World } from './world.ts'

/** Imports a tenth of the price list and all of its olives, enough products to scroll through. */
export async function importPartOfPriceList(world: World): Promise<void> {
  const { Ürünler: sheet } = xlsx.read(await readFile(PRICE_LIST)).Sheets
  if (!sheet) throw new Error('the price list has no products')
  const [head = [], ...rows] = xlsx.utils.sheet_to_json<(string | number)[]>(sheet, { header: 1 })
  const part = rows.filter((row, place) => place % 10 === 0 || row.includes('Zeytinler'))
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([head, ...part]), 'Ürünler')
  await world.importWorkbook(new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'xlsx' })))
}
