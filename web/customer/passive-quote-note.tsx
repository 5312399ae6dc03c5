import { useSession } from '../current-session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'

/** Shows a passive customer above the form of quote requests that none can be sent, and whom to contact. */
export function PassiveQuoteNote() {
  const session = useSession()
  if (session?.role !== 'customer' || session.user.is_active) return null
  return (
    <AlertStrip kind="warning" title="Hesabınız pasif durumda; teklif istenemez">
      Teklif için bizimle veya varsa pazarlamacınızla görüşün.
    </AlertStrip>
  )
}
