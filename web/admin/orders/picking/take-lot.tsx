import { useId, useState } from 'react'
import { lotText } from '#contract/lot-labels.ts'
import type { Lot } from '#contract/lots.ts'
import { MAX_PICK_REASON, type PickingLine, pickLots, whyNotProposed } from '#contract/order-lots.ts'
import { useCommand } from '../../../command.ts'
import { AlertStrip } from '../../../ui/alert-strip.tsx'
import { Button } from '../../../ui/button.tsx'
import { today } from '../../../ui/clock.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { wholeText } from '../../../ui/number-text.ts'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toaster.tsx'
import { partsOf, sharesOf, withLot } from './scanned-part.ts'

/** The most frequent reasons. */
const REASONS = ['Önerilen parti bulunamadı', 'Paketi hasarlı', 'Müşteri istedi']

type TakeLotProps = {
  order_id: string
  line: PickingLine
  ticked: ReadonlySet<string>
  lot: Lot
  free: number
  onTaken: (quantity: number) => void
  onClose: () => void
}

/** A dialog to take a scanned lot instead of the proposed ones. */
export function TakeLot({ order_id, line, ticked, lot, free, onTaken, onClose }: TakeLotProps) {
  const form = useId()
  const [reason, setReason] = useState('')
  const { quantity, lots } = withLot(line, ticked, { id: lot.id, free })
  const { run, pending, error } = useCommand(pickLots, {
    showError: 'inline',
    onReply: ({ message }) => {
      toast.success(message)
      onTaken(quantity)
    },
  })
  const fault = error?.errors.find(({ field }) => field === 'reason')?.message
  const why = whyNotProposed(lot, line, today())
  const needsReason = fault !== undefined || why !== undefined || isLater(lot, line, ticked)
  const save = () =>
    void run({
      params: { id: order_id },
      body: { product_id: line.product_id, lots, reason: reason.trim() || null, seen: sharesOf(line.lots) },
    })
  return (
    <Dialog
      open
      focusTitle
      // The reply would close the dialog of a later scan.
      onOpenChange={open => !open && !pending && onClose()}
      title="Başka bir parti okuttunuz"
      description={line.product_name}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            Vazgeç
          </Button>
          <Button variant="primary" type="submit" form={form} busy={pending}>
            Bu partiyi al
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <Comparison line={line} ticked={ticked} taken={`${lotText(lot)}: ${wholeText(quantity)} ${line.unit}`} />
        {why && <AlertStrip kind="warning">Önerilmedi: {why}</AlertStrip>}
        {needsReason && <Reason value={reason} onValue={setReason} fault={fault} />}
        {error && !fault && <AlertStrip kind="error">{error.message}</AlertStrip>}
      </Form>
    </Dialog>
  )
}

type ComparisonProps = Pick<TakeLotProps, 'line' | 'ticked'> & { taken: string }

function Comparison({ line, ticked, taken }: ComparisonProps) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <dt className="text-ink-soft">Önerilen</dt>
      <dd className="wrap-anywhere">{proposal(line, ticked)}</dd>
      <dt className="text-ink-soft">Okutulan</dt>
      <dd className="wrap-anywhere font-medium">{taken}</dd>
    </dl>
  )
}

type ReasonProps = { value: string; onValue: (reason: string) => void; fault: string | undefined }

function Reason({ value, onValue, fault }: ReasonProps) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {REASONS.map(reason => (
          <Button key={reason} size="small" aria-pressed={value === reason} onClick={() => onValue(reason)}>
            {reason}
          </Button>
        ))}
      </div>
      <Field label="Neden" required error={fault}>
        <TextInput
          autoComplete="off"
          maxLength={MAX_PICK_REASON}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
      </Field>
    </div>
  )
}

const openParts = (line: PickingLine, ticked: ReadonlySet<string>) =>
  partsOf(line).filter(({ key }) => !ticked.has(key))

const proposal = (line: PickingLine, ticked: ReadonlySet<string>) =>
  openParts(line, ticked)
    .map(({ text, quantity }) => `${text || 'Partisiz'}: ${wholeText(quantity)} ${line.unit}`)
    .join(', ')

/** Whether the lot expires later than one that it would replace. */
const isLater = ({ expires_on }: Lot, line: PickingLine, ticked: ReadonlySet<string>) =>
  openParts(line, ticked).some(({ lot }) => lot && (lot.expires_on ?? '9999') < (expires_on ?? '9999'))
