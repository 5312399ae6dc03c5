import { useState } from 'react'
import * as z from 'zod/mini'
import type { Lot } from '#contract/lots.ts'
import type { AdminProduct } from '#contract/products.ts'
import { useStoredDraft } from '../../forms/stored-draft.ts'
import { StoredNumber } from '../../forms/stored-number.ts'
import { toast } from '../../ui/toaster.tsx'

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
      const unitOf = (id: string) => products.find(product => product.id === id)?.unit
      const inUnit = stored.lines.filter(({ product_id, unit }) => unit === unitOf(product_id))
      fillIn(new Map(inUnit.map(({ product_id, quantity }) => [product_id, quantity])), stored.notes)
      setWasSent(stored.is_sent)
      for (const { product_id, unit, quantity } of stored.lines.filter(line => !inUnit.includes(line)))
        toast.warning(`Birim bu arada değişti: ${unitOf(product_id) ?? ''}`, {
          description: `Yazdığınız miktar geri getirilmedi: ${quantity} ${unit}`,
        })
    },
  })
  return wasSent
}

const NOTHING: Transfer = { lines: [], notes: '', is_sent: false }
