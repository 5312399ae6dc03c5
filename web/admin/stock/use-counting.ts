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

/** What the person holds and is about to add to the count, or has sent and still sees. */
export type InHand = CountLine & {
  /** Why it was not added. */
  fault?: string | undefined
  /** It stays as it was sent until it is answered. */
  sent?: 'under-way' | 'unanswered' | undefined
  /** Grows whenever something else, or one more, is taken up. */
  turn: number
}

export type Added = z.output<typeof countProduct.reply> & { name: string }

/** Adds one product after the other to an open count. */
export function useCounting(count_id: string, refresh: () => Promise<StockCount | undefined>) {
  const [inHand, show] = useState<InHand>()
  const [last, setLast] = useState<Added>()
  // Scans come faster than screens are drawn.
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
  // Somebody else may end the count under one's hands; whoever leaves by themselves was asked.
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

  /** Adds what is in hand, once, however often it is asked for. Answers whether nothing is in hand afterwards. */
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
        ? // It was not counted: corrected, it is another try.
          { ...present, sent: undefined, key: randomId(), fault: outcome.message }
        : { ...present, sent: 'unanswered' }
    hold(shown)
    void alertWhenKeysRest(outcome.message, () => held.current === shown && !hasScansLeft())
    return false
  }
  const change = (changes: Partial<Pick<InHand, 'quantity' | 'notes' | 'image_url' | 'picture'>>) => {
    if (held.current && !held.current.sent) hold({ ...held.current, fault: undefined, ...changes })
  }
  /** A picture takes a moment until it is ready: what it belongs to is not added before, and nothing else gets it. */
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
    // What was not answered is tried again before more of it is added.
    outbox.retryAll()
  }
  /** Takes a product up. What was in hand with a quantity is added; the same one scanned again is one more. */
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
  /** When a line is no longer in hand, or was sent. */
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
    /** What was added last. */
    last,
    /** What was sent and not added yet. */
    lines,
    add,
    choose,
    change,
    attach,
    retry: () => outbox.retryAll(),
    remove: (key: string) => outbox.remove(key),
    putDown: () => {
      // What is on its way may still arrive; what was not answered is not sent again.
      if (held.current?.sent === 'unanswered') outbox.remove(held.current.key)
      hold(undefined)
    },
    /** Throws away what is not added yet. */
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
