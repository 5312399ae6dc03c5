import type { Kurus } from '#contract/money.ts'
import { Money } from '../ui/money.tsx'

/** The total of an order in a list, and that it contains the VAT. */
export const GrandTotal = ({ amount }: { amount: Kurus }) => (
  <span className="shrink-0 text-right">
    <Money amount={amount} className="font-semibold" />
    <span className="block text-ink-soft text-xs">KDV dahil</span>
  </span>
)
