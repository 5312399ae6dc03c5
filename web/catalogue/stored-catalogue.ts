import * as z from 'zod/mini'
import { Product } from '#checked/catalogue.ts'
import { SearchableCatalogue } from './catalogue-search.ts'

const Products = z.array(Product)
/** Products decoded at once: few enough to take a slow processor a few milliseconds. */
const SLICE = 25
/** How long the page may be kept from other work by decoding, in ms. */
const MAX_BUSY = 8

/** The catalogue in the text of a response. Rejects if it is not one that this version can read. */
export async function catalogueIn(text: string): Promise<SearchableCatalogue> {
  const rows: z.input<typeof Products> = JSON.parse(text)
  const catalogue = new SearchableCatalogue()
  let begun = performance.now()
  for (let next = 0; next < rows.length; next += SLICE) {
    catalogue.add(z.decode(Products, rows.slice(next, next + SLICE)))
    if (performance.now() - begun < MAX_BUSY) continue
    await new Promise(resolve => setTimeout(resolve))
    begun = performance.now()
  }
  return catalogue
}
