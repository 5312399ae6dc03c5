import { useEffect, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { type OwnRevision, reviseOwnOrder } from '#contract/order-revisions.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { type Order, readOrder } from '#contract/orders.ts'
import type { ApiError } from '../api.ts'
import { fetchCurrentProducts } from '../cart/cart-check.ts'
import { useCommand } from '../command.ts'
import { useRevisedFee } from '../delivery/revised-fee.ts'
import { isOutcomeUnknown } from '../open-outcome.ts'
import { cacheRow } from '../queries.ts'
import { toast } from '../ui/toaster.tsx'
import { changeDrafts } from './change-drafts.ts'
import {
  type ChangedLine,
  changedLines,
  isChanged,
  NO_CHANGE,
  type OrderChange,
  remainingLines,
  revisionOf,
} from './order-change.ts'

/** The server's refusal: the messages of lines, by product id, or the message of the whole change. */
type Refused = { sentence?: string; lines: ReadonlyMap<string, string> }
const NOTHING: Refused = { lines: new Map() }

const UNANSWERED =
  'Cevap alınamadı: değişikliklerinizin kaydedilip kaydedilmediği bilinmiyor. Yeniden kaydedin; iki kez uygulanmaz.'

/**
 * The state of a customer's change of its order, and the functions that edit and save it. `isOpen`: whether its dialog
 * is open.
 */
export function useOrderChange(order: Order, isOpen: boolean, onSaved: () => void) {
  const { change, setChange, added, ...draft } = useDraft(order, isOpen)
  const [refused, setRefused] = useState(NOTHING)
  const [failures, setFailures] = useState(0)
  /** The last request without a reply, which may have taken effect. */
  const [unanswered, setUnanswered] = useState<{ change: OrderChange; body: OwnRevision }>()
  const done = () => {
    draft.forget()
    onSaved()
  }
  const followPrices = async () => {
    const products = await fetchCurrentProducts(added.map(({ id }) => id)).catch(() => undefined)
    setChange(typed => ({ ...typed, added: typed.added.map(product => products?.get(product.id) ?? product) }))
  }
  const refuse = async (error: ApiError, isRepetition: boolean) => {
    if (!error.isUnanswered) toast.error(error.message)
    if (isOutcomeUnknown(error, isRepetition)) return setRefused({ sentence: UNANSWERED, lines: new Map() })
    setUnanswered(undefined)
    // The order's current state, which the screen shows next, explains these errors.
    if (error.is(reviseOwnOrder, 'revised_meanwhile') || error.is(reviseOwnOrder, 'order_not_pending')) return
    const found = refusedLines(error, remainingLines(draft.lines))
    setRefused({ ...(found.size === 0 && { sentence: error.message }), lines: found })
    if (error.is(reviseOwnOrder, 'price_changed')) await followPrices()
  }
  const { run, pending: busy } = useCommand(reviseOwnOrder, {
    showError: 'toast',
    awaitRefetch: true,
    onReply: revised => {
      toast.success('Siparişiniz değiştirildi')
      cacheRow({ read: readOrder }, revised)
      done()
    },
  })
  const save = async () => {
    if (busy) return
    // Repeating the same request has the same idempotency key and so returns the first outcome; the order may already
    // have it.
    const isRepetition = unanswered?.change === change
    if (!isRepetition && !draft.isChanged) return done()
    const body = isRepetition ? unanswered.body : draft.body()
    setRefused(NOTHING)
    setUnanswered({ change, body })
    await run({ params: { id: order.id }, body }, error => refuse(error, isRepetition))
    setFailures(count => count + 1)
  }
  return {
    ...draft,
    refused,
    busy,
    /**
     * Whether it is unknown if this change was saved; a revision that the order has received since may be this change.
     */
    isUnanswered: unanswered?.change === change,
    /** Incremented with every attempt to save. */
    failures,
    save,
    /** Discards the change and shows the order's current state. */
    reset: () => {
      setChange(NO_CHANGE)
      setRefused(NOTHING)
    },
  }
}

/** The change, applied to the order's latest state, and the functions that edit it. An unsaved change is resumed. */
function useDraft(order: Order, isOpen: boolean) {
  const [resumed] = useState(() => changeDrafts.get(order.id))
  const [since] = useState(resumed?.since ?? order.revision_count)
  const [change, setChange] = useState(resumed?.change ?? NO_CHANGE)
  const changed = isChanged(order, change)
  useEffect(() => {
    // A closed dialog has saved its change or discarded it; the order may become different from it later.
    if (isOpen && changed) changeDrafts.set(order.id, { change, since })
    else changeDrafts.delete(order.id)
  }, [order.id, isOpen, changed, change, since])
  const lines = changedLines(order, change)
  const goods = orderTotals(remainingLines(lines)).grand
  const fee = useRevisedFee(order, { goods, day: change.delivery_date }, true) ?? order.delivery_fee
  const putBack = (id: string) =>
    setChange(typed => ({ ...typed, removed: new Set([...typed.removed].filter(one => one !== id)) }))
  return {
    lines,
    notes: change.notes ?? order.notes ?? '',
    change,
    day: change.delivery_date,
    added: change.added,
    isChanged: changed,
    /** Whether an unsaved change was resumed and is still unedited. */
    isResumed: resumed !== undefined && changed && change === resumed.change,
    /** The order's revision count when the user began the change. */
    since,
    /** The order's delivery fee after the change, in kuruş. */
    fee,
    body: () => revisionOf(order, change, fee),
    setChange,
    setQuantity: ({ product_id, unit }: Pick<ChangedLine, 'product_id' | 'unit'>, quantity: number) =>
      setChange(typed => ({ ...typed, quantities: new Map(typed.quantities).set(product_id, { quantity, unit }) })),
    remove: (id: string) => setChange(typed => ({ ...typed, removed: new Set(typed.removed).add(id) })),
    /** Restores a removed line in its place, with its previous quantity. */
    putBack,
    add: (product: Product) => {
      putBack(product.id)
      setChange(typed => ({ ...typed, added: [...typed.added.filter(({ id }) => id !== product.id), product] }))
    },
    setDay: (day: string | null) => setChange(typed => ({ ...typed, delivery_date: day ?? undefined })),
    setNotes: (notes: string) => setChange(typed => ({ ...typed, notes })),
    /** Discards the change before the dialog closes. */
    forget: () => changeDrafts.delete(order.id),
  }
}

export type OrderChangeState = ReturnType<typeof useOrderChange>

/** The server identifies lines by their index in the request. */
function refusedLines({ errors }: ApiError, sent: readonly ChangedLine[]): Refused['lines'] {
  return new Map(
    errors.flatMap(({ field, message }) => {
      const line = sent[Number(/^items\.(\d+)/.exec(field)?.[1])]
      return line ? [[line.product_id, message] as const] : []
    }),
  )
}
