import { kurusOf } from '#contract/money.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import type { Tx } from '../db/transaction.ts'
import { createRoute } from '../delivery/delivery-routes.ts'
import { setException } from '../delivery/exceptions.ts'
import { setRouteCustomers } from '../delivery/route-customers.ts'
import { changeSettings } from '../delivery/settings.ts'
import type { Actor } from '../http/context.ts'
import { isSunday } from './event-queue.ts'
import type { SampleCustomer } from './people.ts'

/** The dialling code of the customers of each route; those of other cities have no route. */
const ROUTES = [
  { code: '212', name: 'İstanbul Avrupa', weekdays: [1, 2, 3, 4, 5, 6], days_before: 1, capacity: 30 },
  { code: '216', name: 'İstanbul Anadolu', weekdays: [1, 2, 4, 5, 6], days_before: 1, capacity: 20 },
  { code: '312', name: 'Ankara', weekdays: [2, 4, 6], days_before: 2, minimum: kurusOf(4_000), fee: kurusOf(250) },
  { code: '232', name: 'İzmir', weekdays: [3, 6], days_before: 2, minimum: kurusOf(4_000), fee: kurusOf(250) },
]

/** Later than any revision of a sample order, as no order is revised after its cut-off. */
const CUTOFF = '20:00'

type Wholesaler = { admin: Actor<'admin'>; now: Date; people: SampleCustomer[]; customers: Actor<'customer'>[] }

/** Routes with their customers in loading order, and the minimum below which delivery costs a fee. */
export async function openRoutes(tx: Tx, { admin, now, people, customers }: Wholesaler) {
  const by = { actor: admin, now }
  await changeSettings(tx, by, { minimum: kurusOf(1_500), fee: kurusOf(75) })
  for (const { code, ...route } of ROUTES) {
    const defaults = { cutoff_time: CUTOFF, capacity: null, minimum: null, fee: null }
    const { id, version } = await createRoute(tx, by, { ...defaults, ...route })
    const customer_ids = customers.flatMap((customer, i) =>
      people[i]?.phone.startsWith(`0${code}`) ? customer.id : [],
    )
    await setRouteCustomers(tx, by, id, { customer_ids, version })
  }
}

/** Closes one day for all routes. */
export async function closeOneDay(tx: Tx, { admin, now }: Pick<Wholesaler, 'admin' | 'now'>) {
  const inNineDays = daysLater(istanbulDay(now), 9)
  const date = isSunday(inNineDays) ? daysLater(inNineDays, 1) : inNineDays
  await setException(tx, { actor: admin, now }, { date, route_id: null, kind: 'closed', note: 'Depo sayımı' })
}
