import { MAX_PAGE_SIZE } from '#contract/call.ts'
import { NOTHING_OUT_OF_STOCK, updateExpectedDates } from '#contract/inventory.ts'
import { type AdminProduct, listAllProducts, type Warehouse } from '#contract/products.ts'
import { useAction } from '../../action.ts'
import { requestPage } from '../../api.ts'

// Finding the products is the first step of the bulk update and fails with its message.
const findProducts = { ...listAllProducts, failure: updateExpectedDates.failure }

/** Finds every active product of a warehouse with no available quantity, except offers, which are never expected. */
export function useOutOfStock(warehouse: Warehouse, onFound: (products: AdminProduct[]) => void) {
  const { run, pending } = useAction(() => outOfStock(warehouse), {
    showError: 'alert',
    onReply: products => (products.length > 0 ? onFound(products) : window.alert(NOTHING_OUT_OF_STOCK)),
  })
  return { busy: pending, find: () => void run() }
}

async function outOfStock(warehouse: Warehouse): Promise<AdminProduct[]> {
  const where = { query: { warehouse, level: 'out', is_active: 'true' } } as const
  const found: AdminProduct[] = []
  let cursor: string | undefined
  do {
    const page = await requestPage(findProducts, where, { limit: MAX_PAGE_SIZE, ...(cursor && { cursor }) })
    found.push(...page.items.filter(({ is_offer }) => !is_offer))
    cursor = page.next
  } while (cursor)
  return found
}
