import type * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { decodeItems } from '../api.ts'
import { fieldsOf, isText, isTextOrNull, parseJson } from '../stored-values.ts'
import { SearchableCatalogue } from './catalogue-search.ts'

/** Products decoded at once: few enough to take a slow processor a few milliseconds. */
const SLICE = 25
/** How long the page may be kept from other work by decoding, in ms. */
const MAX_BUSY = 8

/** A product as JSON has it. */
type WireProduct = z.input<typeof listProducts.item>

const isNumber = (value: unknown) => typeof value === 'number'

// Checked by hand, because the schema library would take longer to load, and to check thousands of products.
const FIELDS: Record<keyof Product, (value: unknown) => boolean> = {
  id: isText,
  name: isText,
  brand: isText,
  category: isText,
  price: isNumber,
  unit: isText,
  vat_rate: isNumber,
  stock_quantity: isNumber,
  expected_stock_date: isTextOrNull,
  image_url: isTextOrNull,
  barcode: isTextOrNull,
  description: isText,
  shown_expiry: value => value === undefined || isText(value),
  regular_price: value => value === undefined || isNumber(value),
}

/** The catalogue in the text of a response, which an older version of the app may have stored; undefined if unreadable. */
export async function catalogueIn(text: string): Promise<SearchableCatalogue | undefined> {
  const rows: unknown = parseJson(text)
  if (!Array.isArray(rows) || !rows.every(isProduct)) return undefined
  const catalogue = new SearchableCatalogue()
  let begun = performance.now()
  for (let next = 0; next < rows.length; next += SLICE) {
    catalogue.add(decodeItems(listProducts, rows.slice(next, next + SLICE)))
    if (performance.now() - begun < MAX_BUSY) continue
    await new Promise(resolve => setTimeout(resolve))
    begun = performance.now()
  }
  return catalogue
}

function isProduct(row: unknown): row is WireProduct {
  const fields = fieldsOf(row)
  return Object.entries(FIELDS).every(([name, isRight]) => isRight(fields[name]))
}
