import { useState } from 'react'
import { type Customer, listCustomers } from '#contract/customers.ts'
import { useListQuery } from '../../queries.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { MORE_FOUND, useSettledText } from '../../ui/settled-text.ts'
import { foundText, useAnnouncement } from '../../ui/use-announcement.ts'

type CustomerFilterProps = {
  /** Name of the chosen company, or ''. */
  chosen: string
  /** Called without a customer when the choice is cleared. */
  onChoose: (customer?: Customer) => void
  /** Shown above the field; by default it is hidden. */
  label?: string
}

/** Filters orders by one customer, searched by company name or username. */
export function CustomerFilter({ chosen, onChoose, label }: CustomerFilterProps) {
  const [typed, setTyped] = useState('')
  const search = useSettledText(typed)
  const query = useListQuery(listCustomers, { query: { search }, enabled: search !== '' })
  // Results for a previous search text are not offered.
  const isSettled = typed !== '' && typed === search && !query.isPlaceholderData
  const note = noteFor(typed, isSettled, query)
  const { items, hasNextPage } = query
  const found = items.length > 0 ? foundText(items.length, hasNextPage, 'müşteri') : String(note)
  useAnnouncement(isSettled && !query.isPending ? found : '')
  return (
    <Field label={label ?? 'Müşteri'} hideLabel={label === undefined} className={label ? '' : 'sm:w-44'}>
      <Combobox
        label="Müşteriler"
        chosen={chosen}
        placeholder="Müşteri seç"
        items={isSettled ? query.items : []}
        itemKey={customer => customer.id}
        render={({ company_name, username }) => (
          <span className="min-w-0">
            <span className="line-clamp-2 break-words">{company_name}</span>
            <span className="block truncate text-ink-soft text-sm">{username}</span>
          </span>
        )}
        onType={setTyped}
        onChoose={onChoose}
        note={note}
      />
    </Field>
  )
}

function noteFor(
  typed: string,
  isSettled: boolean,
  query: ReturnType<typeof useListQuery> & { items: readonly unknown[] },
) {
  if (!typed) return 'Firma veya kullanıcı adı yazın'
  if (query.error) return query.error.message
  if (!isSettled || query.isPending) return 'Aranıyor'
  if (query.items.length === 0) return `“${typed}” ile eşleşen müşteri yok`
  return query.hasNextPage ? MORE_FOUND : null
}
