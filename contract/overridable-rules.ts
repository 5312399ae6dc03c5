import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

/** The rules that an admin can override for an order, by their refusals. */
const OVERRIDABLE = [
  'cutoff_passed',
  'delivery_day_full',
  'delivery_day_unavailable',
  'minimum_not_reached',
] as const satisfies readonly RefusalCode[]
export type OverridableRule = (typeof OVERRIDABLE)[number]

/** The rules that an order overrides. `true` stands for all; only earlier versions of the app send it. */
export const Overrides = z.union(
  [z.boolean(), z.array(z.enum(OVERRIDABLE)).check(z.maxLength(OVERRIDABLE.length))],
  'overrides_delivery kuralların listesi olmalıdır',
)
export type Overrides = boolean | readonly OverridableRule[]

/**
 * The rules that an admin overrides, to take an order after the cut-off, for a full day, for a day that is no delivery
 * day, or below the minimum. Refused with `forbidden` for any other role.
 */
export const OverridesDelivery = z.optional(Overrides)

/** Whether an order overrides a rule. */
export const isOverridden = (overrides: Overrides, rule: OverridableRule) =>
  typeof overrides === 'boolean' ? overrides : overrides.includes(rule)
