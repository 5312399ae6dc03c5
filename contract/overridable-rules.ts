import type { RefusalCode } from './refusals.ts'

/** The rules that an admin can override for an order, by their refusals. */
export const OVERRIDABLE = [
  'cutoff_passed',
  'delivery_day_full',
  'delivery_day_unavailable',
  'minimum_not_reached',
] as const satisfies readonly RefusalCode[]
export type OverridableRule = (typeof OVERRIDABLE)[number]

/** Their names in the audit trail. */
export const OVERRIDABLE_RULES: Record<OverridableRule, string> = {
  cutoff_passed: 'Son sipariş saati',
  delivery_day_full: 'Günün kapasitesi',
  delivery_day_unavailable: 'Teslimat günleri',
  minimum_not_reached: 'En az sipariş tutarı',
}

/** The rules that an order overrides. `true` stands for all; only earlier versions of the app send it. */
export type Overrides = boolean | readonly OverridableRule[]

/** Whether an order overrides a rule. */
export const isOverridden = (overrides: Overrides, rule: OverridableRule) =>
  typeof overrides === 'boolean' ? overrides : overrides.includes(rule)
