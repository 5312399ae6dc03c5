import { MAX_STANDING_ORDER_NAME } from '#contract/standing-orders.ts'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'

type NameFieldProps = { name: string; onName: (name: string) => void; error?: string | undefined }

export function NameField({ name, onName, ...field }: NameFieldProps) {
  return (
    <Field label="Ad" required {...field}>
      <TextInput value={name} maxLength={MAX_STANDING_ORDER_NAME} onChange={({ target }) => onName(target.value)} />
    </Field>
  )
}
