import { History, Trash2, Users } from 'lucide-react'
import { timeInDative } from '#contract/cutoff-text.ts'
import { deleteRoute } from '#contract/delivery.ts'
import type { DeliveryRoute, DeliveryRules } from '#contract/delivery-rules.ts'
import { formatMoney } from '#contract/money.ts'
import { useDeleteCommand } from '../../delete-command.ts'
import { shortWeekday } from '../../delivery/short-weekdays.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { RowActions } from '../../ui/row-actions.tsx'
import { toast } from '../../ui/toaster.tsx'
import { deletedRouteName } from './deleted-routes.ts'

type RouteTableProps = {
  rules: DeliveryRules
  onEdit: (route: DeliveryRoute) => void
  onCustomers: (route: DeliveryRoute) => void
}

/** All routes, by name. */
export function RouteTable({ rules, onEdit, onCustomers }: RouteTableProps) {
  const phone = useIsPhoneWidth()
  const remove = useRouteDeletion(rules)
  const customers: Column<DeliveryRoute> = {
    key: 'customers',
    head: 'Müşteri',
    width: '6rem',
    numeric: true,
    cell: route => (
      <button type="button" onClick={() => onCustomers(route)} className="-my-1 min-h-6 py-1 text-link">
        <span className="sr-only">{route.name}: müşterileri, </span>
        <span className="inline-block min-w-5">{wholeText(route.customer_count)}</span>
      </button>
    ),
  }
  const actions: Column<DeliveryRoute> = {
    key: 'actions',
    head: 'İşlemler',
    hideHead: true,
    width: '5.5rem',
    onPhone: 'foot',
    cell: route => (
      <RowActions name={route.name} onEdit={() => onEdit(route)}>
        <MenuItem icon={Users} onSelect={() => onCustomers(route)}>
          Müşterileri ve sırası
        </MenuItem>
        <MenuLink
          icon={History}
          to={`/admin/dashboard?tab=reports&view=audit&entity=delivery_route&entity_id=${route.id}`}
        >
          Geçmişi
        </MenuLink>
        <MenuItem icon={Trash2} danger onSelect={() => remove(route)}>
          Sil
        </MenuItem>
      </RowActions>
    ),
  }
  return (
    <DataTable
      label="Rotalar"
      columns={[...COLUMNS, customers, actions]}
      rows={rules.routes}
      rowKey={({ id }) => id}
      onOpen={phone ? undefined : onEdit}
    />
  )
}

const COLUMNS: readonly Column<DeliveryRoute>[] = [
  { key: 'name', head: 'Rota', cell: ({ name }) => <span className="line-clamp-2 break-words">{name}</span> },
  { key: 'weekdays', head: 'Günler', width: '14rem', cell: ({ weekdays }) => weekdaysText(weekdays) },
  { key: 'cutoff', head: 'Son sipariş saati', width: '12rem', cell: cutoffText },
  {
    key: 'capacity',
    head: 'Kapasite',
    width: '6rem',
    numeric: true,
    hideOrder: 1,
    cell: ({ capacity }) => (capacity === null ? '–' : wholeText(capacity)),
  },
  {
    key: 'minimum',
    head: 'En az tutar',
    width: '8rem',
    numeric: true,
    hideOrder: 3,
    cell: ({ minimum }) => amountText(minimum),
  },
  {
    key: 'fee',
    head: 'Teslimat ücreti',
    width: '8.5rem',
    numeric: true,
    hideOrder: 2,
    cell: ({ fee }) => amountText(fee),
  },
]

const amountText = (amount: DeliveryRoute['minimum']) =>
  amount === null ? 'genel' : amount > 0 ? formatMoney(amount) : 'yok'

/** The weekdays in short: 'Pzt, Çar, Cum'. */
const weekdaysText = (weekdays: readonly number[]) =>
  weekdays.length === 7 ? 'Her gün' : weekdays.map(shortWeekday).join(', ')

function cutoffText({ cutoff_time, days_before }: DeliveryRoute) {
  // As customers read it, midnight is the end of a day.
  const [days, time] = cutoff_time === '00:00' ? [days_before + 1, '24:00'] : [days_before, cutoff_time]
  return `${days === 0 ? 'aynı gün' : `${days} gün önce`} ${timeInDative(time)} kadar`
}

/** Deletes a route after a confirmation, which counts the orders that it still has to deliver. */
function useRouteDeletion({ upcoming_orders = [] }: DeliveryRules) {
  const { run } = useDeleteCommand(deleteRoute, { showError: 'alert', onDeleted: () => toast.success('Rota silindi') })
  return ({ id, name, customer_count }: DeliveryRoute) => {
    const customers = customer_count > 0 ? ` ${wholeText(customer_count)} müşterisi rotasız kalır.` : ''
    const upcoming = upcoming_orders.find(({ route_id }) => route_id === id)
    const kept = upcoming
      ? `Bugün ve sonrası için verilmiş ${wholeText(upcoming.orders)} sipariş teslimat gününü korur; listeleri siparişlerde “${deletedRouteName(upcoming.route_name)}” rotası seçilerek alınır.`
      : 'Verilmiş siparişler teslimat gününü korur.'
    const question = `${name} rotası silinsin mi?\n\n${kept}${customers}`
    if (window.confirm(question)) void run({ params: { id } })
  }
}
