import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { StockQuantity } from '#checked/quantity.ts'
import { countProduct, type StockCount } from '#contract/counts.ts'
import { packageIn } from '#contract/gs1-packages.ts'
import type { LotLabel } from '#contract/lot-labels.ts'
import type { AdminProduct } from '#contract/products.ts'
import { formatDay } from '#contract/turkish.ts'
import { isRequestError, request } from '../../api.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { isOutcomeOpen } from '../../open-outcome.ts'
import { randomId } from '../../random-id.ts'
import { sendAgainIfLost } from '../../send-again.ts'
import { today } from '../../ui/clock.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { alertWhenKeysIdle } from '../scanning/keys-idle.ts'
import { awaitUser, hasScansLeft } from '../scanning/scan-queue.ts'
import { type CountLine, CountOutbox, type CountResult, type OutboxScreen, type WaitingLine } from './count-outbox.ts'
import { showCounted } from './count-polling.ts'
import { isOfSameLot, type KnownLot, lotFaultOf, lotIn, questionAbout } from './counted-lot.ts'
import { type CurrentEntry, type EntryState, useCurrentEntry } from './current-entry.ts'
import { ANSWERS } from './lot-question.tsx'
import { useLotsOfEntry } from './lots-of-entry.ts'
import { quantityIn } from './package-quantity.ts'
import { formNameOf, readStoredCount, storedCount, warnNotAdded } from './stored-count.ts'

type AddedReply = z.output<typeof countProduct.reply>

/** The entries of an open count: one in the form, the others queued in the outbox. */
export function useCounting({ id, count_date, products }: StockCount, refresh: () => Promise<StockCount | undefined>) {
  const [last, setLast] = useState<AddedReply & { name: string }>()
  const current = useCurrentEntry()
  const { entry, entryRef, setEntry, change, attach } = current
  const added = ({ key, product }: CountLine, reply: AddedReply) => {
    showNextResults('counts')
    setLast({ ...reply, name: product.name })
    if (entryRef.current?.key === key) setEntry(undefined)
  }
  const { outbox, lines } = useOutbox({
    send: line => sendLine(id, line, { onAdded: reply => added(line, reply), refresh }),
    isBeingEdited: key => entryRef.current?.key === key,
    onExpired: line => {
      warnNotAdded(line)
      if (entryRef.current?.key === line.key) setEntry(undefined)
    },
  })
  const { lots, lotsOf } = useLotsOfEntry(entry, { products, lines })
  const form = { ...current, lotsOf }
  const isStored = useStoredForm({
    name: formNameOf(id),
    title: `${formatDay(count_date)} sayımı`,
    changed: elsewhere => {
      const present = entryRef.current
      return storedCount({ lines: outbox.lines, entry: present?.sent ? undefined : present }, elsewhere)
    },
    restore: stored => {
      const restored = readStoredCount(stored)
      outbox.restore(restored.lines)
      if (restored.entry) setEntry({ ...restored.entry, turn: current.nextTurn() })
      return restored.entry !== undefined || outbox.lines.length > 0
    },
  })
  useUnsentWarnings(entry, lines, isStored)
  return {
    entry,
    /** The known lots of the entry's product. */
    lots,
    /** The line added last. */
    last,
    /** The lines that were sent and are not added yet, except the entry in the form. */
    waiting: lines.filter(({ key }) => key !== entry?.key),
    /** Adds the current entry; repeated calls do not add it twice. Returns whether the form is empty afterwards. */
    add: () => addEntry(form, outbox),
    /**
     * Starts an entry for a product and adds the previous one if it has a quantity. A scan counts for `quantity`, or for
     * what the code of its package says, which a repeated one adds.
     */
    choose: (
      product: AdminProduct,
      byBarcode: boolean,
      scanned = '',
      quantity = quantityIn(packageIn(scanned, today()), product),
    ) => chooseProduct(form, outbox, { product, byBarcode, lot: lotIn(product, scanned), quantity }),
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

export type Counting = ReturnType<typeof useCounting>

type SentLine = CountLine & { first_sent?: number | undefined }
type Sending = { onAdded: (reply: AddedReply) => void; refresh: () => unknown }

/** Adds a line to the count. */
async function sendLine(count_id: string, line: SentLine, { onAdded, refresh }: Sending): Promise<CountResult> {
  const { product, quantity = Number.NaN, lot, notes, image_url, key } = line
  const counted = { product_id: product.id, unit: product.unit, counted_quantity: quantity, ...(lot && { lot }) }
  const body = { ...counted, notes: notes.trim() || null, image_url }
  const firstSent = line.first_sent ?? Date.now()
  try {
    const reply = await sendAgainIfLost(() => request(countProduct, { params: { id: count_id }, body, key }))
    onAdded(reply)
    showCounted(count_id, reply, { firstSent, refresh })
    return { kind: 'added' }
  } catch (error) {
    refresh()
    if (isRequestError(error)) return { kind: isOutcomeOpen(error) ? 'unanswered' : 'refused', message: error.message }
    reportError(error)
    return { kind: 'unanswered', message: countProduct.failure }
  }
}

function useOutbox(screen: Omit<OutboxScreen, 'onChange'>) {
  const [lines, setLines] = useState<readonly WaitingLine[]>([])
  const [outbox] = useState(() => new CountOutbox({ ...screen, onChange: setLines }))
  useEffect(() => outbox.update(screen))
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

/** When the count's screen is left, warns about each line that was not added, unless it is stored for the next login. */
function useUnsentWarnings(
  entry: CurrentEntry | undefined,
  lines: readonly WaitingLine[],
  isStored: RefObject<boolean>,
) {
  // Another user may end the count while entries are unsent; leaving the screen requires a confirmation anyway.
  const unsent = useRef<readonly (CountLine | WaitingLine)[]>([])
  useEffect(() => {
    const unsentEntry = entry && !entry.sent && entry.quantity !== undefined ? [entry] : []
    unsent.current = [...lines, ...unsentEntry]
  })
  useEffect(
    () => () => {
      if (!isStored.current) for (const line of unsent.current) warnNotAdded(line)
    },
    [isStored],
  )
}

/** The entry in the form, and the lots that are known of the product of a line. */
type FormState = EntryState & { lotsOf: (line: CountLine) => readonly KnownLot[] }

async function addEntry({ entryRef, setEntry, lotsOf }: FormState, outbox: CountOutbox) {
  const line = entryRef.current
  if (!line) return true
  if (line.sent === 'sending') return false
  const faults = line.sent ? { fault: undefined, lotFault: undefined } : faultsOf(line)
  const isRefused = !line.sent && isFaulty(line, lotsOf(line))
  setEntry({ ...line, ...faults, sent: isRefused ? undefined : 'sending' })
  if (isRefused) return false
  const outcome = await (line.sent ? outbox.retry(line.key) : outbox.add(line))
  const present = entryRef.current
  if (outcome.kind === 'added' || present?.key !== line.key) return entryRef.current === undefined
  if (outcome.kind === 'refused') outbox.remove(line.key)
  const shown: CurrentEntry =
    outcome.kind === 'refused'
      ? // The refused line was not counted: the corrected entry needs a new key.
        { ...present, sent: undefined, key: randomId(), fault: outcome.message }
      : { ...present, sent: 'unanswered' }
  setEntry(shown)
  void alertWhenKeysIdle(outcome.message, () => entryRef.current === shown && !hasScansLeft())
  return false
}

/** A product to count, found by barcode or not, with the lot in its code, and the quantity that a scan counts for. */
type Chosen = { product: AdminProduct; byBarcode: boolean; lot: LotLabel | undefined; quantity: number }

async function chooseProduct(current: FormState, outbox: CountOutbox, chosen: Chosen): Promise<void> {
  const { product, byBarcode, lot, quantity } = chosen
  const { setEntry } = current
  const before = current.entryRef.current
  const isOpen = before !== undefined && !before.sent
  if (current.isUnmounted.current) warnNotAdded({ product })
  else if (isOpen && before.product.id === product.id && isOfSameLot(before, lot, current.lotsOf(before))) {
    const kept = inUnitOf(product, before)
    const more = byBarcode && { quantity: (kept.quantity || 0) + quantity, fault: undefined }
    setEntry({
      ...kept,
      product,
      ...more,
      lot: before.lot === undefined ? lot : before.lot,
      lotFault: undefined,
      turn: current.nextTurn(),
    })
  } else if (isOpen && before.quantity !== undefined && isFaulty(before, current.lotsOf(before))) {
    flushSync(() => setEntry({ ...before, ...faultsOf(before) }))
    toast.warning(`${product.name} sırada; önce ${before.product.name} için ${taskOf(before)}`)
    if (isUnanswered(before)) document.querySelector<HTMLElement>(ANSWERS)?.focus()
    await awaitUser(current.untilResolved(before.key))
    await flushSync(() => chooseProduct(current, outbox, chosen))
  } else startEntry(current, outbox, chosen)
}

/** The entry for the product as it is now: what was counted in a former unit is dropped, and a toast says so. */
function inUnitOf({ name, unit }: AdminProduct, entry: CurrentEntry): CurrentEntry {
  if (entry.product.unit === unit) return entry
  if (entry.quantity)
    toast.warning(`${name}: birimi artık ${unit}`, {
      description: `${wholeText(entry.quantity)} ${entry.product.unit} sayıma eklenmedi; yeniden sayın.`,
    })
  return { ...entry, quantity: undefined, fault: undefined }
}

function startEntry(current: EntryState, outbox: CountOutbox, { product, byBarcode, lot, ...chosen }: Chosen) {
  const quantity = byBarcode ? chosen.quantity : undefined
  const before = current.entryRef.current
  if (before && !before.sent && before.quantity !== undefined) void outbox.add(before)
  const empty = { notes: '', image_url: null }
  current.setEntry({ key: randomId(), product, quantity, lot, ...empty, turn: current.nextTurn() })
  // Lines without a response are retried before more of the same product is added.
  outbox.retryAll()
}

/** The error messages about a line. */
const faultsOf = (line: CountLine) => ({ fault: faultOf(line.quantity), lotFault: lotFaultOf(line) })
/** Whether nothing but the question about its lot holds back a faulty line. */
const isUnanswered = (line: CountLine) => Object.values(faultsOf(line)).every(fault => fault === undefined)

/** What the user has to do before a faulty line can be added, in Turkish. */
function taskOf(line: CountLine) {
  if (faultsOf(line).fault !== undefined) return 'yazdığınız miktarı düzeltin'
  return isUnanswered(line) ? 'partisiyle ilgili soruyu yanıtlayın' : 'partisini seçin'
}

const isFaulty = (line: CountLine, known: readonly KnownLot[]) =>
  faultOf(line.quantity) !== undefined || lotFaultOf(line) !== undefined || questionAbout(line, known) !== undefined

const faultOf = (quantity = Number.NaN) => StockQuantity.safeParse(quantity).error?.issues[0]?.message
