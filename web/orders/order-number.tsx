import { orderNumber } from '#contract/orders.ts'
import { classNames } from '../ui/class-names.ts'

/** The short order number that users can read out on the telephone. */
export function OrderNumber({ id, className }: { id: string; className?: string }) {
  return (
    <span className={classNames('whitespace-nowrap font-semibold tracking-wide', className)}>{orderNumber(id)}</span>
  )
}
