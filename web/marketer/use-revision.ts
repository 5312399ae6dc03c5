import { useState } from 'react'
import { reviseOrder } from '#contract/order-revisions.ts'
import { type Order, readCustomersOrder } from '#contract/orders.ts'
import { type ApiError, request, requestError } from '../api.ts'
import { useCommand } from '../command.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { toast } from '../ui/toaster.tsx'
import { type DraftLine, priceError, revisionOf } from './revision-draft.ts'
import { useRevisionDraft } from './use-revision-draft.ts'

/** The errors of a line: of its price as typed, or the server's. */
export type LineFault = { price?: string; refused?: string }
type Faults = ReadonlyMap<string, LineFault>

const NONE: Faults = new Map()

/** The state of a revision in progress: the draft, the order's revision it is based on, and errors. */
export function useRevision(order: Order, onSaved: () => void) {
  const [faults, setFaults] = useState(NONE)
  const [refused, setRefused] = useState<string>()
  const [failures, setFailures] = useState(0)
  const { rebase, reset, ...edited } = useRevisionDraft(order, touched =>
    setFaults(new Map([...faults].filter(([id]) => id !== touched))),
  )
  const { base, draft, isChanged } = edited

  const done = () => {
    edited.forget()
    onSaved()
  }
  const refuse = (error: ApiError) => {
    const found = faultsIn(error, draft.lines)
    toast.error(error.message)
    setFaults(found)
    setRefused(found.size > 0 ? undefined : error.message)
  }
  const followOrder = async () => {
    rebase(await request(readCustomersOrder, { params: { id: order.id } }))
    setRefused(undefined)
  }
  const { run, pending: busy } = useCommand(reviseOrder, {
    showError: async error => {
      if (!error.is(reviseOrder, 'revised_meanwhile')) return refuse(error)
      await followOrder().catch((reason: unknown) => refuse(requestError(reason)))
    },
    onReply: () => {
      toast.success('Sipariş revize edildi')
      showNextResults()
      done()
    },
  })
  const save = async () => {
    if (busy) return
    setFaults(faultsOf(draft.lines))
    const revision = revisionOf(draft, base)
    if (!revision) return setFailures(failures + 1)
    if (!isChanged) return done()
    await run({ params: { id: order.id }, body: revision })
    setFailures(failures + 1)
  }
  return {
    ...edited,
    faults,
    refused,
    busy,
    /** Incremented with every attempt that did not save. */
    failures,
    save,
    /** Resets the draft to the order's present state. */
    resetDraft: () => {
      reset()
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
