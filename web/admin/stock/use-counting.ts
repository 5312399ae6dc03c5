import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import type { AdminProduct } from '#contract/catalogue.ts'
import { countProduct, type StockCount } from '#contract/counts.ts'
import { StockQuantity } from '#contract/fields.ts'
import { isRequestError, request } from '../../api.ts'
import { randomId } from '../../random-id.ts'
import { toast } from '../../ui/toaster.tsx'
import { alertWhenKeysIdle } from '../scanning/keys-idle.ts'
import { awaitUser, hasScansLeft } from '../scanning/scan-queue.ts'
import { type CountLine, CountOutbox, type Outcome, type WaitingLine } from './count-outbox.ts'

/** The entry in the form: being edited, or sent and not confirmed yet. */
export type CurrentEntry = CountLine & {
  /** Error message of the last attempt. */
  fault?: string | undefined
  /** Once sent, the entry is read-only until the server replies. */
  sent?: 'sending' | 'unanswered' | undefined
  /** Incremented for each new entry and each further scan. */
  turn: number
}

export type Added = z.output<typeof countProduct.reply> & { name: string }

/** The entries of an open count: one in the form, the others queued in the outbox. */
export function useCounting(count_id: string, refresh: () => Promise<StockCount | undefined>) {
  const [entry, renderEntry] = useState<CurrentEntry>()
  const [last, setLast] = useState<Added>()
  // A ref, because scans arrive faster than renders.
  const entryRef = useRef<CurrentEntry>(undefined)
  const watchers = useRef(new Set<() => void>())
  const setEntry = (next: CurrentEntry | undefined) => {
    entryRef.current = next
    renderEntry(next)
    for (const check of watchers.current) check()
  }
  const { outbox, lines } = useOutbox(
    async (line): Promise<Outcome> => {
      const image_url = line.picture ? await line.picture.catch(() => line.image_url) : line.image_url
      const { product, quantity = Number.NaN, notes, key } = line
      const body = { product_id: product.id, counted_quantity: quantity, notes: notes.trim() || null, image_url }
      try {
        const reply = await request(countProduct, { params: { id: count_id }, body, key })
        setLast({ ...reply, name: product.name })
        if (entryRef.current?.key === key) setEntry(undefined)
        return { kind: 'added' }
      } catch (error) {
        if (isRequestError(error)) return { kind: error.isDecision ? 'refused' : 'unanswered', message: error.message }
        reportError(error)
        return { kind: 'unanswered', message: countProduct.failure }
      } finally {
        void refresh()
      }
    },
    key => entryRef.current?.key === key,
  )
  // Another user may end the count while entries are unsent; leaving by oneself asks for confirmation before.
  const unsent = useRef<readonly CountLine[]>([])
  useEffect(() => {
    const unsentEntry = entry && !entry.sent && entry.quantity !== undefined ? [entry] : []
    unsent.current = [...lines, ...unsentEntry]
  })
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    const currentWatchers = watchers.current
    return () => {
      for (const { product } of unsent.current) warnNotAdded(product)
      isUnmounted.current = true
      for (const check of currentWatchers) check()
    }
  }, [])

  /** Adds the current entry; repeated calls do not add it twice. Returns whether the form is empty afterwards. */
  const add = async () => {
    const line = entryRef.current
    if (!line) return true
    if (line.sent === 'sending') return false
    const fault = line.sent ? undefined : faultOf(line.quantity)
    setEntry({ ...line, fault, sent: fault === undefined ? 'sending' : undefined })
    if (fault !== undefined) return false
    const outcome = await (line.sent ? outbox.retry(line.key) : outbox.add(line))
    const present = entryRef.current
    if (outcome.kind === 'added' || present?.key !== line.key) return entryRef.current === undefined
    if (outcome.kind === 'refused') outbox.remove(line.key)
    const shown: CurrentEntry =
      outcome.kind === 'refused'
        ? // It was not counted: the corrected entry needs a new key.
          { ...present, sent: undefined, key: randomId(), fault: outcome.message }
        : { ...present, sent: 'unanswered' }
    setEntry(shown)
    void alertWhenKeysIdle(outcome.message, () => entryRef.current === shown && !hasScansLeft())
    return false
  }
  const change = (changes: Partial<Pick<CurrentEntry, 'quantity' | 'notes' | 'image_url' | 'picture'>>) => {
    if (entryRef.current && !entryRef.current.sent) setEntry({ ...entryRef.current, fault: undefined, ...changes })
  }
  /** Attaches a picture to the current entry only; sending waits until the picture is scaled. */
  const attach = (picture: Promise<string | null>) => {
    change({ picture })
    picture.then(
      image_url => entryRef.current?.picture === picture && change({ image_url }),
      () => undefined,
    )
  }
  const turn = useRef(0)
  const startEntry = (product: AdminProduct, quantity: number | undefined) => {
    const before = entryRef.current
    if (before && !before.sent && before.quantity !== undefined) void outbox.add(before)
    setEntry({ key: randomId(), product, quantity, notes: '', image_url: null, turn: ++turn.current })
    // Lines without a response are retried before more of the same product is added.
    outbox.retryAll()
  }
  /** Starts an entry for a product and adds the previous one if it has a quantity. Scanning the same product adds 1. */
  const choose = async (product: AdminProduct, byBarcode: boolean): Promise<void> => {
    const before = entryRef.current
    const isOpen = before !== undefined && !before.sent
    if (isUnmounted.current) warnNotAdded(product)
    else if (isOpen && before.product.id === product.id) {
      const more = byBarcode && { quantity: (before.quantity || 0) + 1, fault: undefined }
      setEntry({ ...before, ...more, turn: ++turn.current })
    } else if (isOpen && before.quantity !== undefined && faultOf(before.quantity) !== undefined) {
      setEntry({ ...before, fault: faultOf(before.quantity) })
      toast.warning(`${product.name} sırada; önce ${before.product.name} için yazdığınız miktarı düzeltin`)
      await awaitUser(untilResolved(before.key))
      await flushSync(() => choose(product, byBarcode))
    } else startEntry(product, byBarcode ? 1 : undefined)
  }
  /** Resolves when the line is no longer in the form, or was sent. */
  const untilResolved = (key: string) =>
    new Promise<void>(resolve => {
      const check = () => {
        if (entryRef.current?.key === key && !entryRef.current.sent && !isUnmounted.current) return
        watchers.current.delete(check)
        resolve()
      }
      watchers.current.add(check)
    })
  return {
    entry,
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
    cancelEntry: () => {
      // A line being sent may still arrive; one without a response is not retried.
      if (entryRef.current?.sent === 'unanswered') outbox.remove(entryRef.current.key)
      setEntry(undefined)
    },
    /** Discards everything that is not added yet. */
    discardAll: () => {
      for (const { key } of lines) outbox.remove(key)
      setEntry(undefined)
    },
  }
}

const warnNotAdded = ({ name }: CountLine['product']) => void toast.warning(`${name} sayıma eklenmedi`)

const faultOf = (quantity = Number.NaN) => StockQuantity.safeParse(quantity).error?.issues[0]?.message

function useOutbox(send: (line: CountLine) => Promise<Outcome>, isBeingEdited: (key: string) => boolean) {
  const [lines, setLines] = useState<readonly WaitingLine[]>([])
  const [outbox] = useState(() => new CountOutbox({ send, onChange: setLines, isBeingEdited }))
  useEffect(() => outbox.update({ send, isBeingEdited }))
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
