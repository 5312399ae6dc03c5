import { Camera, CameraOff, CircleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lotText } from '#contract/lot-labels.ts'
import { isExpiredWhenLeaving, type PickingLine, readPicking, whyNotProposed } from '#contract/order-lots.ts'
import { Failed } from '../../../lists/list-states.tsx'
import { useCallQuery } from '../../../queries.ts'
import { AlertStrip } from '../../../ui/alert-strip.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { today } from '../../../ui/clock.ts'
import { focusAfterRemoval } from '../../../ui/focus-after-removal.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { wholeText } from '../../../ui/number-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { useHeldHotkeys } from '../../scanning/held-hotkeys.ts'
import { ScanSoundSwitch } from '../../scanning/scan-sound-switch.tsx'
import { ChangeLots } from '../change-lots.tsx'
import { partsOf } from './scanned-part.ts'
import { TakeLot } from './take-lot.tsx'
import { useTicks } from './ticks.ts'
import { type ScanNote, usePickingScans } from './use-picking-scans.ts'

const CameraView = lazy(async () => ({
  default: (await import('../../products/camera/camera-view.tsx')).CameraView,
}))

/** Completes the order with the lots of its lines; `hasFailed` if its status could not be saved. */
type Completion = { onComplete: () => void; isCompleting: boolean; hasFailed: boolean }

/** The lines of an order that is being prepared, with the quantity from each lot, ticked by hand or by scans. */
export function PickingCard({ order_id, ...completion }: { order_id: string } & Completion) {
  const query = useCallQuery(readPicking, { params: { id: order_id } })
  if (query.data) return <Picking order_id={order_id} lines={query.data} {...completion} />
  return query.error ? <Failed query={query} error={query.error} /> : <div className="min-h-dvh" />
}

type PickingProps = { order_id: string; lines: readonly PickingLine[] } & Completion

function Picking({ order_id, lines, ...completion }: PickingProps) {
  const ticks = useTicks(order_id)
  const scans = usePickingScans(lines, ticks)
  const [changing, setChanging] = useState<string>()
  const { otherLot } = scans
  // Their dialogs show the lines as they are now: another admin may choose other lots meanwhile.
  const changed = lines.find(({ product_id }) => product_id === changing)
  const lineOfLot = lines.find(({ product_id }) => product_id === otherLot?.lot.product_id)
  const [isFilming, setFilming] = useState(false)
  useHeldHotkeys()
  return (
    <Card
      title="Hazırlama"
      action={
        <span className="flex items-center gap-1">
          <IconButton
            icon={isFilming ? CameraOff : Camera}
            label={isFilming ? 'Kamerayı kapat' : 'Kamerayla okut'}
            onClick={() => setFilming(!isFilming)}
          />
          <ScanSoundSwitch />
        </span>
      }
    >
      {isFilming && (
        <Suspense fallback={<Loading />}>
          <CameraView
            continuous
            busy={otherLot !== undefined}
            onCode={(_, code) => scans.scanned(code)}
            onFailed={() => setFilming(false)}
          />
        </Suspense>
      )}
      <Progress lines={lines} ticked={ticks.ticked} note={scans.note} {...completion} />
      <ul aria-label="Hazırlanacak satırlar" className="divide-y divide-line">
        {lines.map(line => (
          <PickedGoods
            key={line.product_id}
            line={line}
            ticks={ticks}
            last={scans.note?.part}
            onChange={() => setChanging(line.product_id)}
          />
        ))}
      </ul>
      {changed && <ChangeLots order_id={order_id} line={changed} onClose={() => setChanging(undefined)} />}
      {otherLot && lineOfLot && (
        <TakeLot
          order_id={order_id}
          line={lineOfLot}
          ticked={ticks.ticked}
          {...otherLot}
          onTaken={scans.taken}
          onClose={scans.close}
        />
      )}
    </Card>
  )
}

type ProgressProps = {
  lines: readonly PickingLine[]
  ticked: ReadonlySet<string>
  note: ScanNote | undefined
} & Completion

/**
 * The number of ticked lines, the result of the last scan and a failed completion; stays in sight while the lines are
 * scrolled.
 */
function Progress({ lines, ticked, note, onComplete, isCompleting, hasFailed }: ProgressProps) {
  const done = lines.filter(line => partsOf(line).every(({ key }) => ticked.has(key))).length
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (note?.kind === 'wrong') place.current?.scrollIntoView({ block: 'nearest' })
  }, [note])
  // The card disappears with the pressed button once the order is completed.
  useLayoutEffect(() => {
    const own = place.current
    return () => {
      if (own?.contains(document.activeElement)) focusAfterRemoval({ detail: 0 })
    }
  }, [])
  return (
    <div ref={place} className="sticky top-(--sticky-top) z-10 scroll-mt-16 -mx-4 grid gap-2 bg-surface px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold tabular-nums">
          {wholeText(done)} / {wholeText(lines.length)} satır
        </span>
        <Button
          size="small"
          variant={done === lines.length ? 'primary' : 'secondary'}
          busy={isCompleting}
          busyText="Durum kaydediliyor"
          onClick={onComplete}
        >
          {done === lines.length ? 'Tamamla' : 'Önerildiği gibi tamamla'}
        </Button>
      </div>
      <ProgressBar
        label="Hazırlanan satırlar"
        value={(100 * done) / lines.length}
        tone={done === lines.length ? 'green' : 'brand'}
      />
      {/* No alert: `useStatusSaves` announces the failure. */}
      {hasFailed && (
        <p className="flex items-center gap-2 font-medium text-danger-ink">
          <CircleAlert aria-hidden className="size-5 shrink-0" /> Durum kaydedilemedi.
        </p>
      )}
      {!note && done === 0 && <p className="text-ink-soft text-sm">Barkodu okutun ya da satırı işaretleyin</p>}
      {note && <AlertStrip kind={note.kind === 'found' ? 'success' : 'error'}>{note.text}</AlertStrip>}
    </div>
  )
}

type PickedGoodsProps = {
  line: PickingLine
  ticks: ReturnType<typeof useTicks>
  /** The part that was scanned last. */
  last: string | undefined
  onChange: () => void
}

function PickedGoods({ line, ticks, last, onChange }: PickedGoodsProps) {
  const { product_name, brand, has_lots, min_remaining_days, not_proposed } = line
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">
          {product_name} <span className="font-normal text-ink-soft">{brand}</span>
        </p>
        {has_lots && Boolean(min_remaining_days) && (
          <p className="text-ink-soft text-sm">
            En az {wholeText(min_remaining_days ?? 0)} günü kalan partiler isteniyor
          </p>
        )}
        <ul>
          {partsOf(line).map(part => (
            <PickedPart
              key={part.key}
              name={`${product_name} ${part.text}`}
              text={part.text}
              amount={`${wholeText(part.quantity)} ${line.unit}`}
              reason={part.lot?.reason}
              {...(part.lot && { warning: warningOf(part.lot, line) })}
              isTicked={ticks.ticked.has(part.key)}
              isLast={part.key === last}
              onTick={isTicked => ticks.tick(part.key, isTicked)}
            />
          ))}
        </ul>
      </div>
      {has_lots && (
        <Button size="small" aria-label={`${product_name}: partileri değiştir`} onClick={onChange}>
          Değiştir
        </Button>
      )}
      {not_proposed.length > 0 && (
        <ul className="w-full text-sm text-yellow-ink">
          {not_proposed.map(lot => (
            <li key={lot.lot_id} className="wrap-anywhere">
              Rafta var, önerilmedi: {lotText(lot)} · {wholeText(lot.quantity)} {line.unit} ·{' '}
              {whyNotProposed(lot, line, today())}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The warning about a lot whose expiry is before the day on which the goods leave. */
function warningOf(lot: PickingLine['lots'][number], line: PickingLine): string | undefined {
  if (!isExpiredWhenLeaving(lot, line)) return undefined
  const why = whyNotProposed(lot, line, today())
  return lot.reason
    ? why
    : `${lot.expiry_kind === 'tett' ? why : 'SKT geçti'}: neden yazıp yeniden seçmezseniz siparişle çıkmaz`
}

type PickedPartProps = {
  name: string
  text: string
  amount: string
  reason: string | null | undefined
  warning?: string | undefined
  isTicked: boolean
  isLast: boolean
  onTick: (isTicked: boolean) => void
}

function PickedPart({ name, text, amount, reason, warning, isTicked, isLast, onTick }: PickedPartProps) {
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLast) place.current?.scrollIntoView({ block: 'center' })
  }, [isLast])
  return (
    <li ref={place} className={classNames('wrap-anywhere', isTicked && 'text-ink-soft')}>
      <Checkbox
        aria-label={`${name}: ${amount}`}
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
        label={
          <span>
            <span className="font-semibold tabular-nums">{amount}</span>
            {text && ` · ${text}`}
            {reason && <span className="text-ink-soft"> · {reason}</span>}
            {warning && <span className="block text-sm text-yellow-ink">{warning}</span>}
          </span>
        }
      />
    </li>
  )
}
