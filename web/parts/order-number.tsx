import { orderNumber } from '#contract/orders.ts'
import { classNames } from '../ui/class-names.ts'

/** The number that is read out on the telephone. */
export function OrderNumber({ id, className }: { id: string; className?: string }) {
  return (
    <span className={classNames('whitespace-nowrap font-semibold tracking-wide', className)}>{orderNumber(id)}</span>
  )
}
