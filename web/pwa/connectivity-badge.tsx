import { Wifi, WifiOff } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { useOnline } from './connectivity.ts'

/**
 * Shows whether the server can be reached, as a colour and a word; on the narrowest phones (`iconOnly`, a class) the
 * word is for screen readers only.
 */
export function ConnectivityBadge({ iconOnly = 'max-[24rem]:[&_span>span]:sr-only' }: { iconOnly?: string }) {
  const online = useOnline()
  return (
    <output className={classNames('min-w-0 sm:shrink-0', iconOnly)}>
      <Badge tone={online ? 'green' : 'red'} icon={online ? Wifi : WifiOff}>
        {online ? 'Çevrimiçi' : 'Çevrimdışı'}
      </Badge>
    </output>
  )
}
