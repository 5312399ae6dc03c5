import type { Order } from '#contract/orders.ts'
import { marketerText } from '#contract/roles.ts'
import { useAdminName } from './admin-name.ts'

/** Shows who cancelled an order, and why; nothing if it is not cancelled, or was before these were stored. */
export function Cancellation({ order, className = '' }: { order: Order; className?: string }) {
  const adminName = useAdminName()
  const { cancelled_by, cancelled_by_name, cancel_reason } = order
  if (!cancelled_by) return null
  const name = {
    admin: adminName,
    marketer: marketerText(cancelled_by_name),
    customer: cancelled_by_name,
  }[cancelled_by]
  return (
    <div className={`grid gap-1 break-words ${className}`}>
      <p>
        <span className="text-ink-soft">İptal eden:</span> {name}
      </p>
      {cancel_reason && (
        <p className="whitespace-pre-line">
          <span className="text-ink-soft">İptal nedeni:</span> {cancel_reason}
        </p>
      )}
    </div>
  )
}
