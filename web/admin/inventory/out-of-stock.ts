import { MAX_PAGE_SIZE } from '#contract/call.ts'
import { NOTHING_OUT_OF_STOCK, updateExpectedDates } from '#contract/inventory.ts'
import { type AdminProduct, listAllProducts, type Warehouse } from '#contract/products.ts'
import { useAction } from '../../action.ts'
import { requestPage } from '../../api.ts'
import { useIsMounted } from '../../ui/is-mounted.ts'
import { isDialogOpen } from '../scanning/scan-queue.ts'

// Finding the products is the first step of the bulk update and fails with its message.
const findProducts = { ...listAllProducts, failure: updateExpectedDates.failure }

/**
 * Finds every active product of a warehouse with no available quantity, except offers, which are never expected. The
 * products are dropped if the user has gone on to another warehouse or dialog meanwhile.
 */
export function useOutOfStock(warehouse: Warehouse, onFound: (products: AdminProduct[]) => void) {
  const isMounted = useIsMounted()
  const { run, pending } = useAction(outOfStock, {
    showError: 'alert',
    onReply: (products, searched) => {
      if (!isMounted.current || searched !== warehouse || isDialogOpen()) return
      if (products.length > 0) onFound(products)
      else window.alert(NOTHING_OUT_OF_STOCK)
    },
  })
  return { busy: pending, find: () => void run(warehouse) }
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
