import * as z from 'zod/mini'
import { ExpiryKind } from '#checked/lot-labels.ts'
import { WarehouseName } from '#checked/products.ts'
import { LOT_TRACKINGS } from '#contract/products.ts'
import { storageKeyOf, takeStoredForm } from '../../forms/stored-forms.ts'
import { toast } from '../../ui/toaster.tsx'
import type { CountLine, WaitingLine } from './count-outbox.ts'

// What was entered for a count and is not added to it when the session ends, stored until the next login (page 069).

const StoredLot = z.object({
  code: z.string(),
  expires_on: z.nullish(z.string()),
  expiry_kind: z.nullish(ExpiryKind),
})
const StoredEntry = z.object({
  key: z.string(),
  product: z.object({
    id: z.string(),
    name: z.string(),
    brand: z.string(),
    category: z.string(),
    unit: z.string(),
    warehouse: WarehouseName,
    image_url: z.nullable(z.string()),
    lot_tracking: z.optional(z.enum(LOT_TRACKINGS)),
  }),
  quantity: z.optional(z.number()),
  lot: z.nullish(StoredLot),
  new_lot: z.optional(StoredLot),
  notes: z.string(),
  image_url: z.nullable(z.string()),
})
const StoredLine = z.extend(StoredEntry, {
  state: z.enum(['queued', 'sending', 'unanswered', 'refused']),
  message: z.optional(z.string()),
  first_sent: z.optional(z.number()),
})
const StoredCount = z.object({
  lines: z.optional(z.array(StoredLine)),
  entry: z.optional(StoredEntry),
})

/** The name of the stored form of a count. */
export const formNameOf = (count_id: string) => `count:${count_id}`

type Unadded = { lines: readonly WaitingLine[]; entry: CountLine | undefined }

/**
 * What is stored of the lines that are not added yet, and of the entry in the form unless it is empty, with what another
 * tab has stored of the same count. If both tabs have an entry, the other one's becomes a line that was not added.
 */
export function storedCount(own: Unadded, elsewhere: unknown): object {
  const theirs = readStoredCount(elsewhere)
  const entry = filled(own.entry)
  const displaced: WaitingLine[] =
    entry && theirs.entry ? [{ ...theirs.entry, state: 'refused', message: 'başka bir sekmede yazılmıştı' }] : []
  const keys = new Set([...own.lines, ...(entry ? [entry] : [])].map(({ key }) => key))
  const lines = [...own.lines, ...[...theirs.lines, ...displaced].filter(({ key }) => !keys.has(key))]
  const stored = {
    ...(lines.length > 0 && { lines }),
    ...((entry ?? theirs.entry) && { entry: entry ?? theirs.entry }),
  }
  return StoredCount.safeParse(stored).data ?? {}
}

/** An entry without a quantity that is no number; undefined if nothing else was entered. */
function filled(entry: CountLine | undefined): CountLine | undefined {
  const quantity = Number.isNaN(entry?.quantity) ? undefined : entry?.quantity
  const isEmpty = quantity === undefined && !entry?.notes && !entry?.image_url
  return entry && !isEmpty ? { ...entry, quantity } : undefined
}

/** The stored lines and entry. */
export function readStoredCount(stored: unknown): Unadded {
  const { lines = [], entry } = StoredCount.safeParse(stored).data ?? {}
  return { lines, entry }
}

/** Warns about everything that is stored for a count to which nothing can be added any more, and deletes it. */
export function discardStoredCount(count_id: string) {
  const { lines, entry } = readStoredCount(takeStoredForm(storageKeyOf(formNameOf(count_id))))
  for (const line of [...lines, ...(entry ? [entry] : [])]) warnNotAdded(line)
}

/** Says that a line was not added or, if it was sent, that this is unknown. */
export function warnNotAdded({ product, first_sent, state }: Pick<CountLine, 'product'> & Partial<WaitingLine>) {
  const isUnknown = first_sent !== undefined && state !== 'refused'
  toast.warning(
    isUnknown ? `${product.name}: sayıma eklenip eklenmediği bilinmiyor` : `${product.name} sayıma eklenmedi`,
  )
}
