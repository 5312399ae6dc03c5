import { MAX_CANCEL_REASON } from '#contract/orders.ts'
import { Field } from '../ui/field.tsx'
import { Textarea } from '../ui/textarea.tsx'

/** Asks why an order is cancelled. */
export function CancelReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <Field label="İptal nedeni" hint="İsteğe bağlı; siparişte ve e-postada görünür." className="mt-2">
      <Textarea
        rows={2}
        maxLength={MAX_CANCEL_REASON}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
