import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { AmountOrNone } from '#checked/delivery-rules.ts'
import { listRouteCustomers } from '#contract/delivery.ts'
import type { DeliveryRoute, RouteCustomer } from '#contract/delivery-rules.ts'
import { formatMoney } from '#contract/money.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusNextRow } from '../../ui/focus-next-row.ts'
import { Form, keepEnterInForm } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { SortableRows } from '../../ui/sortable-rows.tsx'
import { CustomerFilter } from '../orders/customer-filter.tsx'
import { type ShownCustomer, useRouteCustomers } from './use-route-customers.ts'

type RouteCustomersDialogProps = { route: DeliveryRoute; open: boolean; onClose: () => void }

/** Edits the customers of a route in loading order, and the minimum of those that have their own. */
export function RouteCustomersDialog({ route, open, onClose }: RouteCustomersDialogProps) {
  const query = useCallQuery(listRouteCustomers, { params: { id: route.id }, enabled: open })
  // Customers fetched before the dialog opened may belong to an earlier version of the route.
  const [isFresh, setFresh] = useState(false)
  if (!isFresh && query.data && !query.isFetching) setFresh(true)
  if (isFresh && query.data) return <CustomersForm route={route} customers={query.data} open={open} onClose={onClose} />
  return (
    <Dialog open={open} onOpenChange={onClose} title={`${route.name}: müşteriler`}>
      {query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={5} />}
    </Dialog>
  )
}

type CustomersFormProps = RouteCustomersDialogProps & { customers: readonly RouteCustomer[] }

function CustomersForm({ route, customers, open, onClose }: CustomersFormProps) {
  const form = useId()
  const { rows, setRows, add, isAdding, isChanged, save, busy } = useRouteCustomers({
    route,
    customers,
    open,
    onSaved: onClose,
  })
  const isFaulty = rows.some(({ typed }) => !isAmount(typed))
  return (
    <FormDialog
      wide
      open={open}
      onClose={onClose}
      title={`${route.name}: müşteriler`}
      description="Yükleme sırasında; sürükleyin veya tutamaçta ok tuşlarını kullanın."
      form={form}
      isChanged={isChanged}
      loss="Müşterilerde yaptığınız değişiklikler kaydedilmedi."
      busy={busy}
      busyText="Kaydediliyor"
      disabled={isFaulty || isAdding}
    >
      <Form
        id={form}
        onKeyDown={keepEnterInForm}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!isFaulty && !isAdding) void save()
        }}
      >
        <SortableRows
          label="Rotanın müşterileri"
          rows={rows}
          keyOf={({ customer_id }) => customer_id}
          nameOf={({ company_name }) => company_name}
          onOrder={setRows}
          renderRow={row => (
            <CustomerRow
              row={row}
              place={rows.indexOf(row) + 1}
              onMinimum={typed => setRows(rows.map(one => (one === row ? { ...one, typed } : one)))}
              onRemove={() => setRows(rows.filter(one => one !== row))}
            />
          )}
        />
        {rows.length === 0 && <p className="text-ink-soft">Bu rotada henüz müşteri yok.</p>}
        {isFaulty && <p className="text-danger-ink text-sm">En az tutar 0 veya daha büyük olmalıdır.</p>}
        <CustomerFilter chosen="" label="Müşteri ekle" onChoose={customer => customer && void add(customer)} />
        {/* Room for the list of matches, which the dialog would otherwise cut off. */}
        <div className="h-48" />
      </Form>
    </FormDialog>
  )
}

const isAmount = (lira: number | undefined) => z.safeParse(AmountOrNone, lira ?? null).success

type CustomerRowProps = {
  row: ShownCustomer
  place: number
  onMinimum: (lira: number | undefined) => void
  onRemove: () => void
}

function CustomerRow({ row, place, onMinimum, onRemove }: CustomerRowProps) {
  const { company_name, address, is_active, minimum, typed, leaves } = row
  return (
    <>
      <span className="w-6 shrink-0 text-right text-ink-soft text-sm tabular-nums">{place}</span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 break-words font-medium text-sm">
          {company_name}
          {!is_active && <span className="font-normal text-ink-soft"> (pasif)</span>}
        </span>
        <span className="block truncate text-ink-soft text-xs">{address}</span>
        {leaves && (
          <span className="block break-words text-xs text-yellow-ink">
            Şu an {leaves} rotasında; kaydedince oradan çıkar
          </span>
        )}
      </span>
      <NumberInput
        aria-label={`${company_name}: kendi en az sipariş tutarı (₺)`}
        aria-invalid={!isAmount(typed) || undefined}
        placeholder="En az ₺"
        title={minimum === null ? 'Boşsa rotanın en az tutarı geçerli' : `Kayıtlı: ${formatMoney(minimum)}`}
        value={typed}
        onValue={onMinimum}
        className="w-24"
      />
      <IconButton
        icon={X}
        label={`Rotadan çıkar: ${company_name}`}
        onClick={({ currentTarget }) => {
          focusNextRow(currentTarget)
          onRemove()
        }}
      />
    </>
  )
}
