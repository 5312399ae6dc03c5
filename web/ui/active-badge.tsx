import { CircleCheck, CirclePause } from 'lucide-react'
import { Badge } from './badge.tsx'

/** A badge that shows whether an account is active, or a product is on sale. */
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
