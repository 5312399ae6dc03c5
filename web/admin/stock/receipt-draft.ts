import { useMemo } from 'react'
import * as z from 'zod/mini'
import { Quantity } from '#checked/fields.ts'
import type { AdminProduct } from '#contract/products.ts'
import { storedText, storeText, useStoredText } from '../../pwa/stored-text.ts'
import { randomId } from '../../random-id.ts'

const Line = z.object({
  product_id: z.string(),
  name: z.string(),
  brand: z.string(),
  unit: z.string(),
  category: z.string(),
  warehouse: z.optional(z.string()),
  image_url: z.nullable(z.string()),
  quantity: Quantity,
})
export type ReceiptLine = z.output<typeof Line>

const Draft = z.object({
  /** The idempotency key, stored so that goods are not booked twice even after a reload. */
  key: z.string(),
  /** Latest line first. */
  lines: z.array(Line),
  notes: z.string(),
  // Missing in drafts of earlier versions.
  supplier: z.optional(z.string()),
  delivery_note: z.optional(z.string()),
  /** The list was sent, but no response arrived. */
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
    /** Adds a product, or increments its quantity; the line moves to the top. */
    add: (product: AdminProduct) =>
      change(({ lines }) => {
        const present = lines.find(line => line.product_id === product.id)
        const quantity = Math.min((present?.quantity ?? 0) + 1, MAX_QUANTITY)
        const others = lines.filter(line => line !== present)
        return { lines: [{ ...lineOf(product), quantity }, ...others] }
      }),
    setQuantity: (id: string, quantity: number) =>
      change(({ lines }) => ({
        lines: lines.map(line => (line.product_id === id ? { ...line, quantity } : line)),
      })),
    remove: (id: string) => change(({ lines }) => ({ lines: lines.filter(line => line.product_id !== id) })),
    restore: (line: ReceiptLine) =>
      change(({ lines }) => ({ lines: [line, ...lines.filter(one => one.product_id !== line.product_id)] })),
    /** Changes what is said of the whole receipt. */
    setAbout: (about: Partial<Pick<ReceiptDraft, 'supplier' | 'delivery_note' | 'notes'>>) => change(() => about),
    /** Keeps the key: an unchanged list is retried as the same request. */
    markUnanswered: () => storeText(NAME, JSON.stringify({ ...readDraft(), isUnanswered: true })),
    clear: () => storeText(NAME, ''),
  }
}

export type Receipt = ReturnType<typeof useReceiptDraft>

/** The stored draft, which may be newer than the rendered one. */
export const readDraft = () => parsed(storedText(NAME))

const MAX_QUANTITY = 1_000_000

const lineOf = ({ id, name, brand, unit, category, warehouse, image_url }: AdminProduct) => ({
  product_id: id,
  name,
  brand,
  unit,
  category,
  warehouse,
  image_url,
})

const CONFIRM_CHANGE =
  'Önceki kaydın cevabı alınamadı; ulaştıysa değişen listeyle aynı mallar ikinci kez stoğa alınır. Liste değiştirilsin mi?'

/**
 * Changes the draft, which gets a new key; asks first if the previous list may already be booked. Returns whether the
 * draft was changed.
 */
function change(how: (draft: ReceiptDraft) => Partial<ReceiptDraft>): boolean {
  const draft = readDraft()
  if (draft.isUnanswered && !window.confirm(CONFIRM_CHANGE)) return false
  const next = { ...draft, ...how(draft), key: randomId(), isUnanswered: false }
  const isEmpty = next.lines.length === 0 && !next.notes && !next.supplier && !next.delivery_note
  storeText(NAME, isEmpty ? '' : JSON.stringify(next))
  return true
}

function parsed(text: string): ReceiptDraft {
  try {
    return z.catch(Draft, NOTHING).parse(JSON.parse(text || 'null'))
  } catch {
    return NOTHING
  }
}
