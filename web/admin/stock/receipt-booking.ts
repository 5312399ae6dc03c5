import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { receiveGoods } from '#contract/stock.ts'
import type { ApiError } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { toast } from '../../ui/toaster.tsx'
import { awaitUser } from '../scanning/scan-queue.ts'
import { type OpenReceipt, type ReceiptDraft, readDraft } from './receipt-draft.ts'
import type { ReceiptLine } from './receipt-lines.ts'

/** The booked lines with the stock on hand before and after, and the expected date that the product still has. */
export type Booked = (Pick<ReceiptLine, 'product_id' | 'name' | 'unit' | 'warehouse'> & {
  before: number
  after: number
  expected: string | undefined
})[]

/** An error message of the server about a line, and whether it is about its lot. */
export type LineFault = { message: string; isLot: boolean }

const NO_FAULTS: ReadonlyMap<string, LineFault> = new Map()

/** Books the receipt being entered. */
export function useBooking({ draft, markSent, markRefused, removeBooked }: OpenReceipt) {
  const [booked, setBooked] = useState<Booked>()
  const [refused, setRefused] = useState<{ key: string; faults: ReadonlyMap<string, LineFault> }>()
  const { run, pending } = useCommand(receiveGoods, { showError: 'inline' })
  const inFlight = useRef<Promise<ApiError | undefined>>(undefined)
  const bookDraft = async (showError: (sentence: string) => void) => {
    const sent = readDraft()
    setRefused(undefined)
    // Stored before it is sent: the request outlasts this screen, and other tabs show the same list.
    markSent(sent)
    let failure: ApiError | undefined
    const reply = await run(receiptOf(sent), error => {
      failure = error
      if (!error.isUnanswered) markRefused(sent)
      setRefused({ key: sent.key, faults: faultsIn(error, sent.lines) })
      showError(error.message)
    })
    if (!reply) return failure
    flushSync(() => {
      removeBooked(sent)
      setBooked(bookedOf(sent.lines, reply.items))
    })
    // A list that was sent from two screens is booked, and reported, once.
    toast.success(reply.message, { id: reply.id })
    return undefined
  }
  return {
    /** The goods booked last. */
    booked,
    hideBooked: () => setBooked(undefined),
    /** The faults that the server found in the list, by line id; none once the list was changed. */
    faults: refused && refused.key === draft.key ? refused.faults : NO_FAULTS,
    pending,
    /** The booking that is being sent. */
    inFlight,
    /** Books the draft, or joins the booking that is being sent. Resolves with its error. */
    book: (showError: (sentence: string) => void) => {
      inFlight.current ??= bookDraft(showError).finally(() => (inFlight.current = undefined))
      return inFlight.current
    },
  }
}

export type Booking = ReturnType<typeof useBooking>

/** Longest delay between two retries, in milliseconds. */
const MAX_WAIT = 15_000

/**
 * Before the list changes, repeats a booking that got no response, with the same idempotency key: it may already be
 * booked. Ends when the server replies, even with a refusal.
 */
export async function retryUntilReply(bookAgain: () => Promise<ApiError | undefined>, isMounted: () => boolean) {
  for (let wait = 1000; isMounted() && readDraft().isUnanswered; wait = Math.min(wait * 2, MAX_WAIT)) {
    const error = await bookAgain()
    if (!error || error.isDecision) return
    toast.warning('Önceki kaydın cevabı bekleniyor; okutulan ürün sırada', { id: 'receipt-waits' })
    await awaitUser(new Promise(resolve => setTimeout(resolve, wait)))
  }
}

const receiptOf = ({ key, lines, supplier, delivery_note, notes }: ReceiptDraft) => ({
  body: {
    items: lines.map(itemOf),
    supplier: supplier || null,
    delivery_note: delivery_note || null,
    notes: notes || null,
  },
  key,
})

/** A line of the request; one without a lot has no `lot`. */
const itemOf = ({ product_id, unit, quantity, code, expires_on, expiry_kind }: ReceiptLine) => {
  if (code === '') return { product_id, unit, quantity }
  const expiry = expires_on === '' ? { expires_on: null, expiry_kind: null } : { expires_on, expiry_kind }
  return { product_id, unit, quantity, lot: { code, ...expiry } }
}

type ReplyItems = z.output<typeof receiveGoods.reply>['items']

const bookedOf = (lines: readonly ReceiptLine[], items: ReplyItems): Booked =>
  items.map(({ product_id, quantity, stock_quantity, expected_stock_date: expected }) => {
    const line = lines.find(one => one.product_id === product_id)
    const { name, unit, warehouse } = line ?? { name: '', unit: '', warehouse: undefined }
    return { product_id, name, unit, warehouse, before: stock_quantity - quantity, after: stock_quantity, expected }
  })

/** Maps the server's errors, which name lines by their index in the request, to the ids of lines. */
function faultsIn({ errors }: ApiError, sent: readonly ReceiptLine[]): ReadonlyMap<string, LineFault> {
  return new Map(
    errors.flatMap(({ field, message }) => {
      const [, index, lot] = /^items\.(\d+)(\.lot)?/.exec(field) ?? []
      const line = sent[Number(index)]
      return line ? [[line.id, { message, isLot: lot !== undefined }] as const] : []
    }),
  )
}
