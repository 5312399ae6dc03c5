import type { StandingOrder } from '#contract/standing-orders.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PastDay } from './past-day.tsx'
import { LATE } from './standing-texts.ts'

type LateDayProps = {
  /** The id of the standing order and the due day, separated by a dot. */
  address: string
  items: readonly StandingOrder[]
  orderPath: (id: string) => string
  onClose: () => void
}

/** Says that the day of an address can no longer be changed or skipped, and what became of it. */
export function LateDay({ address, items, orderPath, onClose }: LateDayProps) {
  const [id, due_on] = address.split('.')
  const standing = items.find(one => one.id === id)
  const past = standing?.past.find(day => day.due_on === due_on)
  const isSkipped = standing?.coming.some(day => day.due_on === due_on && day.why === 'skipped')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isSkipped ? 'Bu sipariş zaten atlandı' : LATE.title}
      footer={
        <Button variant="primary" onClick={onClose}>
          Tamam
        </Button>
      }
    >
      {past ? (
        <PastDay day={past} orderPath={orderPath} />
      ) : (
        <p>{isSkipped ? 'Bu sipariş verilmeyecek; sonraki siparişler değişmez.' : LATE.reason}</p>
      )}
    </Dialog>
  )
}
