import { deleteByWarehouse, readInventoryStats } from '#contract/inventory.ts'
import type { Warehouse } from '#contract/products.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { invalidate } from '../../queries.ts'
import { randomId } from '../../random-id.ts'
import { sendAgainIfLost } from '../../send-again.ts'
import { withRecentLogin } from '../../session/recent-login.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'

// Reading the count is a step of the deletion: its failure is reported as "not deleted".
const readProductCount = { ...readInventoryStats, failure: deleteByWarehouse.failure }

/** Deletes all products of a warehouse, after the user confirmed their current number. */
export function useDeleteByWarehouse(warehouse: Warehouse) {
  const { run, pending } = useAction(
    async () => {
      const { total_products } = await request(readProductCount, { query: { warehouse } })
      if (total_products === 0) return toast.info(`${warehouse} zaten boş`)
      const question = `${warehouse} deposundaki ${wholeText(total_products)} ürünün tamamı silinecek. Daha önce sipariş edilmiş veya fırsat kaydı olanlar silinmez, pasif yapılır. Bu işlem geri alınamaz. Devam edilsin mi?`
      if (!window.confirm(question)) return undefined
      const key = randomId()
      const deleted = await withRecentLogin(deleteByWarehouse, () =>
        sendAgainIfLost(() => request(deleteByWarehouse, { query: { warehouse }, key })),
      )
      if (!deleted) return undefined
      toast.success(`${wholeText(deleted.deleted_count)} ürün kaldırıldı`, { description: deleted.message })
      return invalidate(deleteByWarehouse.invalidates)
    },
    { showError: 'alert' },
  )
  return { busy: pending, deleteAll: () => void run() }
}
