import { useState } from 'react'
import * as z from 'zod/mini'
import type { Lot } from '#contract/lots.ts'
import type { AdminProduct } from '#contract/products.ts'
import { notifyOtherUnit } from '../../forms/notify-other-unit.ts'
import { useStoredDraft } from '../../forms/stored-draft.ts'
import { StoredNumber } from '../../forms/stored-number.ts'

const StoredTransfer = z.object({
  lines: z.array(z.object({ product_id: z.string(), unit: z.string(), quantity: StoredNumber })),
  notes: z.string(),
  is_sent: z.boolean(),
})
type Transfer = z.output<typeof StoredTransfer>

type StoredTransferOptions = {
  products: readonly AdminProduct[]
  lot: Lot | undefined
  lines: Transfer['lines']
  notes: string
  pending: boolean
  /** The reply was lost: the goods may have been moved. */
  isUnanswered: boolean
  fillIn: (quantities: ReadonlyMap<string, number | undefined>, notes: string) => void
}

/**
 * Keeps a half-filled transfer when the session expires, for the same products, or the same lot. A quantity in a unit
 * that its product no longer has is not filled in. Returns whether the transfer was being sent when the session expired.
 */
export function useStoredTransfer(options: StoredTransferOptions): boolean {
  const { products, lot, lines, notes, pending, isUnanswered, fillIn } = options
  const [wasSent, setWasSent] = useState(false)
  const [first, ...others] = products
  const ids = products.map(({ id }) => id).sort()
  useStoredDraft<Transfer>({
    name: `transfer:${lot?.id ?? ids.join()}`,
    title: `${first?.name ?? ''}${others.length > 0 ? ` ve ${others.length} ürün daha` : ''}, aktarım`,
    schema: StoredTransfer,
    base: NOTHING,
    draft: { lines, notes, is_sent: pending || wasSent },
    isChanged: lines.length > 0 || notes !== '',
    mayExist: () => isUnanswered,
    merge: (_, mine) => mine,
    set: stored => {
      const filledIn = new Map<string, number | undefined>()
      for (const { product_id, unit, quantity } of stored.lines) {
        const product = products.find(({ id }) => id === product_id)
        if (product?.unit === unit) filledIn.set(product_id, quantity)
        else if (product) notifyOtherUnit(product, 'miktar', quantity, unit)
      }
      fillIn(filledIn, stored.notes)
      setWasSent(stored.is_sent)
      return filledIn.size > 0 || stored.notes !== ''
    },
  })
  return wasSent
}

const NOTHING: Transfer = { lines: [], notes: '', is_sent: false }
