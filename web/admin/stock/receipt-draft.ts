import { useMemo } from 'react'
import * as z from 'zod/mini'
import { packageIn } from '#contract/gs1-packages.ts'
import type { AdminProduct } from '#contract/products.ts'
import { storedText, storeText, useStoredText } from '../../pwa/stored-text.ts'
import { randomId } from '../../random-id.ts'
import { today } from '../../ui/clock.ts'
import { Line, type ReceiptLine, withoutBooked, withProduct } from './receipt-lines.ts'

const Draft = z.object({
  /** The idempotency key, stored so that goods are not booked twice even after a reload. */
  key: z.string(),
  /** Latest line first. */
  lines: z.array(Line),
  notes: z.string(),
  // Missing in drafts of earlier versions.
  supplier: z.optional(z.string()),
  delivery_note: z.optional(z.string()),
  /** The list was sent, and no response has arrived: it may be booked. */
  isUnanswered: z.boolean(),
})
export type ReceiptDraft = z.output<typeof Draft>

const NAME = 'receipt'
const NOTHING: ReceiptDraft = { key: '', lines: [], notes: '', isUnanswered: false }

/** The receipt being entered, stored in this browser until it is booked. */
export function useReceiptDraft() {
  const [text] = useStoredText(NAME)
  const draft = useMemo(() => parsed(text), [text])
  return {
    draft,
    /**
     * Adds a product or raises its quantity, by `quantity` or as the scanned code states. Returns the line's id if the
     * list changed.
     */
    add: (product: AdminProduct, scanned: string, quantity?: number) => {
      let id: string | undefined
      const isChanged = change(({ lines }) => {
        const next = withProduct(lines, product, packageIn(scanned, today()), quantity)
        id = next.id
        return { lines: next.lines }
      })
      return isChanged ? id : undefined
    },
    /** Changes the quantity or the lot of a line. */
    changeLine: (id: string, how: LineChange) =>
      change(({ lines }) => ({ lines: lines.map(line => (line.id === id ? { ...line, ...how } : line)) })),
    remove: (id: string) => change(({ lines }) => ({ lines: lines.filter(line => line.id !== id) })),
    restore: (line: ReceiptLine) =>
      change(({ lines }) => ({ lines: [line, ...lines.filter(({ id }) => id !== line.id)] })),
    /** Changes the fields of the whole receipt. */
    setAbout: (about: Partial<Pick<ReceiptDraft, 'supplier' | 'delivery_note' | 'notes'>>) => change(() => about),
    /** Keeps the key: an unchanged list is retried as the same request, also by another tab or after a reload. */
    markSent: (sent: ReceiptDraft) => store({ ...sent, isUnanswered: true }),
    /** The list is not booked, unless an earlier attempt that got no response has booked it. */
    markRefused: (sent: ReceiptDraft) => {
      if (readDraft().key === sent.key && !sent.isUnanswered) store(sent)
    },
    removeBooked,
  }
}

/** Clears a booked draft. If it was changed while it was being sent, what is not booked remains. */
function removeBooked(sent: ReceiptDraft) {
  const draft = readDraft()
  if (draft.key === sent.key) return storeText(NAME, '')
  const lines = withoutBooked(draft.lines, sent.lines)
  // A changed list that was sent as well is settled by its own response.
  if (draft.isUnanswered || lines === draft.lines) return
  if (lines.length > 0) store({ ...draft, lines, key: randomId() })
  else storeText(NAME, '')
}

export type LineChange = Partial<Pick<ReceiptLine, 'quantity' | 'code' | 'expires_on' | 'expiry_kind' | 'answered'>>

export type OpenReceipt = ReturnType<typeof useReceiptDraft>

/** The stored draft, which may be newer than the rendered one. */
export const readDraft = () => parsed(storedText(NAME))

const CONFIRM_CHANGE =
  'Önceki kaydın cevabı henüz gelmedi; ulaştıysa değişen listeyle aynı mallar ikinci kez stoğa alınır. Liste değiştirilsin mi?'

/**
 * Changes the draft, which gets a new key; requires a confirmation if the previous list may already be booked. Returns
 * whether the draft was changed.
 */
function change(how: (draft: ReceiptDraft) => Partial<ReceiptDraft>): boolean {
  const draft = readDraft()
  if (draft.isUnanswered && !window.confirm(CONFIRM_CHANGE)) return false
  const next = { ...draft, ...how(draft), key: randomId(), isUnanswered: false }
  const isEmpty = next.lines.length === 0 && !next.notes && !next.supplier && !next.delivery_note
  if (isEmpty) storeText(NAME, '')
  else store(next)
  return true
}

const store = (draft: ReceiptDraft) => storeText(NAME, JSON.stringify(draft))

function parsed(text: string): ReceiptDraft {
  try {
    const draft = z.catch(Draft, NOTHING).parse(JSON.parse(text || 'null'))
    // In drafts of earlier versions there is one line of each product.
    return { ...draft, lines: draft.lines.map(line => ({ ...line, id: line.id || line.product_id })) }
  } catch {
    return NOTHING
  }
}
