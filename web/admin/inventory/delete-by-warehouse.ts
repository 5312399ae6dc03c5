import { deleteByWarehouse, readInventoryStats } from '#contract/inventory.ts'
import { formatMoney } from '#contract/money.ts'
import type { Warehouse } from '#contract/products.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { randomId } from '../../random-id.ts'
import { useRecentLoginCommand } from '../../session/recent-login.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'

// Reading the figures is a step of the deletion: its failure is reported as "not deleted".
const readFigures = { ...readInventoryStats, failure: deleteByWarehouse.failure }

/** Deletes all products of a warehouse, after the user confirmed their current number and the worth of their goods. */
export function useDeleteByWarehouse(warehouse: Warehouse) {
  const deletion = useRecentLoginCommand(deleteByWarehouse, {
    showError: 'alert',
    awaitRefetch: true,
    onReply: ({ deleted_count, message }) => {
      showNextResults('products')
      toast.success(`${wholeText(deleted_count)} ürün kaldırıldı`, { description: message })
    },
  })
  const { run, pending } = useAction(
    async () => {
      const { total_products, stock_worth } = await request(readFigures, { query: { warehouse } })
      if (total_products === 0) return toast.info(`${warehouse} zaten boş`)
      // Goods of products without a price are worth nothing, but go as well.
      const worth = stock_worth > 0 ? ` Depoda KDV hariç ${formatMoney(stock_worth)} değerinde mal görünüyor.` : ''
      const question = `${warehouse}’daki ${wholeText(total_products)} ürünün tamamı silinecek; silinen ürünlerin stoğu da silinir.${worth} Daha önce sipariş edilmiş veya fırsat kaydı olanlar silinmez, pasif yapılır. Bu işlem geri alınamaz. Devam edilsin mi?`
      if (!window.confirm(question)) return undefined
      // Each confirmation has its own key, as a reused one would return the reply of an earlier deletion.
      return deletion.run({ query: { warehouse }, key: randomId() })
    },
    { showError: 'alert' },
  )
  return { busy: pending, deleteAll: () => void run() }
}
