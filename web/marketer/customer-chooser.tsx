import { useDeferredValue, useMemo, useState } from 'react'
import type { OwnCustomer } from '#contract/customers.ts'
import { passiveText } from '../customers/passive-customer.ts'
import { useFoundAnnouncement } from '../lists/found-announcement.ts'
import type { CartCustomer } from '../pwa/order-draft.ts'
import { ActiveBadge } from '../ui/active-badge.tsx'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { MORE_FOUND, useSettledText } from '../ui/settled-text.ts'
import { customersFound } from './customer-search.ts'
import { useOrderingPanel } from './ordering-panel.ts'
import { useOwnCustomers } from './own-customers.ts'

type CustomerChooserProps = {
  value: CartCustomer | null
  onChange: (customer: CartCustomer | null) => void
  /** Why the value is invalid: 'Lütfen müşteri seçin'. */
  error?: string
}

const MAX_SHOWN = 60

/** Chooses one of the marketer's customers, for an admin of all, by company name or username. */
export function CustomerChooser({ value, onChange, error }: CustomerChooserProps) {
  const panel = useOrderingPanel()
  const [typed, setTyped] = useState('')
  const search = useSettledText(typed)
  const { query } = useOwnCustomers(search)
  // Results for an earlier text are not offered for the current one.
  const text = useDeferredValue(typed)
  const found = useMemo(() => customersFound(query.items, text), [query.items, text])
  const shown = found.slice(0, MAX_SHOWN)
  const isSettled = search === typed && !query.isPending && !query.isPlaceholderData
  useFoundAnnouncement(query, 'müşteri', isSettled && typed !== '')
  return (
    <Field label="Müşteri" required error={error ?? passiveText(value)}>
      <Combobox
        label={panel.customers}
        chosen={value?.company_name ?? ''}
        placeholder="Firma ara"
        items={shown}
        isProvisional={!isSettled || text !== typed}
        itemKey={customer => customer.id}
        render={customer => <Choice customer={customer} />}
        onType={setTyped}
        onChoose={customer => onChange(customer ? chosen(customer) : null)}
        note={
          <Note
            query={query}
            typed={typed}
            count={shown.length}
            none={panel.none}
            hasMore={found.length > shown.length}
          />
        }
      />
    </Field>
  )
}

const chosen = ({ id, company_name, is_active }: OwnCustomer): CartCustomer => ({ id, company_name, is_active })

function Choice({ customer: { company_name, username, is_active } }: { customer: OwnCustomer }) {
  return (
    <span className="flex min-w-0 flex-1 items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="line-clamp-3 break-words">{company_name}</span>
        <span className="block truncate text-ink-soft text-sm">{username}</span>
      </span>
      {!is_active && <ActiveBadge active={false} />}
    </span>
  )
}

type CustomerQuery = ReturnType<typeof useOwnCustomers>['query']

function Note({
  query,
  typed,
  count,
  none,
  hasMore,
}: {
  query: CustomerQuery
  typed: string
  count: number
  none: string
  hasMore: boolean
}) {
  if (query.error)
    return (
      <span className="flex flex-wrap items-center justify-between gap-2">
        {query.error.message}
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          Tekrar dene
        </Button>
      </span>
    )
  if (count === 0 && (query.isPending || query.isPlaceholderData)) return 'Müşteriler yükleniyor'
  if (count === 0) return typed ? `“${typed}” ile eşleşen müşteri yok` : none
  return hasMore || query.hasNextPage ? MORE_FOUND : null
}
