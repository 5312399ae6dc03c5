import { WifiOff } from 'lucide-react'
import { useOnline } from '../../pwa/connectivity.ts'
import { Badge } from '../../ui/badge.tsx'

/** Shown while the server cannot be reached. On the narrowest phones its word is for screen readers only. */
export const OfflineBadge = () => (
  <output className="max-[24rem]:[&_span>span]:sr-only">
    {!useOnline() && (
      <Badge tone="red" icon={WifiOff}>
        Çevrimdışı
      </Badge>
    )}
  </output>
)
