import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import type { AdminProduct } from '#contract/catalogue.ts'
import { countProduct, type StockCount } from '#contract/counts.ts'
import { StockQuantity } from '#contract/fields.ts'
import { ApiError, request } from '../../api.ts'
import { randomId } from '../../random-id.ts'
import { toast } from '../../ui/toaster.tsx'
import { alertWhenKeysRest } from '../keys-at-rest.ts'
import { hasScansLeft, untilPersonDoes } from '../scan-queue.ts'
import { type CountLine, CountOutbox, type Outcome, type WaitingLine } from './count-outbox.ts'

/** The entry in the form: being edited, or sent and not confirmed yet. */
export type InHand = CountLine & {
  /** Error message of the last attempt. */
  fault?: string | undefined
  /** Once sent, the entry is read-only until the server replies. */
  sent?: 'under-way' | 'unanswered' | undefined
  /** Incremented for each new entry and each further scan. */
  turn: number
}

export type Added = z.output<typeof countProduct.reply> & { name: string }

/** The entries of an open count: one in the form, the others queued in the outbox. */
export function useCounting(count_id: string, refresh: () => Promise<StockCount | undefined>) {
  const [inHand, show] = useState<InHand>()
  const [last, setLast] = useState<Added>()
  // A ref, because scans arrive faster than renders.
  const held = useRef<InHand>(undefined)
  const changed = useRef(new Set<() => void>())
  const hold = (next: InHand | undefined) => {
    held.current = next
    show(next)
    for (const look of changed.current) look()
  }
  const { outbox, lines } = useOutbox(
    async (line): Promise<Outcome> => {
      const image_url = line.picture ? await line.picture.catch(() => line.image_url) : line.image_url
      const { product, quantity = Number.NaN, notes, key } = line
      const body = { product_id: product.id, counted_quantity: quantity, notes: notes.trim() || null, image_url }
      try {
        const answer = await request(countProduct, { params: { id: count_id }, body, key })
        setLast({ ...answer, name: product.name })
        if (held.current?.key === key) hold(undefined)
        return { kind: 'added' }
      } catch (error) {
        if (error instanceof ApiError)
          return { kind: error.isDecision ? 'refused' : 'unanswered', message: error.message }
        reportError(error)
        return { kind: 'unanswered', message: countProduct.failure }
      } finally {
        void refresh()
      }
    },
    key => held.current?.key === key,
  )
  // Another user may end the count while entries are unsent; leaving by oneself asks for confirmation before.
  const lost = useRef<readonly CountLine[]>([])
  useEffect(() => {
    const inHandOnly = inHand && !inHand.sent && inHand.quantity !== undefined ? [inHand] : []
    lost.current = [...lines, ...inHandOnly]
  })
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    const waiting = changed.current
    return () => {
      for (const { product } of lost.current) warnOf(product)
      hasLeft.current = true
      for (const look of waiting) look()
    }
  }, [])

  /** Adds the current entry; repeated calls do not add it twice. Returns whether the form is empty afterwards. */
  const add = async () => {
    const line = held.current
    if (!line) return true
    if (line.sent === 'under-way') return false
    const fault = line.sent ? undefined : faultOf(line.quantity)
    hold({ ...line, fault, sent: fault === undefined ? 'under-way' : undefined })
    if (fault !== undefined) return false
    const outcome = await (line.sent ? outbox.retry(line.key) : outbox.add(line))
    const present = held.current
    if (outcome.kind === 'added' || present?.key !== line.key) return held.current === undefined
    if (outcome.kind === 'refused') outbox.remove(line.key)
    const shown: InHand =
      outcome.kind === 'refused'
        ? // It was not counted: the corrected entry needs a new key.
          { ...present, sent: undefined, key: randomId(), fault: outcome.message }
        : { ...present, sent: 'unanswered' }
    hold(shown)
    void alertWhenKeysRest(outcome.message, () => held.current === shown && !hasScansLeft())
    return false
  }
  const change = (changes: Partial<Pick<InHand, 'quantity' | 'notes' | 'image_url' | 'picture'>>) => {
    if (held.current && !held.current.sent) hold({ ...held.current, fault: undefined, ...changes })
  }
  /** Attaches a picture to the current entry only; sending waits until the picture is scaled. */
  const attach = (picture: Promise<string | null>) => {
    change({ picture })
    picture.then(
      image_url => held.current?.picture === picture && change({ image_url }),
      () => undefined,
    )
  }
  const turn = useRef(0)
  const takeUp = (product: AdminProduct, quantity: number | undefined) => {
    const before = held.current
    if (before && !before.sent && before.quantity !== undefined) void outbox.add(before)
    hold({ key: randomId(), product, quantity, notes: '', image_url: null, turn: ++turn.current })
    // Lines without a response are retried before more of the same product is added.
    outbox.retryAll()
  }
  /** Starts an entry for a product and adds the previous one if it has a quantity. Scanning the same product adds 1. */
  const choose = async (product: AdminProduct, byBarcode: boolean): Promise<void> => {
    const before = held.current
    const isOpen = before !== undefined && !before.sent
    if (hasLeft.current) warnOf(product)
    else if (isOpen && before.product.id === product.id) {
      const more = byBarcode && { quantity: (before.quantity || 0) + 1, fault: undefined }
      hold({ ...before, ...more, turn: ++turn.current })
    } else if (isOpen && before.quantity !== undefined && faultOf(before.quantity) !== undefined) {
      hold({ ...before, fault: faultOf(before.quantity) })
      toast.warning(`${product.name} sırada; önce ${before.product.name} için yazdığınız miktarı düzeltin`)
      await untilPersonDoes(mended(before.key))
      await flushSync(() => choose(product, byBarcode))
    } else takeUp(product, byBarcode ? 1 : undefined)
  }
  /** Resolves when the line is no longer in the form, or was sent. */
  const mended = (key: string) =>
    new Promise<void>(resolve => {
      const look = () => {
        if (held.current?.key === key && !held.current.sent && !hasLeft.current) return
        changed.current.delete(look)
        resolve()
      }
      changed.current.add(look)
    })
  return {
    inHand,
    /** The line added last. */
    last,
    /** The lines that were sent and are not added yet. */
    lines,
    add,
    choose,
    change,
    attach,
    retry: () => outbox.retryAll(),
    remove: (key: string) => outbox.remove(key),
    putDown: () => {
      // A line being sent may still arrive; one without a response is not retried.
      if (held.current?.sent === 'unanswered') outbox.remove(held.current.key)
      hold(undefined)
    },
    /** Discards everything that is not added yet. */
    giveUp: () => {
      for (const { key } of lines) outbox.remove(key)
      hold(undefined)
    },
  }
}

const warnOf = ({ name }: CountLine['product']) => void toast.warning(`${name} sayıma eklenmedi`)

const faultOf = (quantity = Number.NaN) => StockQuantity.safeParse(quantity).error?.issues[0]?.message

function useOutbox(send: (line: CountLine) => Promise<Outcome>, isInHand: (key: string) => boolean) {
  const [lines, setLines] = useState<readonly WaitingLine[]>([])
  const [outbox] = useState(() => new CountOutbox({ send, onChange: setLines, isInHand }))
  useEffect(() => outbox.follow({ send, isInHand }))
  useEffect(() => {
    const retry = () => outbox.retryAll()
    addEventListener('online', retry)
    return () => {
      removeEventListener('online', retry)
      outbox.close()
    }
  }, [outbox])
  return { outbox, lines }
}
