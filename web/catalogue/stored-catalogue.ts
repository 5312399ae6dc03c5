import type * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { decodeItems } from '../api.ts'
import { fieldsOf, isText, isTextOrNull, parseJson } from '../stored-values.ts'
import { SearchableCatalogue } from './catalogue-search.ts'

/** How many products are decoded at a time: a few milliseconds on a slow processor. */
const SLICE = 25
/** How long decoding may block the page at a time, in ms. */
const MAX_BUSY = 8

/** A product in the API's JSON. */
type WireProduct = z.input<typeof listProducts.item>

const isNumber = (value: unknown) => typeof value === 'number'

// Checked by hand, because the schema library would take longer to load and to check thousands of products.
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

/**
 * Reads the catalogue from a response text, possibly stored by an older version of the app; undefined if unreadable.
 */
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
