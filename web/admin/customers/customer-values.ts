import type { UseFormReturn } from 'react-hook-form'
import type { CustomerChange } from '#checked/customer-changes.ts'
import { activeLabel } from '#contract/active-labels.ts'
import type { Customer } from '#contract/customers.ts'

// The values of a customer in the form of its row.

const TEXTS = ['company_name', 'username', 'email', 'phone', 'address'] as const
export const STORED_FIELDS = [...TEXTS, 'assigned_marketer_id', 'min_remaining_days', 'is_active'] as const
export const FIELDS = [...STORED_FIELDS, 'password'] as const
export type SavedField = (typeof STORED_FIELDS)[number]

/** The form's initial values; '' means no marketer and an unchanged password. */
export function valuesOf(customer: Customer | undefined): CustomerChange {
  return {
    ...Object.fromEntries(TEXTS.map(field => [field, customer?.[field] ?? ''])),
    assigned_marketer_id: customer?.assigned_marketer_id ?? '',
    min_remaining_days: customer?.min_remaining_days ?? null,
    password: '',
    is_active: customer?.is_active ?? true,
  }
}

/** Only the changed fields, so that concurrent changes of other fields are not overwritten. */
export function changeOf(customer: Customer, typed: CustomerChange): CustomerChange {
  const changed = TEXTS.filter(field => typed[field]?.trim() !== customer[field])
  const assigned_marketer_id = typed.assigned_marketer_id || null
  return {
    ...Object.fromEntries(changed.map(field => [field, typed[field]])),
    ...(assigned_marketer_id !== customer.assigned_marketer_id && { assigned_marketer_id }),
    ...(!Object.is(typed.min_remaining_days, customer.min_remaining_days) && {
      min_remaining_days: typed.min_remaining_days,
    }),
    ...(typed.password && { password: typed.password }),
    ...(typed.is_active !== customer.is_active && { is_active: typed.is_active }),
  }
}

/** What a conflict with the saved customer shows and does in the form. */
export const conflictsWith = (saved: Customer, form: UseFormReturn<CustomerChange>) => ({
  theirs: (field: SavedField) => shown(field, saved),
  takeTheirs: (field: SavedField) =>
    form.setValue(field, valuesOf(saved)[field], { shouldDirty: true, shouldValidate: true }),
  focus: (field: SavedField) => form.setFocus(field),
})

function shown(field: SavedField, customer: Customer): string {
  if (field === 'is_active') return activeLabel(customer.is_active).toLowerCase()
  if (field === 'assigned_marketer_id') return customer.assigned_marketer_name ?? 'atanmadı'
  return String(customer[field] ?? '') || 'boş'
}
