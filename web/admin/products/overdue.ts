import { stockLevel } from '#contract/stock-level.ts'

/** Whether the goods of a product are overdue; if it is in stock, those of a passed day have arrived. */
export const isOverdue = (available: number, expectedDay: string, today: string) =>
  expectedDay < today && stockLevel(available) === 'out'
