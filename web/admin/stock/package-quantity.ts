import type { ScannedPackage } from '#contract/gs1-packages.ts'
import type { AdminProduct } from '#contract/products.ts'

/** The quantity of one scan: the code's count, else for goods sold by the kilogram its weight in whole kg, else 1. */
export function quantityIn(label: ScannedPackage | undefined, { unit }: Pick<AdminProduct, 'unit'>): number {
  if (label?.count) return label.count
  const weight = unit === 'KG' ? label?.net_weight_kg : undefined
  return weight && Number.isInteger(weight) ? weight : 1
}
