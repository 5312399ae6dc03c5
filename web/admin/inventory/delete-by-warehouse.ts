import { useMutation } from '@tanstack/react-query'
import type { Warehouse } from '#contract/catalogue.ts'
import { deleteByWarehouse, readInventoryStats } from '#contract/inventory.ts'
import { request } from '../../api.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { invalidateProducts } from '../products/product-cache.ts'

// Reading the count is a step of the deletion: its failure is reported as "not deleted".
const readProductCount = { ...readInventoryStats, failure: deleteByWarehouse.failure }

/** Deletes all products of a warehouse, after the user confirmed their current number. */
export function useDeleteByWarehouse(warehouse: Warehouse) {
  const deletion = useMutation({
    mutationFn: async () => {
      const { total_products } = await request(readProductCount, { query: { warehouse } })
      if (total_products === 0) return toast.info(`${warehouse} zaten boş`)
      const question = `${warehouse} deposundaki ${wholeText(total_products)} ürünün tamamı silinecek. Daha önce sipariş edilmiş olanlar silinmez, pasif yapılır. Bu işlem geri alınamaz. Devam edilsin mi?`
      if (!window.confirm(question)) return undefined
      const { deleted_count, message } = await request(deleteByWarehouse, { query: { warehouse } })
      toast.success(`${wholeText(deleted_count)} ürün kaldırıldı`, { description: message })
      invalidateProducts()
      return undefined
    },
    onError: error => window.alert(error.message),
  })
  return { busy: deletion.isPending, deleteAll: () => deletion.isPending || deletion.mutate() }
}
