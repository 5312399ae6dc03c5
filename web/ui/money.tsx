import { formatMoney, type Kurus } from '#contract/money.ts'
import { classNames } from './class-names.ts'

/** An amount, with tabular figures. */
export function Money({ amount, className }: { amount: Kurus; className?: string }) {
  return <span className={classNames('whitespace-nowrap tabular-nums', className)}>{formatMoney(amount)}</span>
}
