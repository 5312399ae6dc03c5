import type { ColumnType, JSONColumnType } from 'kysely'
import type { Kurus } from '#contract/money.ts'

/** Changes of many prices. One that undoes another has `undoes` instead of a rule; prices of lines are in kuruş. */
export type PriceChangeTable = {
  id: string
  created_at: ColumnType<string, Date, never>
  actor_id: string
  actor_name: string
  kind: 'percent' | 'amount' | null
  value: number | null
  step: 1 | 5 | 10 | null
  undoes: string | null
  undone_at: ColumnType<string | null, Date | null | undefined, Date>
  lines: JSONColumnType<{ product_id: string; from: Kurus; to: Kurus }[]>
}
