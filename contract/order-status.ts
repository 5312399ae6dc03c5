import type { LedgerReason } from './stock.ts'

/**
 * All rules that depend on an order's status. A new status needs an entry here and a migration of the check on
 * `orders.status`, and of `counts_as_revenue` if it counts in revenue; the compiler reports what else it needs.
 */
type StatusRules = {
  label: string
  /** How far the order has come, in percent. */
  progress: number
  /** The colour of badges and progress bars. */
  tone: string
  /** The name of a lucide icon. */
  icon: string
  /** How mails and notifications report a change to it, after the order's number: 'Sipariş 1a2b3c4d hazırlanıyor'. */
  changeText: string
  /** The text for the customer on the order's page. */
  customerText: string
  /** Whether its orders count in revenue, sold quantities and what a customer has spent. */
  isRevenue: boolean
  /** Whether the law requires its orders to be kept after the customer's account was deleted. */
  isArchived: boolean
  /** The status that the list of orders proposes next: the one after it on the way to completion. */
  next: string | null
  /** The counter of the statistics that includes it, if any. A counter has one status: its figure filters by it. */
  counter: OrderCounter | null
} & GoodsRules

type GoodsRules =
  | {
      /** Its goods are reserved: the order is open. */
      goods: 'reserved'
      ledger: null
      /**
       * Whether preparation has not started yet. Revisions and the calls that cancel an order require it; an admin can
       * set any status at any time.
       */
      isPending: boolean
      /** Whether lines promised for a day still wait for their goods: backorders, and notifications of arrivals. */
      awaitsGoods: boolean
      isCancellation: false
    }
  | {
      /** Its goods have left the stock. */
      goods: 'taken'
      ledger: OwnMovements
      isPending: false
      awaitsGoods: false
      isCancellation: false
    }
  | {
      /** It holds no goods. */
      goods: 'none'
      ledger: OwnMovements
      isPending: false
      awaitsGoods: false
      /** Whether the order is cancelled: it says who cancelled it and why, and counts as cancelled. */
      isCancellation: boolean
      /**
       * The sentence with which pick lists say that orders in this status are left out; in a combined list the orders’
       * numbers follow it.
       */
      leftOutText: string
    }

/** The reasons of the stock movements when an order gets the status, and when it returns to reserved goods. */
type OwnMovements = { entering: LedgerReason; leaving: LedgerReason }

export type OrderCounter = 'pending' | 'preparing' | 'completed'

export const ORDER_STATUS = {
  beklemede: {
    label: 'Beklemede',
    progress: 25,
    tone: 'yellow',
    icon: 'clock',
    changeText: 'yeniden beklemeye alındı',
    customerText: 'Siparişiniz alındı; hazırlanmaya başlamasını bekliyor.',
    goods: 'reserved',
    ledger: null,
    isPending: true,
    awaitsGoods: true,
    isCancellation: false,
    isRevenue: true,
    isArchived: true,
    next: 'hazirlaniyor',
    counter: 'pending',
  },
  hazirlaniyor: {
    label: 'Hazırlanıyor',
    progress: 50,
    tone: 'blue',
    icon: 'package-open',
    changeText: 'hazırlanıyor',
    customerText: 'Siparişiniz hazırlanıyor.',
    goods: 'reserved',
    ledger: null,
    isPending: false,
    awaitsGoods: true,
    isCancellation: false,
    isRevenue: true,
    isArchived: true,
    next: 'tamamlandi',
    counter: 'preparing',
  },
  tamamlandi: {
    label: 'Tamamlandı',
    progress: 100,
    tone: 'green',
    icon: 'circle-check',
    changeText: 'tamamlandı',
    customerText: 'Siparişiniz tamamlandı.',
    goods: 'taken',
    ledger: { entering: 'delivery', leaving: 'delivery_undone' },
    isPending: false,
    awaitsGoods: false,
    isCancellation: false,
    isRevenue: true,
    isArchived: true,
    next: null,
    counter: 'completed',
  },
  iptal: {
    label: 'İptal',
    progress: 0,
    tone: 'red',
    icon: 'circle-x',
    changeText: 'iptal edildi',
    customerText: 'Bu sipariş iptal edildi.',
    goods: 'none',
    ledger: { entering: 'cancellation', leaving: 'reopening' },
    isPending: false,
    awaitsGoods: false,
    isCancellation: true,
    leftOutText: 'İptal edildiği için listede yok',
    isRevenue: false,
    isArchived: false,
    next: null,
    counter: null,
  },
} as const satisfies Record<string, StatusRules>

export type OrderStatus = keyof typeof ORDER_STATUS
export const ORDER_STATUSES = Object.keys(ORDER_STATUS) as OrderStatus[]

/** The status of a new order. */
export const INITIAL_STATUS = 'beklemede' as const satisfies OrderStatus
/** The status that cancelling an order sets. */
export const CANCELLED_STATUS = 'iptal' as const satisfies OrderStatus

const statusesWhere = (matches: (rules: StatusRules) => boolean): OrderStatus[] =>
  ORDER_STATUSES.filter(status => matches(ORDER_STATUS[status]))

/** The statuses of open orders, whose goods are reserved. */
export const OPEN_STATUSES = statusesWhere(({ goods }) => goods === 'reserved')
/** The statuses of orders that are delivered or will be, by their goods. */
export const DELIVERED_STATUSES = statusesWhere(({ goods }) => goods !== 'none')
/** The statuses of cancelled orders. */
export const CANCELLED_STATUSES = statusesWhere(({ isCancellation }) => isCancellation)
/** The statuses in which lines promised for a day still wait for their goods. */
export const AWAITING_STATUSES = statusesWhere(({ awaitsGoods }) => awaitsGoods)
/** The statuses that count in revenue, sold quantities and what a customer has spent. */
export const REVENUE_STATUSES = statusesWhere(({ isRevenue }) => isRevenue)
/** The statuses whose orders are archived when their customer is deleted. */
export const ARCHIVED_STATUSES = statusesWhere(({ isArchived }) => isArchived)
/** The statuses that a counter of the statistics includes. */
export const countedStatuses = (counter: OrderCounter) => statusesWhere(rules => rules.counter === counter)

// A list, because a browser may receive a status that its version of the table does not have.
const PENDING_STATUSES = statusesWhere(rules => rules.isPending)

/** Whether preparation has not started yet. Revisions and the calls that cancel an order require it. */
export const isPending = (order: { status: OrderStatus }): boolean => PENDING_STATUSES.includes(order.status)

/** Whether orders in this status are cancelled: they say who cancelled them and why. */
export const isCancelled = (status: OrderStatus): boolean => CANCELLED_STATUSES.includes(status)

const STATUSES_WITH_PICKS = statusesWhere(
  ({ goods, isPending: waits }) => goods === 'taken' || (goods === 'reserved' && !waits),
)

/** Whether lots have been chosen for the goods of orders in this status, or have left with them. */
export const hasPicks = (status: OrderStatus): boolean => STATUSES_WITH_PICKS.includes(status)

/** Whether orders in this status are being prepared: their lots are chosen and have not left. */
export const isInPreparation = (status: OrderStatus): boolean =>
  hasPicks(status) && ORDER_STATUS[status].goods === 'reserved'
