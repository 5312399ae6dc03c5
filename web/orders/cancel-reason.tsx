import { MAX_CANCEL_REASON } from '#contract/orders.ts'
import { useStoredForm } from '../forms/use-stored-form.ts'
import { isText } from '../stored-values.ts'
import { Field } from '../ui/field.tsx'
import { Textarea } from '../ui/textarea.tsx'

type CancelReasonProps = { order_id: string; value: string; onChange: (reason: string) => void }

/** The field for the reason of a cancellation; mounted only while the question is open. */
export function CancelReasonField({ order_id, value, onChange }: CancelReasonProps) {
  useStoredForm({
    name: `cancel-reason:${order_id}`,
    title: 'İptal nedeni',
    changed: () => (value.trim() ? { reason: value } : {}),
    restore: ({ reason }) => isText(reason) && onChange(reason),
  })
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
