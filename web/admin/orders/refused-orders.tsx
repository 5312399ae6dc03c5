import { orderNumber } from '#contract/orders.ts'
import type { Refused } from '../../lists/change-each.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/router.tsx'

type RefusedOrdersProps = { open: boolean; onOpenChange: (open: boolean) => void; refused: readonly Refused[] }

/** All orders whose status could not be changed, each with the reason. */
export function RefusedOrders({ open, onOpenChange, refused }: RefusedOrdersProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Durumu güncellenemeyen siparişler">
      <ul className="divide-y divide-line">
        {refused.map(({ id, why }) => (
          <li key={id} className="flex flex-wrap gap-x-4 py-2">
            <Link to={`/admin/orders/${id}`} className="text-link">
              {orderNumber(id)}
            </Link>
            <span className="min-w-0 break-words">{why}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
