import { Wifi, WifiOff } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { useOnline } from './connectivity.ts'

/** Whether the server can be reached, as a colour and a word; on the narrowest phones the word is not shown. */
export function ConnectivityBadge() {
  const online = useOnline()
  return (
    <output className="min-w-0 max-[24rem]:[&_span>span]:sr-only sm:shrink-0">
      <Badge tone={online ? 'green' : 'red'} icon={online ? Wifi : WifiOff}>
        {online ? 'Çevrimiçi' : 'Çevrimdışı'}
      </Badge>
    </output>
  )
}
