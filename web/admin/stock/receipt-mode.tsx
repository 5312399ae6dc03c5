import { History, PackageCheck, PackagePlus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminProduct } from '#contract/products.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, keepEnterInForm } from '../../ui/form.tsx'
import { useIsMounted } from '../../ui/is-mounted.ts'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Link } from '../../ui/router.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toaster.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { alertWhenKeysIdle, untilKeysIdle } from '../scanning/keys-idle.ts'
import { hasScansLeft } from '../scanning/scan-queue.ts'
import { storedScans } from '../scanning/stored-scans.ts'
import { ActionBar } from './action-bar.tsx'
import { ArrivedDate } from './arrived-date.tsx'
import { FigureChange } from './figure-change.tsx'
import { useLotQuestions } from './known-lots.ts'
import { INVALID } from './lot-fields.tsx'
import { ANSWERS } from './lot-question.tsx'
import { type Booked, type Booking, retryUntilReply, useBooking } from './receipt-booking.ts'
import { type OpenReceipt, readDraft, useReceiptDraft } from './receipt-draft.ts'
import { ReceiptGoods } from './receipt-goods.tsx'
import { RECEIPTS, ReceiptHistory } from './receipt-history.tsx'
import { focusFinder, StockFinder, scanScreenOf } from './stock-finder.tsx'

/** Books a receipt, or shows the booked ones. */
export function ReceiptMode() {
  const { read } = useAddress()
  return read('step') === 'history' ? <ReceiptHistory /> : <NewReceipt />
}

const SCANS_LEFT = 'Bekleyen okutmalar bu mal kabulünde yok. Önce onları alın ya da silin.'

/** Books a receipt: all lines in one transaction. */
function NewReceipt() {
  const receipt = useReceiptDraft()
  const booking = useBooking(receipt)
  const { draft } = receipt
  const { lines } = draft
  const lots = useLotQuestions(lines)
  const finder = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const addProduct = useAddProduct(receipt, booking, list)
  const { tried, submit } = useSubmit(booking, lots, list)
  return (
    <Page title="Mal kabul" windowTitle="Mal kabul · Stok" action={<HistoryLink />}>
      <Form
        aria-label="Mal kabul"
        className="min-w-0 grid-cols-1"
        onKeyDown={keepEnterInForm}
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <StockFinder place={finder} onChoose={addProduct} />
        {booking.booked && <BookedGoods booked={booking.booked} />}
        {lines.length === 0 && !booking.booked && (
          <EmptyState
            icon={PackagePlus}
            title="Gelen malları ekleyin"
            text="Ürünü arayın veya barkodunu okutun; aynı ürün yeniden okutulunca adedi bir artar. Kaydedene kadar liste bu cihazda saklanır."
          />
        )}
        {lines.length > 0 && (
          <>
            <ReceiptGoods
              receipt={receipt}
              booking={booking}
              list={list}
              questionOf={lots.questionOf}
              tried={tried}
              onDone={() => focusFinder(finder.current)}
            />
            <ActionBar>
              <span className="font-medium">{wholeText(lines.length)} kalem</span>
              <Button
                variant="primary"
                size="large"
                type="submit"
                icon={PackageCheck}
                busy={booking.pending}
                busyText="Mal kabul kaydediliyor"
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

/**
 * Books the receipt, unless it has an invalid field, an open question or stored scans: then the field or the question is
 * focused, or an alert names the scans. `tried` are the ids of the lines at that time.
 */
function useSubmit(
  { book }: Booking,
  { settled }: ReturnType<typeof useLotQuestions>,
  list: RefObject<HTMLElement | null>,
) {
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const submit = async () => {
    leaveList(list.current)
    const { lines, isUnanswered } = readDraft()
    flushSync(() => setTried(new Set(lines.map(({ id }) => id))))
    // A list that may be booked already can only be sent again as it is.
    if (!isUnanswered) await settled()
    const invalidField = list.current?.querySelector<HTMLElement>(INVALID)
    const answer = isUnanswered ? undefined : list.current?.querySelector<HTMLElement>(ANSWERS)
    if (invalidField) invalidField.focus()
    else if (answer) answer.focus()
    // The stored scans belong to these goods.
    else if (!isUnanswered && storedScans(scanScreenOf('add', '')).length > 0) void alertWhenKeysIdle(SCANS_LEFT)
    else if (readDraft().lines.length > 0)
      // No alert while scans are queued: the next scan retries the booking.
      void book(sentence => void alertWhenKeysIdle(sentence, () => !hasScansLeft()))
  }
  return { tried, submit }
}

const HistoryLink = () => (
  <Button asChild>
    <Link to={RECEIPTS}>
      <History aria-hidden className="size-4" /> Geçmiş
    </Link>
  </Button>
)

/** Adds a product to the receipt and focuses its quantity in the list. */
function useAddProduct({ add }: OpenReceipt, booking: Booking, list: RefObject<HTMLUListElement | null>) {
  const isMounted = useIsMounted()
  const [lastAdded, setLastAdded] = useState<{ id: string }>()
  useEffect(() => {
    if (lastAdded) list.current?.querySelector<HTMLElement>(`[data-line="${lastAdded.id}"] input`)?.focus()
  }, [lastAdded, list])
  return async (product: AdminProduct, byBarcode: boolean, scanned: string, quantity?: number) => {
    // No line can have it.
    if (quantity === 0) return false
    // The list must not change while it is being sent.
    while (booking.inFlight.current) await booking.inFlight.current
    if (byBarcode)
      await retryUntilReply(
        () => booking.book(() => undefined),
        () => isMounted.current,
      )
    if (!isMounted.current) {
      toast.warning(`${product.name} listeye alınmadı`)
      return false
    }
    leaveList(list.current)
    if (byBarcode && readDraft().isUnanswered) await untilKeysIdle()
    const id = add(product, scanned, quantity)
    if (id === undefined) return false
    flushSync(() => {
      booking.hideBooked()
      setLastAdded({ id })
    })
    announce(`${product.name} listede`)
    return true
  }
}

/** Blurs the focused field of the list, which commits its input. */
function leaveList(list: HTMLElement | null) {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && list?.contains(activeElement)) flushSync(() => activeElement.blur())
}

/** The booked goods with their stock before and after. */
function BookedGoods({ booked }: { booked: Booked }) {
  const list = useRef<HTMLUListElement>(null)
  // The pressed button has disappeared with its focus.
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus()
  }, [])
  return (
    <Card title="Stoğa alındı" flush>
      <ul ref={list} tabIndex={-1} aria-label="Stoğa alınanlar" className="divide-y divide-line">
        {booked.map(({ product_id, name, unit, warehouse, before, after, expected }) => (
          <li key={product_id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
            <span className="min-w-0 break-words">
              {name} <WarehouseBadge warehouse={warehouse} />
            </span>
            <FigureChange before={before} after={after} unit={unit} />
            {expected && <ArrivedDate product_id={product_id} name={name} day={expected} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
