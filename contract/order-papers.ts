import * as z from 'zod/mini'
import { file } from './call.ts'
import { CalendarDay, Id } from './fields.ts'
import { ORDER_BY_ID } from './orders.ts'

const FAILED = 'PDF indirilemedi. Lutfen tekrar deneyin.'

export const downloadOrderSlip = file('GET /admin/orders/:id/slip', {
  ...ORDER_BY_ID,
  roles: ['admin'],
  download: { media: 'application/pdf', name: 'siparis-fisi.pdf' },
  summary: 'An order on paper: customer, note, lines with prices and boxes to tick, totals.',
  failure: FAILED,
})

export const downloadPickList = file('GET /admin/orders/:id/pick-list', {
  ...ORDER_BY_ID,
  roles: ['admin'],
  download: { media: 'application/pdf', name: 'toplama-listesi.pdf' },
  summary: 'The goods to fetch from the shelves for an order, by warehouse and category, without prices.',
  failure: FAILED,
})

/** How many orders one file can have: their ids have to fit into a URL. */
export const MAX_PRINTED_ORDERS = 200

/** Ids of orders, separated by commas; an order named twice counts once. */
const OrderIds = z.string('ids zorunludur').check(
  z.refine(text => text.split(',').every(id => Id.safeParse(id).success), 'ids sipariş kimlikleri olmalıdır'),
  z.refine(
    text => text.split(',').length <= MAX_PRINTED_ORDERS,
    `Bir dosyada en fazla ${MAX_PRINTED_ORDERS} sipariş olabilir`,
  ),
)

const SeveralOrders = {
  roles: ['admin'],
  query: z.object({ ids: OrderIds }),
  failure: FAILED,
  errors: ['order_not_found'],
} as const

export const downloadPickLists = file('GET /admin/order-papers/pick-lists', {
  ...SeveralOrders,
  download: { media: 'application/pdf', name: 'toplama-listeleri.pdf' },
  summary: `The pick lists of several orders, \`ids\` (at most ${MAX_PRINTED_ORDERS}), in this order, each on pages of its own.`,
  personalData: true,
})

export const downloadCombinedPickList = file('GET /admin/order-papers/combined-pick-list', {
  ...SeveralOrders,
  download: { media: 'application/pdf', name: 'ortak-toplama-listesi.pdf' },
  summary:
    'The goods to fetch for several orders together: one row for each product and unit. Cancelled orders are left out and listed.',
})

const OfRoute = {
  roles: ['admin'],
  query: z.object({ delivery_date: CalendarDay, route_id: Id }),
  failure: FAILED,
  errors: ['order_not_found'],
  personalData: true,
} as const

export const downloadRoutePickLists = file('GET /admin/order-papers/route-pick-lists', {
  ...OfRoute,
  download: { media: 'application/pdf', name: 'rota-toplama-listeleri.pdf' },
  summary: 'The pick lists of a route’s orders of a day in loading order, cancelled ones left out.',
})

export const downloadRouteSheet = file('GET /admin/order-papers/route-sheet', {
  ...OfRoute,
  download: { media: 'application/pdf', name: 'rota.pdf' },
  summary:
    'The customers of a route’s orders of a day in loading order, with their present addresses and telephone numbers and with amounts, for the driver.',
})
