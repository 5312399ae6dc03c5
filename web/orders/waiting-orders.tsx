import { Clock, TriangleAlert, Undo2 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { orderNumber } from '#contract/orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { returnToCartOf } from '../cart/other-carts.ts'
import { session } from '../current-session.ts'
import { isOfTheDay } from '../delivery/day-refusals.ts'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import type { Change } from '../pwa/change-draft.ts'
import { withdraw } from '../pwa/outbox.ts'
import { type OrderEntry as Entry, isOrder, needsDecision, type Refusal } from '../pwa/outbox-entry.ts'
import { discardUnreadable, useOutbox } from '../pwa/outbox-store.ts'
import { isOf } from '../pwa/waiting-changes.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { ORDER_PATH } from './order-paths.ts'
import { RefusedLines } from './refused-lines.tsx'
import { useWaitingText, WAITING_TITLES } from './waiting-text.ts'

// Loaded lazily, as pages that only place orders do not need it.
const WaitingChange = afterFirstScreen(async () => (await import('./waiting-change.tsx')).WaitingChange)
const RescheduleOrder = afterFirstScreen(async () => (await import('./reschedule-order.tsx')).RescheduleOrder)

const SHOWN = 3

/**
 * The orders and changes waiting in this browser, with their state and the possible actions; with `only`, just the
 * changes of this kind.
 */
export function WaitingOrders({ only }: { only?: Change['is'] }) {
  const outbox = useOutbox()
  const entries = only ? outbox.entries.filter(isOf(only)) : outbox.entries
  const unreadable = only ? [] : outbox.unreadable
  if (entries.length + unreadable.length === 0) return null
  return (
    <Card title="Gönderilmeyi bekleyenler" flush>
      <ul aria-label="Gönderilmeyi bekleyenler" className="divide-y divide-line border-line border-t">
        {entries.map(entry => (
          <li key={entry.key} className="grid grid-cols-1 gap-3 px-4 py-3">
            {isOrder(entry) ? (
              <>
                <Head entry={entry} />
                <Standing entry={entry} />
              </>
            ) : (
              <Suspense>
                <WaitingChange entry={entry} />
              </Suspense>
            )}
          </li>
        ))}
        {unreadable.map(key => (
          <li key={key} className="grid gap-3 px-4 py-3">
            <Unreadable id={key} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Head({ entry }: { entry: Entry }) {
  const { lines, created_at, standing, body, customer } = entry
  const more = lines.length - SHOWN
  const isOpen = needsDecision(entry)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <div className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isOpen ? 'red' : 'yellow'} icon={isOpen ? TriangleAlert : Clock}>
          {WAITING_TITLES[standing.is]}
        </Badge>
        <time dateTime={created_at} className="text-ink-soft text-sm">
          {formatInstant(created_at)}
        </time>
      </div>
      <div className="ml-auto text-right">
        <Money amount={body.expected_total ?? orderTotals(lines).grand} className="font-semibold text-base" />
        <p className="text-ink-soft text-sm">{wholeText(lines.length)} ürün, KDV dahil</p>
      </div>
      <div className="min-w-0 basis-full text-ink-soft max-sm:text-sm">
        {customer && <p className="font-medium text-ink">{customer.company_name}</p>}
        {lines.slice(0, SHOWN).map(line => (
          <p key={line.product_id} className="flex min-w-0 gap-1">
            <span className="truncate text-ink">{line.product_name}</span>
            <span className="shrink-0">
              · {wholeText(line.quantity)} {line.unit}
            </span>
          </p>
        ))}
        {more > 0 && <p className="font-medium">+{more} ürün daha</p>}
        {body.delivery_date && <p className="mt-1">Teslimat: {dayWithWeekday(body.delivery_date)}</p>}
        {body.notes && <p className="mt-1 line-clamp-2 whitespace-pre-line">Not: {body.notes}</p>}
      </div>
    </div>
  )
}

function Standing({ entry }: { entry: Entry }) {
  const { standing } = entry
  const waiting = useWaitingText(entry, 'sipariş verilmez')
  switch (standing.is) {
    case 'waiting':
      return (
        <Row text={waiting}>
          <Button variant="ghost" icon={Undo2} onClick={() => void withdrawToCart(entry)}>
            Geri al
          </Button>
        </Row>
      )
    case 'withdrawn':
      return (
        <Row text="Yeniden gönderilmeyecek. Siz geri almadan önce ulaştıysa bulunup iptal edilecek; ürünler sepete döndü." />
      )
    case 'refused':
      return <Refused entry={entry} refusal={standing.refusal} />
    case 'too_late':
      return (
        <Row text={`Bu sipariş siz geri almadan önce ulaşmış (${orderNumber(standing.order_id)}) ve iptal edilemedi.`}>
          <Button variant="ghost" onClick={() => void withdraw(entry)}>
            Kapat
          </Button>
          <Button asChild>
            <Link to={ORDER_PATH[session()?.role ?? 'customer'](standing.order_id)}>Siparişe git</Link>
          </Button>
        </Row>
      )
  }
}

function Refused({ entry, refusal }: { entry: Entry; refusal: Refusal }) {
  const isForItsDay = isOfTheDay(refusal)
  return (
    <div className="grid gap-3">
      <AlertStrip kind="warning" title="Sipariş verilmedi">
        <p>{refusal.sentence}</p>
        <RefusedLines refusal={refusal} lines={entry.lines} />
      </AlertStrip>
      {isForItsDay && (
        <Suspense>
          <RescheduleOrder entry={entry} />
        </Suspense>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" onClick={() => void discard(entry)}>
          Sil
        </Button>
        <Button variant={isForItsDay ? 'secondary' : 'primary'} icon={Undo2} onClick={() => void withdrawToCart(entry)}>
          Sepete geri al
        </Button>
      </div>
    </div>
  )
}

/** An entry that this version cannot read; it may be a real order, so it is shown. */
function Unreadable({ id }: { id: string }) {
  const remove = async () => {
    const undo = await discardUnreadable(id)
    toast.success('Gönderilmemiş sipariş silindi', { action: { label: 'Geri al', onClick: () => void undo() } })
  }
  return (
    <>
      <Badge tone="red" icon={TriangleAlert} className="justify-self-start">
        Okunamıyor
      </Badge>
      <Row text="Bu cihazda bekleyen bir sipariş okunamadı ve gönderilemiyor. Sayfayı yenileyin; düzelmezse silip siparişi yeniden verin.">
        <Button variant="ghost" onClick={() => void remove()}>
          Sil
        </Button>
      </Row>
    </>
  )
}

function Row({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p aria-live="polite" className="min-w-0 flex-1 basis-60 text-sm">
        {text}
      </p>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}

async function withdrawToCart(entry: Entry) {
  // The order was sent at the same moment: the outbox reports its outcome.
  if (!(await withdraw(entry, () => restoreToCart(entry)))) return
  const { customer } = entry
  toast.success(customer ? `Ürünler ${customer.company_name} sepetine geri alındı` : 'Ürünler sepetinize geri alındı')
}

async function discard(entry: Entry) {
  if (!(await withdraw(entry))) return
  toast.success('Gönderilmemiş sipariş silindi', {
    action: { label: 'Sepete geri al', onClick: () => restoreToCart(entry) },
  })
}

function restoreToCart({ lines, body, customer }: Entry) {
  returnToCartOf(customer, { lines, notes: body.notes ?? '', day: body.delivery_date })
}
