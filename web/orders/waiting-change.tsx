import { Clock, RotateCw, TriangleAlert, Undo2 } from 'lucide-react'
import { formatNumber } from '#contract/money.ts'
import { formatInstant } from '#contract/turkish.ts'
import { session } from '../current-session.ts'
import { isOfTheDay } from '../delivery/day-refusals.ts'
import { type Change, fieldsIn } from '../pwa/change-draft.ts'
import { queueChange, withdraw } from '../pwa/outbox.ts'
import { type ChangeEntry, needsDecision, type Refusal } from '../pwa/outbox-entry.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { Actions, CustomerConflict, RevisionConflict } from './change-conflict.tsx'
import { changeTitle } from './change-title.ts'
import { CUSTOMER_LABELS, customerText } from './customer-values.tsx'
import { DifferenceList } from './difference-list.tsx'
import { ORDER_PATH } from './order-paths.ts'
import { RefusedLines } from './refused-lines.tsx'
import { dayText, differencesOf } from './revision-merge.ts'
import { useWaitingText, WAITING_TITLES } from './waiting-text.ts'

const SHOWN = 3

/** A revision, quote request or change of a customer that waits in this browser, with the possible actions. */
export function WaitingChange({ entry }: { entry: ChangeEntry }) {
  const { change, created_at, standing } = entry
  const isOpen = needsDecision(entry)
  return (
    <>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={isOpen ? 'red' : 'yellow'} icon={isOpen ? TriangleAlert : Clock}>
            {WAITING_TITLES[standing.is]}
          </Badge>
          <time dateTime={created_at} className="text-ink-soft text-sm">
            {formatInstant(created_at)}
          </time>
        </div>
        <p className="break-words font-medium">{changeTitle(change)}</p>
        <Content change={change} />
      </div>
      <Standing entry={entry} />
    </>
  )
}

/** Shows the content of a change. */
function Content({ change }: { change: Change }) {
  if (change.is === 'revision')
    return (
      <>
        <DifferenceList differences={differencesOf(change.before, change.after)} />
        {change.after.day !== change.before.day && (
          <p className="text-ink-soft max-sm:text-sm">
            Teslimat: <s>{dayText(change.before)}</s> → <span className="text-ink">{dayText(change.after)}</span>
          </p>
        )}
        {change.after.notes !== change.before.notes && (
          <p className="line-clamp-2 text-ink-soft max-sm:text-sm">Not: {change.after.notes || 'yok'}</p>
        )}
      </>
    )
  if (change.is === 'customer')
    return (
      <ul className="text-ink-soft max-sm:text-sm">
        {fieldsIn(change.change).map(field => (
          <li key={field} className="break-words">
            {CUSTOMER_LABELS[field]}: <s>{customerText(change.seen[field])}</s> →{' '}
            <span className="text-ink">{customerText(change.change[field])}</span>
          </li>
        ))}
      </ul>
    )
  const { items } = change.body
  return (
    <p className="text-ink-soft max-sm:text-sm">
      {items
        .slice(0, SHOWN)
        .map(({ product_name, quantity, unit }) => `${product_name} · ${formatNumber(quantity)} ${unit}`)
        .join(', ')}
      {items.length > SHOWN && ` ve ${wholeText(items.length - SHOWN)} ürün daha`}
    </p>
  )
}

function Standing({ entry }: { entry: ChangeEntry }) {
  const { change, standing } = entry
  const waiting = useWaitingText(entry, 'kaydedilmez')
  switch (standing.is) {
    case 'waiting':
      return (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p aria-live="polite" className="min-w-0 flex-1 basis-60 text-sm">
            {waiting}
          </p>
          <Button
            variant="ghost"
            icon={Undo2}
            aria-label={`Geri al: ${changeTitle(change)}`}
            onClick={() => void drop(entry)}
          >
            Geri al
          </Button>
        </div>
      )
    case 'withdrawn':
      return <p className="text-sm">Yeniden gönderilmeyecek. Siz geri almadan önce ulaşıp ulaşmadığına bakılıyor.</p>
    case 'refused':
      return <Refused entry={entry} refusal={standing.refusal} />
    case 'too_late':
      return (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="min-w-0 flex-1 basis-60 text-sm">Siz geri almadan önce ulaşmış ve kaydedilmiş.</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="ghost" onClick={() => void withdraw(entry)}>
              Kapat
            </Button>
            {change.is === 'revision' && <ToOrder id={change.order_id} />}
          </div>
        </div>
      )
  }
}

/** Refusals of changes that were made from an outdated state. */
const CONFLICTS = new Set(['revised_meanwhile', 'order_not_pending', 'customer_changed'])
/** What the server replies for a customer who was deleted or handed over, and for an order of such a customer. */
const GONE = ['not_found', 'order_not_found']
/**
 * Refusals for a customer who is gone, and of lines in a former unit, which the same change would get again, as it would
 * those of its delivery day.
 */
const LASTING = new Set([...GONE, 'price_changed', 'unit_changed'])

function Refused({ entry, refusal }: { entry: ChangeEntry; refusal: Refusal }) {
  const { change } = entry
  const isConflict = CONFLICTS.has(refusal.code)
  const canBeRepeated = !LASTING.has(refusal.code) && !isOfTheDay(refusal)
  // After the cut-off, the order may be one that only an admin can change, as the refusal says.
  const canBeEntered = !canBeRepeated && refusal.code !== 'cutoff_passed' && !GONE.includes(refusal.code)
  const keep = (changed: Change) => void sendInstead(entry, changed)
  const others = (
    <>
      <Button variant="ghost" onClick={() => void drop(entry)}>
        {isConflict ? 'Benimkini bırak' : 'Sil'}
      </Button>
      {change.is === 'revision' && !GONE.includes(refusal.code) && <ToOrder id={change.order_id} />}
    </>
  )
  return (
    <div className="grid gap-3">
      <AlertStrip kind="warning" title={NOT_DONE[change.is]}>
        <p>{refusal.sentence}</p>
        {change.is === 'revision' && <RefusedLines refusal={refusal} lines={change.after.lines} />}
        {canBeEntered && <p>Bu revizyonu siparişin sayfasında yeniden yazın.</p>}
      </AlertStrip>
      {isConflict && change.is === 'revision' ? (
        <RevisionConflict change={change} onKeep={keep} others={others} />
      ) : isConflict && change.is === 'customer' ? (
        <CustomerConflict change={change} onKeep={keep} others={others} />
      ) : (
        <Actions>
          {others}
          {canBeRepeated && (
            <Button icon={RotateCw} onClick={() => keep(change)}>
              Yeniden gönder
            </Button>
          )}
        </Actions>
      )}
    </div>
  )
}

const NOT_DONE: Record<Change['is'], string> = {
  revision: 'Revizyon kaydedilmedi',
  quote: 'Teklif talebi gönderilmedi',
  customer: 'Müşteri bilgileri kaydedilmedi',
}

const ToOrder = ({ id }: { id: string }) => (
  <Button asChild>
    <Link to={ORDER_PATH[session()?.role ?? 'marketer'](id)}>Siparişe git</Link>
  </Button>
)

/** Withdraws a change from the outbox, with an undo button if it cannot have arrived. */
async function drop(entry: ChangeEntry) {
  const { user_id, change } = entry
  if ((await withdraw(entry)) !== 'gone') return
  const action = { label: 'Geri getir', onClick: () => void queueChange(user_id, change) }
  toast.success('Değişiklik silindi', { description: changeTitle(change), action })
}

/** Replaces a refused change by another one, with its own key. */
async function sendInstead(entry: ChangeEntry, change: Change) {
  if (await withdraw(entry)) await queueChange(entry.user_id, change)
}
