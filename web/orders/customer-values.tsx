import { activeLabel } from '#contract/active-labels.ts'
import type { CustomerData, CustomerField } from '../pwa/change-draft.ts'

/** The label of each field of a customer that its marketer may change. */
export const CUSTOMER_LABELS: Record<CustomerField, string> = {
  company_name: 'Firma adı',
  email: 'E-posta',
  phone: 'Telefon',
  address: 'Adres',
  is_active: 'Durum',
}

/** The displayed text of a customer's value. */
export function customerText(value: string | boolean | undefined): string {
  if (typeof value === 'boolean') return activeLabel(value)
  return value || 'boş'
}

/** Some fields of a customer, each with its label. */
export function CustomerValues({ values, fields }: { values: CustomerData; fields: readonly CustomerField[] }) {
  return (
    <ul>
      {fields.map(field => (
        <li key={field} className="break-words">
          {CUSTOMER_LABELS[field]}:{' '}
          <span className="whitespace-pre-line font-medium">{customerText(values[field])}</span>
        </li>
      ))}
    </ul>
  )
}
