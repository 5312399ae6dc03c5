import { useEffect, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import type { Order } from '#contract/orders.ts'
import { currentUnits } from '../cart/current-units.ts'
import { addedLine, type Draft, type DraftLine, draftOf, isChanged, rebaseDraft } from './revision-draft.ts'
import { revisionDrafts } from './revision-drafts.ts'

/**
 * The draft of a revision, the state of the order that it is based on, and the functions that change them. An unsaved
 * draft is resumed, and it is kept as long as it could be saved (`isSavable`). `onLineChange` is called with the product
 * of each line that the user changes.
 */
export function useRevisionDraft(order: Order, isSavable: boolean, onLineChange: (product: string) => void) {
  const [resumed] = useState(() => revisionDrafts.get(order.id))
  const [base, setBase] = useState(resumed?.base ?? order)
  const [draft, setDraft] = useState(() => resumed?.draft ?? draftOf(order))
  const [isReset, setReset] = useState(false)
  const { lines } = draft
  const changed = isChanged(draft, base)
  useEffect(() => {
    if (isSavable && changed) revisionDrafts.set(order.id, { base, draft })
    else revisionDrafts.delete(order.id)
  }, [order.id, isSavable, changed, base, draft])

  const setLines = (next: readonly DraftLine[], touched: string) => {
    onLineChange(touched)
    setDraft({ ...draft, lines: next })
  }
  return {
    base,
    draft,
    isChanged: changed,
    /** Whether an unsaved draft was resumed. Remains true when its changes are reverted. */
    isResumed: resumed !== undefined && base === resumed.base && !isReset,
    /** The order's revision count when the user began the draft. */
    initialRevisionCount: (resumed?.base ?? order).revision_count,
    setNotes: (notes: string) => setDraft({ ...draft, notes }),
    setDay: (day: string | null) => setDraft({ ...draft, day }),
    change: (id: string, change: Partial<DraftLine>) =>
      setLines(
        lines.map(line => (line.product_id === id ? { ...line, ...change } : line)),
        id,
      ),
    remove: (id: string) =>
      setLines(
        lines.map(line => (line.product_id === id ? { ...line, isRemoved: true } : line)),
        id,
      ),
    /** Adds a product, or restores its removed line. */
    add: (product: Product) =>
      setLines(
        lines.some(line => line.product_id === product.id) ? kept(lines, product.id) : [...lines, addedLine(product)],
        product.id,
      ),
    putBack: (id: string) => setLines(kept(lines, id), id),
    /** Discards the draft before the dialog closes. */
    forget: () => {
      revisionDrafts.delete(order.id)
    },
    /** Rebases the draft onto a later state of the order. */
    rebase: (present: Order) => {
      setDraft(rebaseDraft(draft, base, present))
      setBase(present)
    },
    /** Sets the lines of added products to their products' present units. */
    followUnits: async () => {
      const units = await unitsOfAdded(draft, base)
      setDraft(typed => ({
        ...typed,
        lines: typed.lines.map(line => ({ ...line, unit: units.get(line.product_id) ?? line.unit })),
      }))
    },
    reset: () => {
      setReset(true)
      setDraft(draftOf(base))
    },
  }
}

/** The present units of the products that the order does not have, by id; none if they cannot be read. */
function unitsOfAdded({ lines }: Draft, { items }: Order): Promise<ReadonlyMap<string, string>> {
  const old = new Set(items.map(({ product_id }) => product_id))
  const added = lines.map(({ product_id }) => product_id).filter(id => !old.has(id))
  return currentUnits(added).catch(() => new Map<string, string>())
}

/** The lines with a removed one restored in its place, with its typed values. */
const kept = (lines: readonly DraftLine[], id: string) =>
  lines.map(({ isRemoved, ...line }) => (line.product_id === id || !isRemoved ? line : { ...line, isRemoved }))
