import { useEffect, useId, useRef } from 'react'
import { useAcceptsPress } from '../../ui/accepts-press.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useConfirmBeforeLeaving } from '../../ui/leave-guard.ts'
import { useLeaveUnsaved } from '../../ui/leave-unsaved.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { PriceHistory } from './price-history.tsx'
import { countsOf, PricePreview } from './price-preview.tsx'
import { PriceResult } from './price-result.tsx'
import { PriceRuleFields, type TypedRule, usePriceRule } from './price-rule.tsx'
import { type Previewed, type PriceTargets, usePriceChange } from './use-price-change.ts'

type BulkPricesProps = { targets: PriceTargets; onClose: () => void; onChanged: () => void }

/** Changes the prices of many products by a percentage or an amount, after a preview; the change can be undone. */
export function BulkPrices({ targets, onClose, onChanged }: BulkPricesProps) {
  const form = useId()
  const rule = usePriceRule(keyOf(targets))
  const { previewed, preview, change, undo } = usePriceChange(targets, onChanged)
  // A press must not apply the preview of another rule.
  const shown = previewed?.rule === rule.text ? previewed : undefined
  const isDone = change.reply !== undefined
  const isChanged = !isDone && rule.isTyped
  const loss = change.isUnanswered ? UNKNOWN_LOSS : LOSS
  const unsaved = useLeaveUnsaved({ isChanged, loss, onLeave: onClose })
  const busy = preview.pending || change.pending || undo.pending
  useConfirmBeforeLeaving(isChanged, loss, onClose, busy)
  const leave = () => {
    if (!busy) unsaved.leave()
  }
  const apply = () => {
    const wanted = rule.check()
    if (wanted && shown) void change.send(wanted, shown.products)
  }
  return (
    <>
      <Dialog
        open
        wide
        onOpenChange={leave}
        title="Fiyatları değiştir"
        description={describe(targets)}
        footer={
          isDone ? (
            <Button variant="primary" onClick={onClose} disabled={undo.pending}>
              Kapat
            </Button>
          ) : change.isUnanswered ? (
            <RepeatButtons busy={busy} onLeave={leave} onRepeat={() => void change.repeat()} />
          ) : (
            <FormButtons form={form} shown={shown} busy={busy} onLeave={leave} onApply={apply} />
          )
        }
      >
        {change.reply ? (
          <PriceResult result={change.reply} undone={undo.reply} undoing={undo.pending} onUndo={undo.send} />
        ) : change.isUnanswered ? (
          <Unanswered />
        ) : (
          <RuleForm id={form} rule={rule} shown={shown} onPreview={preview.send} />
        )}
      </Dialog>
      {unsaved.question}
    </>
  )
}

type RuleFormProps = {
  id: string
  rule: TypedRule
  /** The preview of the rule as it is now. */
  shown: Previewed | undefined
  onPreview: ReturnType<typeof usePriceChange>['preview']['send']
}

/** The rule, and its preview, which takes the focus when it comes: Enter in a field never changes a price. */
function RuleForm({ id, rule, shown, onPreview }: RuleFormProps) {
  const preview = useRef<HTMLElement>(null)
  const lastShown = useRef<Previewed>(undefined)
  useEffect(() => {
    // The focus stays in the field when the previewed rule is typed again.
    if (!shown || shown === lastShown.current) return
    lastShown.current = shown
    preview.current?.focus()
  }, [shown])
  const submit = () => {
    const wanted = rule.check()
    if (!wanted) return
    if (shown) preview.current?.focus()
    else void onPreview(wanted, rule.text)
  }
  return (
    <Form
      id={id}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <PriceRuleFields rule={rule} />
      {shown ? <PricePreview ref={preview} products={shown.products} /> : <PriceHistory />}
    </Form>
  )
}

type FormButtonsProps = {
  form: string
  shown: Previewed | undefined
  busy: boolean
  onLeave: () => void
  onApply: () => void
}

function FormButtons({ form, shown, busy, onLeave, onApply }: FormButtonsProps) {
  const isTooSoon = !useAcceptsPress(shown !== undefined)
  const changing = shown && countsOf(shown.products).changing
  return (
    <>
      <Button onClick={onLeave}>Vazgeç</Button>
      {changing === undefined ? (
        <Button variant="primary" type="submit" form={form} busy={busy} busyText="Önizleme hazırlanıyor">
          Önizle
        </Button>
      ) : (
        <Button
          variant="primary"
          disabled={changing === 0}
          busy={busy}
          busyText="Fiyatlar değiştiriliyor"
          // Not `disabled`, so that it looks as usual while presses are ignored, like the button of a confirmation.
          {...(isTooSoon && { 'aria-disabled': true })}
          onClick={() => isTooSoon || onApply()}
        >
          {`${wholeText(changing)} ürünün fiyatını değiştir`}
        </Button>
      )}
    </>
  )
}

/** Shown instead of the preview, which may be outdated; the list of changes shows whether this one was made. */
const Unanswered = () => (
  <div className="grid min-w-0 grid-cols-1 gap-4">
    <AlertStrip kind="warning" title="Fiyatların değişip değişmediği bilinmiyor">
      Cevap alınamadı. Yeniden sorun: değişiklik ulaştıysa sonucu gelir ve ikinci kez uygulanmaz, ulaşmadıysa şimdi
      uygulanır.
    </AlertStrip>
    <PriceHistory />
  </div>
)

function RepeatButtons({
  busy,
  onLeave,
  onRepeat,
}: Pick<FormButtonsProps, 'busy' | 'onLeave'> & { onRepeat: () => void }) {
  return (
    <>
      <Button onClick={onLeave}>Kapat</Button>
      <Button variant="primary" busy={busy} busyText="Sonuç soruluyor" onClick={onRepeat}>
        Yeniden sor
      </Button>
    </>
  )
}

const LOSS = 'Yazdığınız fiyat değişikliği uygulanmadı.'
const UNKNOWN_LOSS = 'Fiyatların değişip değişmediği henüz bilinmiyor; ürün listesinden kontrol edin.'

/** Identifies the products whose prices are to change. */
const keyOf = (targets: PriceTargets) =>
  'ids' in targets ? [...targets.ids].sort().join() : JSON.stringify(targets.filter)

function describe(targets: PriceTargets) {
  if ('ids' in targets) return `Seçtiğiniz ${wholeText(targets.ids.length)} ürün`
  return targets.isFiltered
    ? 'Filtreye uyan bütün ürünler, fırsatlar hariç'
    : 'Pasifler dahil, fırsatlar hariç bütün ürünler'
}
