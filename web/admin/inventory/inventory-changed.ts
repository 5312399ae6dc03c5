import { useQueryClient } from '@tanstack/react-query'
import { listAllProducts, listCategories } from '#contract/catalogue.ts'
import { listBackorders, listLowStock, readInventoryStats } from '#contract/inventory.ts'
import { readAdminStats } from '#contract/reports.ts'
import { answersOf } from '../../parts/asking.ts'

const TOLD_BY = [listAllProducts, listCategories, readInventoryStats, listLowStock, listBackorders, readAdminStats]

/** To be called after a deed on many products: whatever shows them is asked for anew. */
export function useInventoryChanged() {
  const kept = useQueryClient()
  return () => {
    for (const call of TOLD_BY) void kept.invalidateQueries({ queryKey: answersOf(call) })
  }
}
