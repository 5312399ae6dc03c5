import { expect, type Page, type Route } from '@playwright/test'
import { ScriptedKeys } from './scripted-keys.ts'
import type { WireProduct, World } from './world.ts'

/** Shared by the specs of the stock tab: products and counts made through the API, a scanner, the search field. */

export const STOCK = '/admin/dashboard?tab=stock'

let barcode = 869_000_000_000_0

/** Creates a product with a barcode that no other has and, unless `fields` has another value, a stock of 20. */
export const createStockedProduct = (world: World, name: string, fields: object = {}) =>
  world.product({ name, stock_quantity: 20, barcode: String(++barcode), ...fields })

/** Starts a count of the given day. */
export const newCount = (world: World, count_date = '2026-03-10') =>
  world.request<{ id: string }>('POST', '/admin/stock/counts', world.admin, { count_date })

/** Adds a counted quantity of a product to a count. */
export const countQuantity = (
  world: World,
  { id }: { id: string },
  product: WireProduct,
  counted_quantity: number,
  more: object = {},
) =>
  world.request('POST', `/admin/stock/counts/${id}/products`, world.admin, {
    product_id: product.id,
    counted_quantity,
    ...more,
  })

/** Collects the messages of the browser's dialogs; each is accepted unless it is one of `refused`. */
export function dialogMessages(page: Page, refused: readonly string[] = []): string[] {
  const messages: string[] = []
  page.on('dialog', async dialog => {
    messages.push(dialog.message())
    await (refused.includes(dialog.message()) ? dialog.dismiss() : dialog.accept())
  })
  return messages
}

/** Scans a product's barcode into the focused element at the pace of a fast scanner, even if the machine is busy. */
export async function scan(page: Page, { barcode }: WireProduct) {
  await expect(finder(page).or(page.getByRole('dialog'))).toBeVisible()
  const keys = await ScriptedKeys.on(page)
  await keys.scan(barcode, 2, { late: true })
}

export const finder = (page: Page) => page.getByRole('combobox', { name: 'Ürün bulun veya barkod okutun' })

/** Finds a product by typing its name and choosing the first of the list with Enter. */
export async function chooseProduct(page: Page, { name }: WireProduct) {
  const choices = page.getByRole('listbox', { name: 'Ürünler' }).getByRole('option')
  await finder(page).fill(name.toLocaleUpperCase('tr'))
  await expect(choices.first()).toContainText(name)
  await page.keyboard.press('Enter')
}

/** Lets the server process a request and loses its response. */
export async function loseResponse(route: Route) {
  await route.fetch()
  await route.abort()
}

/** A red square of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
