import { CircleCheck, CirclePause } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** Whether somebody may act here, or something be sold. */
export function ActiveBadge({ active }: { active: boolean }) {
  return active ? (
    <Badge tone="green" icon={CircleCheck}>
      Aktif
    </Badge>
  ) : (
    <Badge tone="neutral" icon={CirclePause}>
      Pasif
    </Badge>
  )
}
