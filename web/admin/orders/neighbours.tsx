import { ChevronDown, ChevronUp } from 'lucide-react'
import { readOrderNeighbours } from '#contract/order-neighbours.ts'
import { useCallQuery } from '../../queries.ts'
import { useHotkey } from '../../ui/hotkey.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { readFilter, readSorting } from './order-filter.ts'

/**
 * Leads to the orders above and below in the list from which this one was opened, with the keys `p` and `n`. `from` is
 * the query of the list's address, if it was opened from there.
 */
export function Neighbours({ id, from = '' }: { id: string; from: string | undefined }) {
  const navigate = useNavigate()
  const address = new URLSearchParams(from)
  const read = (name: string) => address.get(name) ?? ''
  const query = { ...readFilter(read), ...readSorting(read) }
  const { data } = useCallQuery(readOrderNeighbours, { params: { id }, query })
  const { previous, next } = data ?? {}
  // The back button leads to the list, however many orders were looked at.
  const open = (order: string | null | undefined) =>
    order && navigate(`/admin/orders/${order}`, { state: from ? { from } : null, replace: true })
  useHotkey('p', () => open(previous))
  useHotkey('n', () => open(next))
  return (
    <span className="-my-2 inline-flex">
      <IconButton
        icon={ChevronUp}
        label="Önceki sipariş (p)"
        aria-keyshortcuts="p"
        disabled={!previous}
        onClick={() => open(previous)}
      />
      <IconButton
        icon={ChevronDown}
        label="Sonraki sipariş (n)"
        aria-keyshortcuts="n"
        disabled={!next}
        onClick={() => open(next)}
      />
    </span>
  )
}
