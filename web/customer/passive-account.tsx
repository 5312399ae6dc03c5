import { AlertStrip } from '../ui/alert-strip.tsx'

/** Shows a passive customer that nothing can be ordered, and whom to contact. */
export const PassiveAccount = () => (
  <AlertStrip kind="warning" title="Hesabınız pasif durumda; sipariş verilemez">
    Kataloğa bakabilir, sepetinizi hazırlayabilirsiniz. Sipariş için bizimle veya varsa pazarlamacınızla görüşün.
  </AlertStrip>
)
