import { CircleCheck, CirclePause } from 'lucide-react'
import { activeLabel } from '#contract/active-labels.ts'
import { Badge } from './badge.tsx'

/** A badge that shows whether an account is active, or a product is on sale. */
export function ActiveBadge({ active }: { active: boolean }) {
  return (
    <Badge tone={active ? 'green' : 'neutral'} icon={active ? CircleCheck : CirclePause}>
      {activeLabel(active)}
    </Badge>
  )
}
