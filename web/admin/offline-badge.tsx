import { WifiOff } from 'lucide-react'
import { useOnline } from '../pwa/connectivity.ts'
import { Badge } from '../ui/badge.tsx'

/** Says that the server cannot be reached; nothing otherwise. On the narrowest phones the word is not shown. */
export const OfflineBadge = () => (
  <output className="max-[24rem]:[&_span>span]:sr-only">
    {!useOnline() && (
      <Badge tone="red" icon={WifiOff}>
        Çevrimdışı
      </Badge>
    )}
  </output>
)
