import type { Customer } from '#contract/customers.ts'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { CutName } from '../../ui/cut-name.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'

const line = (text: string | null) => (
  <span className="block truncate max-sm:whitespace-normal" title={text || undefined}>
    {text || '–'}
  </span>
)

/** The whole name on a phone's card; in the table on one line, with its end, as branches of a company differ there. */
const Company = ({ name }: { name: string }) =>
  useIsPhoneWidth() ? (
    <span className="block break-words font-medium">{name}</span>
  ) : (
    <CutName name={name} className="font-medium" />
  )

/** The columns of the customer list; the key of one that can be sorted is the API's sort name. */
export const COLUMNS: readonly Column<Customer>[] = [
  {
    key: 'company_name',
    sortable: true,
    head: 'Firma',
    minWidth: '14rem',
    cell: ({ company_name, username }) => (
      <>
        <Company name={company_name} />
        <span className="font-normal text-ink-soft text-sm">{line(username)}</span>
      </>
    ),
  },
  {
    key: 'contact',
    head: 'İletişim',
    hideOrder: 1,
    minWidth: '11rem',
    cell: ({ email, phone }) => (
      <>
        {line(email)}
        <span className="text-ink-soft text-sm">{phone && line(phone)}</span>
      </>
    ),
  },
  {
    key: 'assigned_marketer_name',
    sortable: true,
    head: 'Pazarlamacı',
    hideOrder: 2,
    cell: customer => line(customer.assigned_marketer_name),
  },
  {
    key: 'is_active',
    sortable: true,
    head: 'Durum',
    hideOrder: 4,
    width: '6.75rem',
    onPhone: 'aside',
    cell: customer => <ActiveBadge active={customer.is_active} />,
  },
  {
    key: 'total_orders',
    sortable: true,
    head: 'Sipariş',
    hideOrder: 3,
    width: '6rem',
    numeric: true,
    cell: customer => wholeText(customer.total_orders),
  },
  {
    key: 'total_spent',
    sortable: true,
    head: 'Harcama',
    width: '9.75rem',
    numeric: true,
    cell: customer => <Money amount={customer.total_spent} />,
  },
]
