import { useMutation } from '@tanstack/react-query'
import { PackageCheck, PackagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminProduct } from '#contract/catalogue.ts'
import { Quantity } from '#contract/fields.ts'
import { receiveGoods } from '#contract/stock.ts'
import { ApiError, request } from '../../api.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, keepEnterInForm } from '../../ui/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useIsHere } from '../is-here.ts'
import { alertWhenKeysRest, untilKeysRest } from '../keys-at-rest.ts'
import { productsMayDiffer } from '../product-change.ts'
import { hasScansLeft, untilPersonDoes } from '../scan-queue.ts'
import { WarehouseBadge } from '../warehouse-badge.tsx'
import { ActionBar } from './action-bar.tsx'
import { FigureChange } from './figure-change.tsx'
import { ProductLine } from './product-line.tsx'
import { presentDraft, type ReceiptDraft, type ReceiptLine, useReceiptDraft } from './receipt-draft.ts'
import { focusFinder, StockFinder } from './stock-finder.tsx'

type Booked = (Pick<ReceiptLine, 'product_id' | 'name' | 'unit' | 'warehouse'> & { before: number; after: number })[]

/** Books goods in: several lines together, all or none. */
export function ReceiptMode({ chooser }: { chooser: ReactNode }) {
  const { draft, add, setQuantity, remove, putBack, setNotes, markUnanswered, clear } = useReceiptDraft()
  const { lines } = draft
  const [booked, setBooked] = useState<Booked>()
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const finder = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isHere = useIsHere()
  const [taken, setTaken] = useState<{ id: string }>()
  // Whoever took something up goes on with how many there are.
  useEffect(() => {
    if (taken) list.current?.querySelector<HTMLElement>(`[data-product="${taken.id}"] input`)?.focus()
  }, [taken])
  const take = async (product: AdminProduct, byBarcode: boolean) => {
    // What is on its way stays as it was sent.
    while (underWay.current) await underWay.current
    if (byBarcode)
      await untilAnswered(
        () => bookOnce(() => undefined),
        () => isHere.current,
      )
    if (!isHere.current) {
      toast.warning(`${product.name} listeye alınmadı`)
      return false
    }
    // What was typed into a line counts before the next box does.
    if (list.current?.contains(document.activeElement)) blurField()
    if (byBarcode && presentDraft().isUnanswered) await untilKeysRest()
    if (!add(product)) return false
    flushSync(() => {
      setBooked(undefined)
      setTaken({ id: product.id })
    })
    announce(`${product.name} listede`)
    return true
  }
  const takeOut = (line: ReceiptLine) => {
    if (!remove(line.product_id)) return
    toast.info(`${line.name} listeden çıkarıldı`, { action: { label: 'Geri al', onClick: () => putBack(line) } })
  }
  const booking = useMutation({ mutationFn: book })
  const underWay = useRef<Promise<ApiError | undefined>>(undefined)
  const bookDraft = async (say: (sentence: string) => void) => {
    const sent = presentDraft()
    setFaults(new Map())
    try {
      const { message, items } = await booking.mutateAsync(sent)
      flushSync(() => {
        clear()
        setBooked(bookedOf(sent.lines, items))
      })
      toast.success(message)
      productsMayDiffer()
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.isDecision) markUnanswered()
      setFaults(faultsIn(error, sent.lines))
      say(error.message)
      return error
    }
  }
  const bookOnce = (say: (sentence: string) => void) => {
    underWay.current ??= bookDraft(say).finally(() => (underWay.current = undefined))
    return underWay.current
  }
  return (
    <Page title="Mal kabul" windowTitle="Mal kabul · Stok" aside={chooser}>
      <Form
        aria-label="Mal kabul"
        className="min-w-0 grid-cols-1"
        onKeyDown={keepEnterInForm}
        onSubmit={event => {
          event.preventDefault()
          const wrong = list.current?.querySelector<HTMLElement>(WRONG)
          if (wrong) wrong.focus()
          else if (lines.length > 0)
            // What was scanned meanwhile books the list again.
            void bookOnce(sentence => void alertWhenKeysRest(sentence, () => !hasScansLeft()))
        }}
      >
        <StockFinder place={finder} onChoose={take} />
        {booked && <BookedIn booked={booked} />}
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
              inert={booking.isPending}
              aria-label="Gelen mallar"
              className="divide-y divide-line rounded-md border border-line bg-surface"
            >
              {lines.map(line => (
                <Line
                  key={line.product_id}
                  line={line}
                  fault={faults.get(line.product_id)}
                  onQuantity={quantity => setQuantity(line.product_id, quantity)}
                  onRemove={() => takeOut(line)}
                  onDone={() => focusFinder(finder.current)}
                />
              ))}
            </ul>
            <Field label="Not" hint="İrsaliye numarası, tedarikçi gibi; stok hareketlerinde görünür.">
              <Textarea
                rows={2}
                readOnly={booking.isPending}
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
                busy={booking.isPending}
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

/** Longer than this nobody waits for the network with a box in the hand, in milliseconds. */
const LONGEST_WAIT = 15_000

/**
 * Books a list again whose answer was lost, with its own key, before more is taken up: it may be booked already. Where the
 * server refuses it, the person decides.
 */
async function untilAnswered(bookAgain: () => Promise<ApiError | undefined>, isHere: () => boolean) {
  for (let wait = 1000; isHere() && presentDraft().isUnanswered; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const error = await bookAgain()
    if (!error || error.isDecision) return
    toast.warning('Önceki kaydın cevabı bekleniyor; okutulan ürün sırada', { id: 'receipt-waits' })
    await untilPersonDoes(new Promise(resolve => setTimeout(resolve, wait)))
  }
}

const blurField = () => document.activeElement instanceof HTMLElement && document.activeElement.blur()

const book = ({ key, lines, notes }: ReceiptDraft) =>
  request(receiveGoods, {
    body: { items: lines.map(({ product_id, quantity }) => ({ product_id, quantity })), notes: notes || null },
    key,
  })

type Answered = Awaited<ReturnType<typeof book>>['items']

const bookedOf = (lines: readonly ReceiptLine[], items: Answered): Booked =>
  items.map(({ product_id, quantity, stock_quantity }) => {
    const line = lines.find(one => one.product_id === product_id)
    const { name, unit, warehouse } = line ?? { name: '', unit: '', warehouse: undefined }
    return { product_id, name, unit, warehouse, before: stock_quantity - quantity, after: stock_quantity }
  })

/** The server names lines by their places, as they were sent. */
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
  /** The quantity was confirmed by Enter. */
  onDone: () => void
}

/** A quantity that was typed and cannot be taken. */
const WRONG = '[aria-invalid]'

const faultOf = (typed: number) => Quantity.safeParse(typed).error?.issues[0]?.message

function Line({ line, fault, onQuantity, onRemove, onDone }: LineProps) {
  const [wrong, setWrong] = useState<string>()
  return (
    <li data-product={line.product_id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <ProductLine product={line} />
        {(wrong ?? fault) && (
          <p role="alert" className="font-medium text-danger-ink text-sm">
            {wrong ?? fault}
          </p>
        )}
      </div>
      <div
        className="flex items-center gap-1 max-sm:w-full max-sm:justify-between"
        onKeyDownCapture={event => {
          const isShortcut = event.ctrlKey || event.metaKey
          // Only once the field itself has taken what was typed.
          const { key, target } = event
          if (key === 'Enter' && !isShortcut && target instanceof HTMLInputElement)
            requestAnimationFrame(() => document.activeElement === target && !target.matches(WRONG) && onDone())
        }}
      >
        <QuantityStepper
          label={`${line.name} miktarı`}
          unit={line.unit}
          value={line.quantity}
          onCommit={onQuantity}
          faultOf={faultOf}
          onFault={setWrong}
        />
        <IconButton icon={Trash2} label={`Listeden çıkar: ${line.name}`} onClick={onRemove} />
      </div>
    </li>
  )
}

/** What was booked, with the figures after it. */
function BookedIn({ booked }: { booked: Booked }) {
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
