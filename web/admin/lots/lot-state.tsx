import { isSoldPastExpiry, type Lot } from '#contract/lots.ts'
import { PORTAL_NAME } from '#contract/stock.ts'
import { formatInstant } from '#contract/turkish.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { today } from '../../ui/clock.ts'
import { remainingDaysOf } from './expiry-text.ts'
import { keptText } from './kept-text.ts'

/** The reason why the lot cannot or should not be sold. */
export function LotState({ lot }: { lot: Lot }) {
  const { blocked_at, blocked_by_admin_name, block_reason, on_hand, picked_quantity } = lot
  const isExpired = remainingDaysOf(lot, today())?.isExpired
  if (blocked_at)
    return (
      <AlertStrip kind="error" title="Engellendi: satılmaz, siparişlere hazırlanmaz">
        <span className="break-words">“{block_reason}”</span>
        <span className="block text-sm">
          {[blocked_by_admin_name ?? PORTAL_NAME, formatInstant(blocked_at)].filter(Boolean).join(' · ')}
        </span>
        {picked_quantity > 0 && <span className="block text-sm">{keptText(lot)}</span>}
      </AlertStrip>
    )
  if (!isExpired || on_hand === 0) return null
  if (!isSoldPastExpiry(lot))
    return (
      <AlertStrip kind="warning" title="SKT geçti">
        Siparişlere hazırlanmaz; birkaç dakika içinde kendiliğinden engellenir.
      </AlertStrip>
    )
  return (
    <AlertStrip kind="warning" title={lot.expiry_kind === 'tett' ? 'TETT geçti' : 'SKT geçti, satışı onaylandı'}>
      Satılabilir stokta sayılır. Siparişlere önerilmez; hazırlayan, neden yazarak seçebilir. Satılmayacaksa engelleyin
      veya imha edin.
    </AlertStrip>
  )
}
