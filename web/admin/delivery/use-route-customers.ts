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
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { invalidate } from '../../queries.ts'
import { sendAgainIfLost } from '../../send-again.ts'
import { toast } from '../../ui/toaster.tsx'
import { mergedCustomers } from './loading-order-merge.ts'
import { inLira } from './route-draft.ts'

/**
 * A customer of the route with its own minimum as typed: lira, `NaN` for text that is not a number. A customer that
 * was added has the name of the route that it leaves, if it is on one.
 */
export type ShownCustomer = RouteCustomer & { typed: number | undefined; leaves?: string | null }

/** The customers of a route while their order is edited, and the command that saves them. */
export function useRouteCustomers(route: DeliveryRoute, customers: readonly RouteCustomer[], onSaved: () => void) {
  // The state that the form began with: the route may change while it is open.
  const [base, setBase] = useState({ version: route.version, customers })
  const [rows, setRows] = useState<readonly ShownCustomer[]>(() => customers.map(shown))
  const ids = (list: readonly RouteCustomer[]) => list.map(({ customer_id }) => customer_id)
  const follow = async () => {
    const params = { id: route.id }
    const [rules, present] = await Promise.all([
      request(readDeliveryRules, {}),
      request(listRouteCustomers, { params }),
    ])
    const version = rules.routes.find(({ id }) => id === route.id)?.version
    if (version === undefined) return
    const typed = new Map(rows.map(row => [row.customer_id, row]))
    setRows(mergedCustomers(rows, base.customers, present).map(one => typed.get(one.customer_id) ?? shown(one)))
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
    if (wanted.join() !== ids(base.customers).join()) {
      const order = { params: { id: route.id }, body: { customer_ids: wanted, version: base.version } }
      await sendAgainIfLost(() => request(setRouteCustomers, order))
    }
    for (const { customer_id: id, typed } of changed) {
      const own = { params: { id }, body: { minimum: amountOf(typed) } }
      await sendAgainIfLost(() => request(changeCustomerDelivery, own))
    }
  }
  const { run, pending } = useAction(save, {
    showError: async error => {
      window.alert(error.message)
      if (error.is(setRouteCustomers, 'delivery_changed')) await follow().catch(() => undefined)
    },
    onReply: () => {
      toast.success('Rotanın müşterileri kaydedildi', { description: route.name })
      onSaved()
    },
    onSettled: () => invalidate(setRouteCustomers.invalidates),
  })
  const isOrdered = ids(rows).join() !== ids(base.customers).join()
  return {
    rows,
    setRows,
    add: adding.run,
    isAdding: adding.pending,
    isChanged: isOrdered || rows.some(({ typed, minimum }) => typed !== inLira(minimum)),
    save: () => run(),
    busy: pending,
  }
}

const shown = (customer: RouteCustomer): ShownCustomer => ({ ...customer, typed: inLira(customer.minimum) })

/** A customer to add: with its own minimum, which stays when it changes its route, and the route that it leaves. */
async function added(route: DeliveryRoute, customer: Customer): Promise<ShownCustomer> {
  const { id, company_name, phone, address, is_active } = customer
  const present = await request(readCustomerDelivery, { params: { id } })
  const { minimum } = present
  const leaves = present.route_id === route.id ? null : present.route_name
  return { ...shown({ customer_id: id, company_name, phone, address, is_active, position: 0, minimum }), leaves }
}

/** The typed amount in kuruş; null for none. Called only with a valid amount. */
const amountOf = (lira: number | undefined) => z.safeParse(AmountOrNone, lira ?? null).data ?? null
