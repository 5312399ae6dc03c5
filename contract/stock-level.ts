/** Below this available quantity a product is low; at 0 or less it is out of stock. */
export const LOW_STOCK = 10

export type StockLevel = 'enough' | 'low' | 'out'

/** The stock level of an available quantity. */
export function stockLevel(available: number): StockLevel {
  if (available <= 0) return 'out'
  return available < LOW_STOCK ? 'low' : 'enough'
}

/** Whether the expected goods of a product are overdue. If it is in stock, they have arrived. */
export const isOverdue = (available: number, expectedDay: string, today: string) =>
  expectedDay < today && stockLevel(available) === 'out'
