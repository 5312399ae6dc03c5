import { PackageCheck, PackagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import type { AdminProduct } from '#contract/catalogue.ts'
import { Quantity } from '#contract/fields.ts'
import { receiveGoods } from '#contract/stock.ts'
import type { ApiError } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, keepEnterInForm } from '../../ui/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsMounted } from '../../ui/is-mounted.ts'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { alertWhenKeysIdle, untilKeysIdle } from '../scanning/keys-idle.ts'
import { awaitUser, hasScansLeft } from '../scanning/scan-queue.ts'
import { ActionBar } from './action-bar.tsx'
import { FigureChange } from './figure-change.tsx'
import { ProductLine } from './product-line.tsx'
import { type ReceiptDraft, type ReceiptLine, readDraft, useReceiptDraft } from './receipt-draft.ts'
import { focusFinder, StockFinder } from './stock-finder.tsx'

type Booked = (Pick<ReceiptLine, 'product_id' | 'name' | 'unit' | 'warehouse'> & { before: number; after: number })[]

/** Books a receipt: all lines in one transaction. */
export function ReceiptMode({ chooser }: { chooser: ReactNode }) {
  const { draft, add, setQuantity, remove, restore, setNotes, markUnanswered, clear } = useReceiptDraft()
  const { lines } = draft
  const [booked, setBooked] = useState<Booked>()
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const finder = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isMounted = useIsMounted()
  const [lastAdded, setLastAdded] = useState<{ id: string }>()
  // After adding a product, focus its quantity.
  useEffect(() => {
    if (lastAdded) list.current?.querySelector<HTMLElement>(`[data-product="${lastAdded.id}"] input`)?.focus()
  }, [lastAdded])
  const addProduct = async (product: AdminProduct, byBarcode: boolean) => {
    // The list must not change while it is being sent.
    while (pendingBooking.current) await pendingBooking.current
    if (byBarcode)
      await retryUntilAnswered(
        () => bookOnce(() => undefined),
        () => isMounted.current,
      )
    if (!isMounted.current) {
      toast.warning(`${product.name} listeye alınmadı`)
      return false
    }
    // Commit the typed quantity before the next product is added.
    if (list.current?.contains(document.activeElement)) blurField()
    if (byBarcode && readDraft().isUnanswered) await untilKeysIdle()
    if (!add(product)) return false
    flushSync(() => {
      setBooked(undefined)
      setLastAdded({ id: product.id })
    })
    announce(`${product.name} listede`)
    return true
  }
  const removeLine = (line: ReceiptLine) => {
    if (!remove(line.product_id)) return
    toast.info(`${line.name} listeden çıkarıldı`, { action: { label: 'Geri al', onClick: () => restore(line) } })
  }
  const booking = useCommand(receiveGoods, { showError: 'inline' })
  const pendingBooking = useRef<Promise<ApiError | undefined>>(undefined)
  const bookDraft = async (showError: (sentence: string) => void) => {
    const sent = readDraft()
    setFaults(new Map())
    let failure: ApiError | undefined
    const reply = await booking.run(receiptOf(sent), error => {
      failure = error
      if (!error.isDecision) markUnanswered()
      setFaults(faultsIn(error, sent.lines))
      showError(error.message)
    })
    if (!reply) return failure
    flushSync(() => {
      clear()
      setBooked(bookedOf(sent.lines, reply.items))
    })
    toast.success(reply.message)
    return undefined
  }
  const bookOnce = (showError: (sentence: string) => void) => {
    pendingBooking.current ??= bookDraft(showError).finally(() => (pendingBooking.current = undefined))
    return pendingBooking.current
  }
  return (
    <Page title="Mal kabul" windowTitle="Mal kabul · Stok" aside={chooser}>
      <Form
        aria-label="Mal kabul"
        className="min-w-0 grid-cols-1"
        onKeyDown={keepEnterInForm}
        onSubmit={event => {
          event.preventDefault()
          const invalidField = list.current?.querySelector<HTMLElement>(INVALID)
          if (invalidField) invalidField.focus()
          else if (lines.length > 0)
            // No alert while scans are queued: the next scan retries the booking.
            void bookOnce(sentence => void alertWhenKeysIdle(sentence, () => !hasScansLeft()))
        }}
      >
        <StockFinder place={finder} onChoose={addProduct} />
        {booked && <BookedGoods booked={booked} />}
        {lines.length === 0 && !booked && (
          <EmptyState
            icon={PackagePlus}
            title="Gelen malları ekleyin"
            text="Ürünü arayın veya barkodunu okutun; aynı ürün yeniden okutulunca adedi bir artar. Kaydedene kadar liste bu cihazda saklanır."
          />
        )}
        {lines.length > 0 && (
          <>
            <ul
              ref={list}
              inert={booking.pending}
              aria-label="Gelen mallar"
              className="divide-y divide-line rounded-md border border-line bg-surface"
            >
              {lines.map(line => (
                <Line
                  key={line.product_id}
                  line={line}
                  fault={faults.get(line.product_id)}
                  onQuantity={quantity => setQuantity(line.product_id, quantity)}
                  onRemove={() => removeLine(line)}
                  onDone={() => focusFinder(finder.current)}
                />
              ))}
            </ul>
            <Field label="Not" hint="İrsaliye numarası, tedarikçi gibi; stok hareketlerinde görünür.">
              <Textarea
                rows={2}
                readOnly={booking.pending}
                value={draft.notes}
                onChange={({ target }) => setNotes(target.value)}
              />
            </Field>
            {draft.isUnanswered && (
              <AlertStrip kind="warning" title="Cevap alınamadı">
                Listeyi değiştirmeden yeniden kaydedin: daha önce ulaştıysa ikinci kez işlenmez.
              </AlertStrip>
            )}
            <ActionBar>
              <span className="font-medium">{wholeText(lines.length)} kalem</span>
              <Button
                variant="primary"
                size="large"
                type="submit"
                icon={PackageCheck}
                busy={booking.pending}
                busyText="Mal kabulü kaydediliyor"
              >
                Stoğa al
              </Button>
            </ActionBar>
          </>
        )}
      </Form>
    </Page>
  )
}

/** Longest delay between two retries, in milliseconds. */
const LONGEST_WAIT = 15_000

/**
 * Before the list changes, repeats a booking that got no response, with the same idempotency key: it may already be
 * booked. Ends when the server replies, also with a refusal.
 */
async function retryUntilAnswered(bookAgain: () => Promise<ApiError | undefined>, isMounted: () => boolean) {
  for (let wait = 1000; isMounted() && readDraft().isUnanswered; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const error = await bookAgain()
    if (!error || error.isDecision) return
    toast.warning('Önceki kaydın cevabı bekleniyor; okutulan ürün sırada', { id: 'receipt-waits' })
    await awaitUser(new Promise(resolve => setTimeout(resolve, wait)))
  }
}

const blurField = () => document.activeElement instanceof HTMLElement && document.activeElement.blur()

const receiptOf = ({ key, lines, notes }: ReceiptDraft) => ({
  body: { items: lines.map(({ product_id, quantity }) => ({ product_id, quantity })), notes: notes || null },
  key,
})

type ReplyItems = z.output<typeof receiveGoods.reply>['items']

const bookedOf = (lines: readonly ReceiptLine[], items: ReplyItems): Booked =>
  items.map(({ product_id, quantity, stock_quantity }) => {
    const line = lines.find(one => one.product_id === product_id)
    const { name, unit, warehouse } = line ?? { name: '', unit: '', warehouse: undefined }
    return { product_id, name, unit, warehouse, before: stock_quantity - quantity, after: stock_quantity }
  })

/** Maps the server's errors, which name lines by their index in the request, to product ids. */
function faultsIn({ errors }: ApiError, sent: readonly ReceiptLine[]): ReadonlyMap<string, string> {
  return new Map(
    errors.flatMap(({ field, message }) => {
      const line = sent[Number(/^items\.(\d+)/.exec(field)?.[1])]
      return line ? [[line.product_id, message] as const] : []
    }),
  )
}

type LineProps = {
  line: ReceiptLine
  fault: string | undefined
  onQuantity: (quantity: number) => void
  onRemove: () => void
  /** Called when the quantity was confirmed with Enter. */
  onDone: () => void
}

/** Selects an invalid quantity field. */
const INVALID = '[aria-invalid]'

const faultOf = (typed: number) => Quantity.safeParse(typed).error?.issues[0]?.message

function Line({ line, fault, onQuantity, onRemove, onDone }: LineProps) {
  const [typedFault, setTypedFault] = useState<string>()
  return (
    <li data-product={line.product_id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <ProductLine product={line} />
        {(typedFault ?? fault) && (
          <p role="alert" className="font-medium text-danger-ink text-sm">
            {typedFault ?? fault}
          </p>
        )}
      </div>
      <div
        className="flex items-center gap-1 max-sm:w-full max-sm:justify-between"
        onKeyDownCapture={event => {
          const isShortcut = event.ctrlKey || event.metaKey
          // After the field has committed the typed quantity.
          const { key, target } = event
          if (key === 'Enter' && !isShortcut && target instanceof HTMLInputElement)
            requestAnimationFrame(() => document.activeElement === target && !target.matches(INVALID) && onDone())
        }}
      >
        <QuantityStepper
          label={`${line.name} miktarı`}
          unit={line.unit}
          value={line.quantity}
          onCommit={onQuantity}
          faultOf={faultOf}
          onFault={setTypedFault}
        />
        <IconButton icon={Trash2} label={`Listeden çıkar: ${line.name}`} onClick={onRemove} />
      </div>
    </li>
  )
}

/** The booked goods with their stock before and after. */
function BookedGoods({ booked }: { booked: Booked }) {
  return (
    <Card title="Stoğa alındı" flush>
      <ul aria-label="Stoğa alınanlar" className="divide-y divide-line">
        {booked.map(({ product_id, name, unit, warehouse, before, after }) => (
          <li key={product_id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
            <span className="min-w-0 break-words">
              {name} <WarehouseBadge warehouse={warehouse} />
            </span>
            <FigureChange before={before} after={after} unit={unit} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
