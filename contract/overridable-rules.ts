import type { RefusalCode } from './refusals.ts'

/** The rules that an admin can override for an order, by their refusals, with their names in the audit trail. */
export const OVERRIDABLE_RULES = {
  cutoff_passed: 'Son sipariş saati',
  delivery_day_full: 'Günün kapasitesi',
  delivery_day_unavailable: 'Teslimat günleri',
  minimum_not_reached: 'En az sipariş tutarı',
} as const satisfies Partial<Record<RefusalCode, string>>
export type OverridableRule = keyof typeof OVERRIDABLE_RULES
