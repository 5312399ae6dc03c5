import { useSession } from '../session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'

/** Tells a passive customer before anything is chosen that nothing can be ordered. */
export function PassiveNote() {
  const session = useSession()
  if (session?.role !== 'customer' || session.user.is_active) return null
  return (
    <AlertStrip kind="warning" title="Hesabınız pasif durumda; sipariş verilemez">
      Kataloğa bakabilir, sepetinizi hazırlayabilirsiniz. Sipariş için pazarlamacınızla görüşün.
    </AlertStrip>
  )
}
