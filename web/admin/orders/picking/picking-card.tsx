import { Camera, CameraOff, CircleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type PickingLine, readPicking } from '#contract/order-lots.ts'
import { Failed } from '../../../lists/list-states.tsx'
import { useCallQuery } from '../../../queries.ts'
import { AlertStrip } from '../../../ui/alert-strip.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { focusAfterRemoval } from '../../../ui/focus-after-removal.ts'
import { useHotkey } from '../../../ui/hotkey.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { wholeText } from '../../../ui/number-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toaster.tsx'
import { useHeldHotkeys } from '../../scanning/held-hotkeys.ts'
import { ScanSoundSwitch } from '../../scanning/scan-sound-switch.tsx'
import { ChangeLots } from '../change-lots.tsx'
import { checkCompletion, useCompletionCheck } from './completion-check.ts'
import { useHeldLines } from './held-lines.ts'
import { PickedGoods } from './picked-goods.tsx'
import { partsOf } from './scanned-part.ts'
import { TakeLot } from './take-lot.tsx'
import { type Preparation, useTicks } from './ticks.ts'
import { type ScanNote, usePickingScans } from './use-picking-scans.ts'

const CameraView = lazy(async () => ({
  default: (await import('../../products/camera/camera-view.tsx')).CameraView,
}))

/** Completes the order with the lots of its lines; `hasFailed` if its status could not be saved. */
type Completion = { onComplete: () => void; isCompleting: boolean; hasFailed: boolean }

/** The lines of an order that is being prepared, with the quantity from each lot, ticked by hand or by scans. */
export function PickingCard({ order, ...completion }: { order: Preparation } & Completion) {
  const query = useCallQuery(readPicking, { params: { id: order.id } })
  if (query.data) return <Picking order={order} lines={query.data} {...completion} />
  return query.error ? <Failed query={query} error={query.error} /> : <div className="min-h-dvh" />
}

type PickingProps = { order: Preparation; lines: readonly PickingLine[] } & Completion

function Picking({ order, lines: latest, onComplete, ...completion }: PickingProps) {
  const place = useRef<HTMLUListElement>(null)
  const { lines, areHeld, areRead, showLatest, showNext } = useHeldLines(latest, place)
  const ticks = useTicks(order)
  const tickScanned = (part: string, isTicked: boolean) => {
    // The scanned part may be one that is not shown yet.
    showLatest()
    ticks.tick(part, isTicked)
  }
  const scans = usePickingScans(latest, { ...ticks, tick: tickScanned })
  const tickByHand = (part: string, isTicked: boolean) => {
    scans.clearFault()
    ticks.tick(part, isTicked)
  }
  const [changing, setChanging] = useState<string>()
  useHeldHotkeys()
  useCompletionCheck(() => {
    if (areHeld) {
      showLatest()
      toast.warning('Hazırlanacak satırlar değişti', { description: 'Satırları kontrol edip yeniden deneyin.' })
    }
    return !areHeld && areRead
  })
  const complete = () => {
    if (checkCompletion()) onComplete()
  }
  // The order's page leaves this key to the card while the order is being prepared.
  useHotkey('d', complete)
  return (
    <Filmed scans={scans}>
      <Progress lines={lines} ticked={ticks.ticked} note={scans.note} onComplete={complete} {...completion} />
      <ul ref={place} aria-label="Hazırlanacak satırlar" className="divide-y divide-line">
        {lines.map(line => (
          <PickedGoods
            key={line.product_id}
            line={line}
            ticks={{ ...ticks, tick: tickByHand }}
            last={scans.note?.part}
            onChange={() => {
              // The dialog covers the lines.
              showLatest()
              setChanging(line.product_id)
            }}
          />
        ))}
      </ul>
      <Dialogs
        order_id={order.id}
        lines={latest}
        ticked={ticks.ticked}
        scans={scans}
        changing={changing}
        onChanged={showNext}
        onClose={() => setChanging(undefined)}
      />
    </Filmed>
  )
}

/** The card of the lines, with a switch for the camera that scans them. */
function Filmed({ scans, children }: { scans: ReturnType<typeof usePickingScans>; children: ReactNode }) {
  const [isFilming, setFilming] = useState(false)
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
            busy={scans.otherLot !== undefined}
            onCode={(_, code) => scans.scanned(code)}
            onFailed={() => setFilming(false)}
          />
        </Suspense>
      )}
      {children}
    </Card>
  )
}

type DialogsProps = {
  order_id: string
  lines: readonly PickingLine[]
  ticked: ReadonlySet<string>
  scans: ReturnType<typeof usePickingScans>
  /** The product whose lots are being changed. */
  changing: string | undefined
  /** Called when the lots of a line were changed. */
  onChanged: () => void
  onClose: () => void
}

/** Dialogs that change lots; they show the lines as they are now, as another admin may choose other lots meanwhile. */
function Dialogs({ order_id, lines, ticked, scans, changing, onChanged, onClose }: DialogsProps) {
  const { otherLot } = scans
  const changed = lines.find(({ product_id }) => product_id === changing)
  const lineOfLot = lines.find(({ product_id }) => product_id === otherLot?.lot.product_id)
  return (
    <>
      {changed && <ChangeLots order_id={order_id} line={changed} onChanged={onChanged} onClose={onClose} />}
      {otherLot && lineOfLot && (
        <TakeLot
          order_id={order_id}
          line={lineOfLot}
          ticked={ticked}
          {...otherLot}
          onTaken={quantity => {
            onChanged()
            scans.taken(quantity)
          }}
          onClose={scans.close}
        />
      )}
    </>
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
