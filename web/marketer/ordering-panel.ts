import { useSession } from '../current-session.ts'
import { ORDER_PATH } from '../orders/order-paths.ts'

const MARKETER = {
  /** The panel's name in the window's title. */
  name: 'Pazarlamacı',
  home: '/marketer/dashboard',
  orderPath: ORDER_PATH.marketer,
  /** The address that is shown after an order was placed. */
  afterOrder: (_order: string) => '/marketer/dashboard?tab=orders',
  /** The accessible name of the customers that can be chosen, and the message if there are none. */
  customers: 'Müşterileriniz',
  none: 'Size atanmış müşteri yok',
}

const ADMIN: typeof MARKETER = {
  name: 'Telefon siparişi',
  home: '/admin/phone-order',
  orderPath: ORDER_PATH.admin,
  afterOrder: ORDER_PATH.admin,
  customers: 'Müşteriler',
  none: 'Henüz müşteri yok',
}

/** The panel in which orders are taken: the marketer's, or the admin's for telephone orders. */
export const useOrderingPanel = () => (useSession()?.role === 'admin' ? ADMIN : MARKETER)
