import type { DELIVERY_ERRORS } from '#contract/order-delivery.ts'

const OF_THE_DAY: Record<(typeof DELIVERY_ERRORS)[number], true> = {
  cutoff_passed: true,
  delivery_day_full: true,
  delivery_day_unavailable: true,
}

/** Whether a refusal is about the delivery day, so that it says nothing about another one. */
export const isOfTheDay = ({ code }: { code: string }): boolean => code in OF_THE_DAY
