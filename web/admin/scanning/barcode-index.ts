import { spellingsOf } from '#contract/barcode-spellings.ts'
import { MAX_PAGE_SIZE } from '#contract/call.ts'
import { type AdminProduct, listAllProducts } from '#contract/products.ts'
import { productsOfBarcode } from '#contract/products-of-barcode.ts'
import { requestPage } from '../../api.ts'
import { whenIdle } from '../../pwa/when-idle.ts'

/** How long the index is used before it is fetched again, in milliseconds. */
const FRESH_FOR = 10 * 60_000
/** The maximum number of pages in the index, which limits its memory. */
const MAX_PAGES = 40

let products: ReadonlyMap<string, readonly AdminProduct[]> = new Map()
let loadedAt = Number.NEGATIVE_INFINITY
let loading: Promise<void> | undefined

/**
 * Fetches the products, at most `MAX_PAGES` pages, and indexes them by barcode, unless that was done within ten
 * minutes. If it fails, the previous index stays. It is held in memory only: admins' data is not stored in the browser.
 */
export function loadBarcodeIndex(): Promise<void> {
  if (performance.now() - loadedAt < FRESH_FOR) return Promise.resolve()
  loading ??= load().finally(() => {
    loading = undefined
  })
  return loading
}

/** The products of a barcode in any spelling as they were when the index was loaded, chosen as the server does. */
export const findInIndex = (barcode: string): readonly AdminProduct[] =>
  productsOfBarcode(
    barcode,
    spellingsOf(barcode).flatMap(spelling => products.get(spelling) ?? []),
  )

async function load() {
  await whenIdle()
  const found: AdminProduct[] = []
  try {
    let cursor: string | undefined
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await requestPage(listAllProducts, { query: {} }, { limit: MAX_PAGE_SIZE, cursor })
      found.push(...page.items)
      cursor = page.next
      if (!cursor) break
    }
  } catch {
    // The next screen fetches the index again, or this one when the server is back.
    return
  }
  products = byBarcode(found)
  loadedAt = performance.now()
}

function byBarcode(found: readonly AdminProduct[]): ReadonlyMap<string, readonly AdminProduct[]> {
  const index = new Map<string, AdminProduct[]>()
  for (const product of found) {
    if (product.barcode === null) continue
    const same = index.get(product.barcode)
    if (same) same.push(product)
    else index.set(product.barcode, [product])
  }
  return index
}
