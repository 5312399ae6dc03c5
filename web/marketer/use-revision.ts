import { useEffect, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { reviseOrder } from '#contract/order-revisions.ts'
import { type Order, readCustomersOrder } from '#contract/orders.ts'
import { type ApiError, request, requestError } from '../api.ts'
import { useCommand } from '../command.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { onSessionChange } from '../session.ts'
import { toast } from '../ui/toaster.tsx'
import {
  type Draft,
  type DraftLine,
  draftOf,
  isChanged,
  lineToAdd,
  priceError,
  rebased,
  revisionOf,
} from './revision-draft.ts'

/** The errors of a line: of its price as typed, or the server's. */
export type LineFault = { price?: string; refused?: string }
type Faults = ReadonlyMap<string, LineFault>

const NONE: Faults = new Map()

/** Unsaved drafts by order id: a phone's back button closes the dialog without a confirmation. */
const unsaved = new Map<string, { base: Order; draft: Draft }>()
onSessionChange(() => unsaved.clear())

/** The state of a revision in progress: the draft, the order's revision it is based on, and errors. */
export function useRevision(order: Order, onSaved: () => void) {
  const [resumed] = useState(() => unsaved.get(order.id))
  const [base, setBase] = useState(resumed?.base ?? order)
  const [draft, setDraft] = useState(() => resumed?.draft ?? draftOf(order))
  const [faults, setFaults] = useState(NONE)
  const [refused, setRefused] = useState<string>()
  const [failures, setFailures] = useState(0)
  const { lines } = draft
  const changed = isChanged(draft, base)
  useEffect(() => {
    if (changed) unsaved.set(order.id, { base, draft })
    else unsaved.delete(order.id)
  }, [order.id, changed, base, draft])

  const setLines = (next: readonly DraftLine[], touched: string) => {
    setFaults(new Map([...faults].filter(([id]) => id !== touched)))
    setDraft({ ...draft, lines: next })
  }
  const done = () => {
    unsaved.delete(order.id)
    onSaved()
  }
  const refuse = (error: ApiError) => {
    const found = faultsIn(error, lines)
    toast.error(error.message)
    setFaults(found)
    setRefused(found.size > 0 ? undefined : error.message)
  }
  const rebase = async () => {
    const present = await request(readCustomersOrder, { params: { id: order.id } })
    setDraft(rebased(draft, base, present))
    setBase(present)
    setRefused(undefined)
  }
  const { run, pending: busy } = useCommand(reviseOrder, {
    showError: async error => {
      if (!error.is(reviseOrder, 'revised_meanwhile')) return refuse(error)
      await rebase().catch((reason: unknown) => refuse(requestError(reason)))
    },
    onReply: () => {
      toast.success('Sipariş revize edildi')
      showNextResults()
      done()
    },
  })
  const save = async () => {
    if (busy) return
    const wrong = faultsOf(lines)
    setFaults(wrong)
    const revision = revisionOf(draft, base)
    if (!revision) return setFailures(failures + 1)
    if (!changed) return done()
    await run({ params: { id: order.id }, body: revision })
    setFailures(failures + 1)
  }
  return {
    base,
    draft,
    faults,
    refused,
    busy,
    /** Incremented with every attempt that did not save. */
    failures,
    isChanged: changed,
    /** Whether the draft is from an earlier, unconfirmed close. */
    isResumed: resumed !== undefined && changed && base === resumed.base,
    /** The order's revision count when the user began. */
    began: (resumed?.base ?? order).revision_count,
    save,
    setNotes: (notes: string) => setDraft({ ...draft, notes }),
    change: (id: string, change: Partial<DraftLine>) =>
      setLines(
        lines.map(line => (line.product_id === id ? { ...line, ...change } : line)),
        id,
      ),
    remove: (id: string) =>
      setLines(
        lines.filter(line => line.product_id !== id),
        id,
      ),
    add: (product: Product) => setLines([...lines, lineToAdd(product, base)], product.id),
    putBack: (line: DraftLine) => setLines([...lines, line], line.product_id),
    /** Discards the draft before the dialog closes. */
    forget: () => unsaved.delete(order.id),
    /** Resets the draft to the order's present state. */
    resetDraft: () => {
      setDraft(draftOf(base))
      setFaults(NONE)
      setRefused(undefined)
    },
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
