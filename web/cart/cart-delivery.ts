import { deliveryFee, isBelowMinimum } from '#contract/delivery-fee.ts'
import { type Kurus, kurus } from '#contract/money.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { useSession } from '../current-session.ts'
import { type DeliveryObstacle, dayObstacles, rulesOf } from '../delivery/day-obstacle.ts'
import { chosenOrNext, type Delivery, useDelivery } from '../delivery/delivery-query.ts'
import type { DraftDelivery } from '../pwa/order-draft.ts'
import { useStoredText } from '../pwa/stored-text.ts'
import { isDay } from '../ui/day-text.ts'
import type { CartOwner } from './cart.ts'
import { deliveryDayName } from './delivery-day-name.ts'

/** The delivery of the order in a cart: the day and fee that it would be sent with, and the choice of another day. */
export type CartDelivery = {
  /** Undefined until it is fetched. */
  known: Delivery | undefined
  draft: DraftDelivery | undefined
  obstacles: readonly DeliveryObstacle[]
  /** How much the goods are below the minimum (below which a fee is charged, or no order is accepted), in kuruş. */
  missing: Kurus
  isAdmin: boolean
  /** The day that the user chose last; '' for none. It may no longer be possible. */
  chosen: string
  /** Chooses a day (YYYY-MM-DD); '' for the next possible one. */
  choose: (day: string) => void
}

/** The delivery of a cart with goods of this amount (kuruş with VAT). */
export function useCartDelivery(owner: CartOwner, goods: Kurus): CartDelivery {
  const known = useDelivery(owner)
  const isAdmin = useSession()?.role === 'admin'
  const [stored, choose] = useStoredText(deliveryDayName(owner))
  const choice = { isAdmin, chosen: stored, choose }
  if (!known) return { known, draft: undefined, obstacles: [], missing: kurus(0), ...choice }
  const date = known.hasRoute ? dayOf(known, stored, isAdmin) : null
  const fee = deliveryFee(known.terms, goods)
  const isBelow = isBelowMinimum(known.terms, goods)
  const obstacles = [...dayObstacles(known, date), ...(isBelow && known.terms.fee === null ? BELOW_MINIMUM : [])]
  return {
    known,
    draft: { date, fee, overrides: isAdmin ? rulesOf(obstacles) : [] },
    obstacles,
    missing: kurus(isBelow ? (known.terms.minimum ?? 0) - goods : 0),
    ...choice,
  }
}

const BELOW_MINIMUM = ['below_minimum'] as const

/** The chosen day while it is possible, or else the next possible one. An admin can choose any day from today on. */
function dayOf(known: Delivery, stored: string, isAdmin: boolean): string | null {
  if (isAdmin && isDay(stored) && stored >= istanbulDay(known.now())) return stored
  return chosenOrNext(known, stored)?.date ?? null
}
