import { formatMoney, kurus } from '#contract/money.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { AnyDay } from '../delivery/any-day.tsx'
import { CutoffSentence } from '../delivery/cutoff-sentence.tsx'
import { DaySelect, NO_DAY } from '../delivery/day-select.tsx'
import type { Delivery } from '../delivery/delivery-query.ts'
import { LateGoods } from '../delivery/late-goods.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { Field } from '../ui/field.tsx'
import type { CartDelivery } from './cart-delivery.ts'

type DeliveryNoteProps = { delivery: CartDelivery; lines: readonly CartLine[]; busy: boolean; isOwnerKnown: boolean }

/**
 * Shows when the order in the cart is delivered, the choice of another day, the goods that are expected only after it,
 * and what a larger order would save; without a connection, that the fee is unknown if it has not been loaded, but not
 * before a customer is chosen (`isOwnerKnown`).
 */
export function DeliveryNote({ delivery, lines, busy, isOwnerKnown }: DeliveryNoteProps) {
  const { known, draft, missing } = delivery
  const isOnline = useOnline()
  if (!known || !draft) {
    const isFeeUnknown = isOwnerKnown && !isOnline && lines.length > 0
    return isFeeUnknown && <p className="text-ink-soft text-sm">{UNKNOWN_FEE}</p>
  }
  return (
    <>
      {draft.fee > 0 && (
        <p className="text-ink-soft text-sm">
          {formatMoney(known.terms.minimum ?? kurus(0))} altındaki siparişlere teslimat ücreti eklenir.{' '}
          {formatMoney(missing)} tutarında ürün daha eklerseniz ücret alınmaz.
        </p>
      )}
      {known.hasRoute && <Day known={known} delivery={delivery} lines={lines} busy={busy} />}
    </>
  )
}

function Day({ known, delivery, lines, busy }: Omit<DeliveryNoteProps, 'isOwnerKnown'> & { known: Delivery }) {
  const { draft, isAdmin, choose } = delivery
  const date = draft?.date ?? ''
  const goods = lines.map(({ product_name, promised_for: day }) => ({ product_name, day }))
  const day = known.days.find(one => one.date === date)
  return (
    <section aria-label="Teslimat" className="grid gap-3">
      {day ? (
        <CutoffSentence day={day} now={known.now} />
      ) : (
        date === '' && <p className="text-ink-soft">{known.hasNoDay ? NO_DAY : UNKNOWN_DAY}</p>
      )}
      <LateGoods goods={goods} date={date} choice={{ delivery: known, busy, onChoose: choose }}>
        {isAdmin ? (
          <AnyDay delivery={known} date={date} busy={busy} onChoose={choose} />
        ) : (
          known.days.length > 1 && (
            <Field label="Teslimat günü">
              <DaySelect delivery={known} value={date} onChange={choose} disabled={busy} />
            </Field>
          )
        )}
      </LateGoods>
    </section>
  )
}

const UNKNOWN_FEE = 'Teslimat ücreti bu cihazda bilinmiyor. Ücret varsa, sipariş gönderilince yeniden onayınız istenir.'
const UNKNOWN_DAY = 'Teslimat günü, sipariş ulaştığında belirlenir.'

/**
 * Why the order cannot be placed, in the words of the server's refusal; undefined for an admin, who can override it.
 */
export function deliveryFault({ known, draft, obstacles, missing, isAdmin }: CartDelivery): string | undefined {
  if (!known || isAdmin) return undefined
  if (known.hasNoDay && draft?.date === null) return REFUSALS.delivery_day_unavailable.detail(null, null)
  if (!obstacles.includes('below_minimum')) return undefined
  return REFUSALS.minimum_not_reached.detail(formatMoney(known.terms.minimum ?? kurus(0)), formatMoney(missing))
}
