import type { ComponentProps } from 'react'
import type { Customer } from '#contract/customers.ts'
import { Select } from '../../ui/select.tsx'
import { marketerOptions, type useMarketers } from './marketer-options.ts'

type MarketerSelectProps = Omit<ComponentProps<typeof Select>, 'value'> & {
  value: string | null | undefined
  marketers: ReturnType<typeof useMarketers>
  /** The customer whose marketer is chosen; absent for a new one. */
  customer?: Customer
}

/**
 * A form field for a customer's marketer, '' for none. It shows that one is chosen also while the marketers are loading
 * or if they cannot be loaded.
 */
export function MarketerSelect({ value, marketers, customer, ...rest }: MarketerSelectProps) {
  const listed = marketerOptions(marketers.data, customer?.assigned_marketer_id, value) ?? presentMarketer(customer)
  const isListed = !value || listed.some(option => option.value === value)
  return (
    <Select
      placeholder={marketers.isPending ? 'Yükleniyor' : 'Atanmasın'}
      options={isListed ? listed : [...listed, { value, label: 'Seçtiğiniz pazarlamacı' }]}
      value={value ?? ''}
      {...rest}
    />
  )
}

/** While the marketers are loading, only the customer's current one. */
function presentMarketer(customer: Customer | undefined) {
  const { assigned_marketer_id: value, assigned_marketer_name: label } = customer ?? {}
  return value && label ? [{ value, label }] : []
}
