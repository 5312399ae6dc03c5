import { useState } from 'react'
import * as z from 'zod/mini'
import { AmountOrNone } from '#checked/delivery-rules.ts'
import type { Customer } from '#contract/customers.ts'
import {
  changeCustomerDelivery,
  listRouteCustomers,
  readCustomerDelivery,
  readDeliveryRules,
  setRouteCustomers,
} from '#contract/delivery.ts'
import type { DeliveryRoute, RouteCustomer } from '#contract/delivery-rules.ts'
import type { Kurus } from '#contract/money.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { StoredNumber } from '../../forms/stored-number.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { invalidate } from '../../queries.ts'
import { noteUser } from '../../same-user.ts'
import { sendAgainIfLost } from '../../send-again.ts'
import { isAmount } from '../../stored-values.ts'
import { toast } from '../../ui/toaster.tsx'
import { mergedCustomers } from './loading-order-merge.ts'
import { liraOrNone } from './route-draft.ts'

/**
 * A customer of the route with its own minimum as typed: lira, `NaN` for text that is not a number. A customer that
 * was added has the name of the route that it leaves, if it is on one. What no row shows would be stored for nothing.
 */
export type ShownCustomer = Omit<RouteCustomer, 'phone'> & {
  typed: number | undefined
  leaves?: string | null | undefined
}

type RouteCustomersOptions = {
  route: DeliveryRoute
  customers: readonly RouteCustomer[]
  open: boolean
  onSaved: () => void
}

/**
 * The customers of a route while their order is edited, and the command that saves them. When the session expires, the
 * edited order is kept.
 */
export function useRouteCustomers({ route, customers, open, onSaved }: RouteCustomersOptions) {
  // The state that the form began with: the route may change while it is open.
  const [base, setBase] = useState({ version: route.version, customers })
  const [rows, setRows] = useState<readonly ShownCustomer[]>(() => customers.map(shown))
  const isOrdered = ids(rows).join() !== ids(base.customers).join()
  const isChanged = isOrdered || rows.some(isTyped)
  useStoredRows({ route, base: base.customers, rows, isChanged: open && isChanged, setRows })
  const follow = async () => {
    const params = { id: route.id }
    const [rules, present] = await Promise.all([
      request(readDeliveryRules, {}),
      request(listRouteCustomers, { params }),
    ])
    const version = rules.routes.find(({ id }) => id === route.id)?.version
    if (version === undefined) return
    setRows(mergedCustomers(rows, base.customers, present.map(shown)))
    setBase({ version, customers: present })
  }
  const adding = useAction((customer: Customer) => added(route, customer), {
    showError: 'alert',
    targetOf: ({ id }) => id,
    onReply: row =>
      setRows(listed => (listed.some(one => one.customer_id === row.customer_id) ? listed : [...listed, row])),
  })
  const save = async () => {
    const wanted = ids(rows)
    const changed = rows.filter(({ typed, minimum }) => amountOf(typed) !== minimum)
    const isSameUser = noteUser()
    if (isOrdered) {
      const order = { params: { id: route.id }, body: { customer_ids: wanted, version: base.version } }
      await sendAgainIfLost(() => request(setRouteCustomers, order))
    }
    for (const { customer_id: id, typed } of changed) {
      if (!isSameUser()) return false
      const own = { params: { id }, body: { minimum: amountOf(typed) } }
      await sendAgainIfLost(() => request(changeCustomerDelivery, own))
    }
    return isSameUser()
  }
  const { run, pending } = useAction(save, {
    showError: async error => {
      window.alert(error.message)
      if (error.is(setRouteCustomers, 'delivery_changed')) await follow().catch(() => undefined)
    },
    onReply: isSaved => {
      if (!isSaved) return
      toast.success('Rotanın müşterileri kaydedildi', { description: route.name })
      onSaved()
    },
    onSettled: () => invalidate(setRouteCustomers.invalidates),
  })
  return {
    rows,
    setRows,
    add: adding.run,
    isAdding: adding.pending,
    isChanged,
    save: () => run(),
    busy: pending,
  }
}

const ids = (list: readonly Pick<RouteCustomer, 'customer_id'>[]) => list.map(({ customer_id }) => customer_id)

/** Whether the minimum in the field is not the saved one. */
const isTyped = ({ typed, minimum }: ShownCustomer) => typed !== liraOrNone(minimum)

type StoredRowsOptions = {
  route: DeliveryRoute
  /** The customers with which the form began. */
  base: readonly RouteCustomer[]
  rows: readonly ShownCustomer[]
  isChanged: boolean
  setRows: (rows: readonly ShownCustomer[]) => void
}

/**
 * Keeps the edited order when the session expires: the ids of its customers, typed minimums, and the customers that were
 * added. They are merged into the customers that the route has when its form is opened again.
 */
function useStoredRows({ route, base, rows, isChanged, setRows }: StoredRowsOptions) {
  const own = new Set(ids(base))
  useStoredForm({
    name: `route-customers:${route.id}`,
    title: `${route.name}: müşteriler`,
    changed: () => {
      const typed = rows.filter(isTyped).map(row => [row.customer_id, row.typed ?? ''])
      const others = rows.filter(({ customer_id }) => !own.has(customer_id))
      return isChanged ? { before: ids(base), order: ids(rows), typed: Object.fromEntries(typed), added: others } : {}
    },
    restore: stored => {
      const { data } = StoredRows.safeParse(stored)
      if (!data) return false
      const present = base.map(shown)
      const known = new Map([...data.added.map(shown), ...present].map(row => [row.customer_id, row]))
      const mine = data.order.flatMap(id => known.get(id) ?? [])
      const before = data.before.map(customer_id => ({ customer_id }))
      const merged = mergedCustomers(mine, before, present)
      setRows(merged.map(row => (row.customer_id in data.typed ? { ...row, typed: data.typed[row.customer_id] } : row)))
      return true
    },
  })
}

const StoredRows = z.object({
  before: z.array(z.string()),
  order: z.array(z.string()),
  typed: z.record(z.string(), StoredNumber),
  added: z.array(
    z.object({
      customer_id: z.uuid(),
      company_name: z.string(),
      address: z.string(),
      is_active: z.boolean(),
      position: z.int(),
      minimum: z.nullable(z.custom<Kurus>(isAmount)),
      leaves: z.optional(z.nullable(z.string())),
    }),
  ),
})

const shown = (customer: Omit<ShownCustomer, 'typed'>): ShownCustomer => ({
  ...customer,
  typed: liraOrNone(customer.minimum),
})

/** A customer to add: with its own minimum, which stays when it changes its route, and the route that it leaves. */
async function added(route: DeliveryRoute, customer: Customer): Promise<ShownCustomer> {
  const { id, company_name, address, is_active } = customer
  const present = await request(readCustomerDelivery, { params: { id } })
  const { minimum } = present
  const leaves = present.route_id === route.id ? null : present.route_name
  return { ...shown({ customer_id: id, company_name, address, is_active, position: 0, minimum }), leaves }
}

/** The typed amount in kuruş; null for none. Called only with a valid amount. */
const amountOf = (lira: number | undefined) => z.safeParse(AmountOrNone, lira ?? null).data ?? null
