import type { Kurus } from '#contract/money.ts'
import type { OrderSort } from '#contract/order-query.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { KeyColumn } from '../http/lists.ts'

/** By which column orders are sorted, and in which direction (`asc` by default); newest first without a column. */
export type Sorting = { sort?: OrderSort | undefined; order?: 'asc' | 'desc' | undefined }

/** The columns of `orders` that its sort keys consist of. */
export const SORT_COLUMNS = [
  'orders.id',
  'orders.created_at',
  'orders.user_company',
  'orders.line_count',
  'orders.status',
  'orders.grand_total',
] as const

type Sorted = {
  id: string
  created_at: string
  user_company: string
  line_count: number
  status: OrderStatus
  grand_total: Kurus
}

/** The direction and the key, which is unique, of a list of orders; each matches an index, forwards or backwards. */
export function sortedBy({ sort, order }: Sorting): { direction: 'asc' | 'desc'; key: readonly KeyColumn<Sorted>[] } {
  return sort ? { direction: order ?? 'asc', key: KEYS[sort] } : { direction: 'desc', key: BY_DATE }
}

const BY_DATE: readonly KeyColumn<Sorted>[] = [
  { ref: 'orders.created_at', kind: 'instant', of: row => row.created_at },
  { ref: 'orders.id', kind: 'id', of: row => row.id },
]

const KEYS: Record<OrderSort, readonly KeyColumn<Sorted>[]> = {
  id: [{ ref: 'orders.id', kind: 'id', of: row => row.id }],
  created_at: BY_DATE,
  user_company: [{ ref: 'orders.user_company', kind: 'text', of: row => row.user_company }, ...BY_DATE],
  line_count: [{ ref: 'orders.line_count', kind: 'number', of: row => row.line_count }, ...BY_DATE],
  // The values are in the order of their names on the screen.
  status: [{ ref: 'orders.status', kind: 'text', of: row => row.status }, ...BY_DATE],
  grand_total: [{ ref: 'orders.grand_total', kind: 'number', of: row => row.grand_total }, ...BY_DATE],
}
