import { useState } from 'react'
import type { Kurus } from '#contract/money.ts'
import { reviseOrder } from '#contract/order-revisions.ts'
import { isPending } from '#contract/order-status.ts'
import { orderTotals } from '#contract/order-totals.ts'
import type { Order } from '#contract/orders.ts'
import { readCustomersOrder } from '#contract/staff-orders.ts'
import { type ApiError, request, requestError } from '../api.ts'
import { useSession } from '../current-session.ts'
import { dayObstacles, rulesOf } from '../delivery/day-obstacle.ts'
import { useDelivery } from '../delivery/delivery-query.ts'
import { dayObstacleText } from '../delivery/override-text.ts'
import { useRevisedFee } from '../delivery/revised-fee.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { useQueuedChange } from '../pwa/queued-change.ts'
import { afterPress } from '../ui/after-press.ts'
import { useIsMounted } from '../ui/is-mounted.ts'
import { toast } from '../ui/toaster.tsx'
import type { DoubtfulPrice } from './confirm-prices.tsx'
import { useListPrices } from './list-prices.ts'
import { usePresentOrder } from './present-order.ts'
import {
  type Draft,
  type DraftLine,
  doubtfulPrices,
  pricedLines,
  priceError,
  remainingLines,
  revisionOf,
  untakenByProduct,
} from './revision-draft.ts'
import { totalText } from './total-text.ts'
import { useRevisionDraft } from './use-revision-draft.ts'

/** The errors of a line: of its typed price, and why its typed values were refused or not taken over. */
export type LineFault = { price?: string; refused?: string }
type Faults = ReadonlyMap<string, LineFault>

/** The last question that the user has confirmed; the question about prices comes first. */
type Confirmed = 'prices' | 'day'

const NONE: Faults = new Map()

/**
 * The state of a revision in progress: the draft, the order's revision it is based on, and errors. `isOpen`: whether
 * its dialog is open.
 */
export function useRevision(order: Order, isOpen: boolean, onSaved: () => void) {
  const errors = useErrors()
  const present = usePresentOrder(order, isOpen)
  const { rebase, reset, ...edited } = useRevisionDraft(order, isOpen && isPending(present), errors.forgetLine)
  const { base, draft, isChanged } = edited
  const listPrices = useListPrices(draft.lines)
  const priced = pricedLines(draft.lines)
  const knownFee = useRevisedFee(base, { goods: priced && orderTotals(priced).grand, day: draft.day }, isOpen)
  const { openNext, ...questions } = useQuestions(edited, listPrices, isOpen)

  const done = () => {
    edited.forget()
    onSaved()
  }
  const follow = (latest: Order) => {
    rebase(latest)
    const untaken = [...untakenByProduct(draft, base, latest)]
    errors.show(new Map(untaken.map(([id, refused]) => [id, { refused }])))
    errors.fail()
  }
  const refuse = (error: ApiError) => errors.refuse(error, remainingLines(draft))
  const { run, pending: busy } = useQueuedChange({
    what: 'Revizyon',
    onWaiting: done,
    showError: async error => {
      if (error.is(reviseOrder, 'price_changed')) await edited.followUnits()
      if (!error.is(reviseOrder, 'revised_meanwhile')) return refuse(error)
      await readPresent(order).then(follow, (reason: unknown) => refuse(requestError(reason)))
    },
    onReply: reply => {
      toast.success('Sipariş revize edildi', reply.kind === 'revision' ? { description: totalText(reply.order) } : {})
      showNextResults('orders')
      done()
    },
  })
  const save = async ({ hasConfirmed }: { hasConfirmed?: Confirmed } = {}) => {
    if (busy) return
    errors.showLines(faultsOf(remainingLines(draft)))
    const revision = revisionOf(draft, base)
    if (!revision) return errors.fail()
    if (!isChanged) return done()
    if (openNext(hasConfirmed)) return
    await run({ ...revision, ...questions.override.fields })
    errors.fail()
  }
  return {
    ...edited,
    ...errors.shown,
    ...comparedWith(present, base, isOpen, follow),
    listPrices,
    /** The order's delivery fee after the revision, in kuruş; the present one until the new one is known. */
    fee: knownFee ?? base.delivery_fee,
    /** Whether the order is delivered and its fee may become another one than `fee`. */
    isFeeOpen: knownFee === undefined && isChanged && isDelivered(base),
    ...questions,
    busy,
    save,
    /** Resets the draft to the order's current state. */
    resetDraft: () => {
      reset()
      errors.show(NONE)
    },
  }
}

/** Whether the portal is known to deliver the order: before an admin has entered a route, no screen mentions deliveries. */
const isDelivered = ({ delivery_date, delivery_route, delivery_fee }: Order) =>
  delivery_date !== null || delivery_route !== null || delivery_fee > 0

type Edited = { base: Order; draft: Draft }

/** The questions that the user must confirm before a revision is saved. */
function useQuestions({ base, draft }: Edited, listPrices: ReadonlyMap<string, Kurus>, isOpen: boolean) {
  const [doubtful, setDoubtful] = useState<readonly DoubtfulPrice[]>([])
  const override = useOverride(base, draft.day, isOpen)
  return {
    /** The prices in the open question; empty while it is closed. */
    doubtful,
    stopAsking: () => setDoubtful([]),
    override,
    /** Opens the next question that is not confirmed yet; returns whether there is one. */
    openNext: (hasConfirmed: Confirmed | undefined) => {
      const asked = hasConfirmed ? [] : doubtfulPrices(draft, base, listPrices)
      setDoubtful(asked)
      return asked.length > 0 || (hasConfirmed !== 'day' && override.ask())
    },
  }
}

/** The obstacles that an admin overrides by moving an order to a day, and the question about them before saving. */
function useOverride({ user_id, delivery_date: before }: Order, day: string | null, isOpen: boolean) {
  const isAdmin = useSession()?.role === 'admin'
  const delivery = useDelivery(user_id, isOpen && isAdmin)
  const [isAsking, setAsking] = useState(false)
  const obstacles = delivery && day !== before ? dayObstacles(delivery, day) : []
  const isNeeded = obstacles.length > 0
  return {
    sentences: obstacles.map(obstacle => dayObstacleText(obstacle, day ?? '')),
    /** The fields of the request that declare the override. */
    fields: { ...(isNeeded && { overrides_delivery: rulesOf(obstacles) }) },
    isAsking,
    /** Opens the question if there is anything to override; returns whether there is. */
    ask: () => {
      setAsking(isNeeded)
      return isNeeded
    },
    stopAsking: () => setAsking(false),
  }
}

const readPresent = ({ id }: Order) => request(readCustomersOrder, { params: { id } })

/** The errors of a revision's lines, and the refusal of the whole revision. */
function useErrors() {
  const [faults, setFaults] = useState(NONE)
  const [refused, setRefused] = useState<string>()
  const [failures, setFailures] = useState(0)
  const isMounted = useIsMounted()
  const show = (lines: Faults, whole?: string) => {
    setFaults(lines)
    setRefused(whole)
  }
  return {
    shown: {
      faults,
      refused,
      /** Incremented with every failed attempt to save. */
      failures,
    },
    show,
    refuse: (error: ApiError, sent: readonly DraftLine[]) => {
      const found = faultsIn(error, sent)
      show(found, found.size > 0 ? undefined : error.message)
      // The form shows the refusal of the whole, unless a phone's back button has closed it while it was being sent.
      if (found.size > 0 || !isMounted.current) toast.error(error.message)
    },
    showLines: setFaults,
    // A press outside the field commits the typed value; it must hit its target before the error of the line
    // disappears.
    forgetLine: (product_id: string) =>
      afterPress(() => setFaults(present => new Map([...present].filter(([id]) => id !== product_id)))),
    fail: () => setFailures(count => count + 1),
  }
}

/** How the order has changed since the draft was begun, according to live events. */
function comparedWith(present: Order, base: Order, isOpen: boolean, onShow: (present: Order) => void) {
  return {
    /** The order's current status, if it can no longer be revised. */
    endedAs: isOpen && !isPending(present) ? present.status : undefined,
    /** Whether the order has been revised since the draft's base. */
    isOutdated: isOpen && present.revision_count > base.revision_count,
    /** Rebases the draft onto the order's current state, and shows it from the top. */
    showPresent: () => onShow(present),
  }
}

export type RevisionState = ReturnType<typeof useRevision>

function faultsOf(lines: readonly DraftLine[]): Faults {
  return new Map(
    lines.flatMap(line => {
      const price = priceError(line)
      return price ? [[line.product_id, { price }] as const] : []
    }),
  )
}

/** The server identifies lines by their index in the request. */
function faultsIn({ errors }: ApiError, sent: readonly DraftLine[]): Faults {
  return new Map(
    errors.flatMap(({ field, message }) => {
      const line = sent[Number(/^items\.(\d+)/.exec(field)?.[1])]
      return line ? [[line.product_id, { refused: message }] as const] : []
    }),
  )
}
