import type { ColumnType, Generated, Insertable, JSONColumnType, Kysely } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { ExpiryKind } from '#contract/lot-labels.ts'
import type { Kurus } from '#contract/money.ts'
import type { RevisionRecord } from '#contract/order-revisions.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { LotTracking, Warehouse } from '#contract/products.ts'
import type { Quote, QuoteAnswer } from '#contract/quotes.ts'
import type { LedgerReason } from '#contract/stock.ts'
import type { ArchivedOrder } from './archived-order.ts'
import type { BackupsTable } from './backups-table.ts'
import type { CartLineTable, CartTable } from './cart-tables.ts'
import type { StockCountItemTable, StockCountLotTable, StockCountTable } from './count-tables.ts'
import type { CustomerNoteTable } from './customer-notes-table.ts'
import type {
  DayOrNot,
  DeliveryCustomerTable,
  DeliveryExceptionTable,
  DeliveryRouteTable,
  DeliverySettingsTable,
  OrderDeliveryColumns,
} from './delivery-tables.ts'
import type { ImagesTable } from './images-table.ts'
import type { ImportRunTable, RefusedImportRowTable } from './import-tables.ts'
import type { LotTables } from './lot-tables.ts'
import type {
  NotificationPreferenceTable,
  NotificationTable,
  PushSubscriptionTable,
  PushTable,
} from './notification-tables.ts'
import type { OfferSettingsTable, OfferTable } from './offer-tables.ts'
import type { OrderListLineTable, OrderListTable } from './order-list-tables.ts'
import type { PriceChangeTable } from './price-changes-table.ts'
import type { ReceiptItemTable, ReceiptTable } from './receipt-tables.ts'
import type { SecondFactorTable } from './second-factors-table.ts'
import type { SecurityLogTable } from './security-log-table.ts'
import type { StandingOrderDayTable, StandingOrderLineTable, StandingOrderTable } from './standing-order-tables.ts'
import type { StockLedgerTable } from './stock-tables.ts'

/** An instant is written as a Date and read as ISO 8601 in UTC. */
type Instant = ColumnType<string, Date, Date>
type InstantOrNot = ColumnType<string | null, Date | null | undefined, Date | null>

export type Tables = LotTables<ExpiryKind, LedgerReason> & {
  accounts: {
    id: string
    role: Role
    username: string
    username_key: string
    name: string
    email: string | null
    email_key: string | null
    confirmed_email: string | null
    confirmed_email_key: string | null
    email_set_at: InstantOrNot
    password_hash: string
    is_active: Generated<boolean>
    created_at: Instant
    has_second_factor: Generated<boolean>
    password_is_temporary: Generated<boolean>
  }
  second_factors: SecondFactorTable
  recovery_codes: { account_id: string; code_hash: Buffer }
  login_failures: {
    id: Generated<number>
    role: Role
    username_key: string
    address: string
    failed_at: Instant
    is_decided: Generated<boolean>
    device: Buffer | null
  }
  known_devices: { token_hash: Buffer; account_id: string; last_used_at: Instant }
  account_links: {
    token_hash: Buffer
    account_id: string
    purpose: 'confirmation' | 'reset' | 'undo'
    email: string
    email_key: string
    expires_at: Instant
    used_at: InstantOrNot
  }
  asked_mails: { mail_id: string; email_key: string; written_at: Instant }
  counted_requests: { id: Generated<number>; kind: string; asker: string; asked_at: Instant }
  sessions: {
    token_hash: Buffer
    account_id: string
    created_at: Instant
    last_used_at: Instant
    authenticated_at: Instant
    device: Generated<string>
  }
  customers: {
    id: string
    phone: string
    address: string
    assigned_marketer_id: string | null
    min_remaining_days: number | null
    search_text: string
  }
  customer_notes: CustomerNoteTable
  import_runs: ImportRunTable
  refused_import_rows: RefusedImportRowTable
  products: {
    id: string
    name: string
    brand: string
    category: string
    price: Kurus
    unit: string
    vat_rate: number
    expected_stock_date: string | null
    image_url: string | null
    barcode: string | null
    description: string
    is_active: boolean
    warehouse: Warehouse
    lot_tracking: LotTracking
    min_remaining_days: number | null
    search_text: string
    created_at: Instant
    updated_at: Instant
  }
  price_changes: PriceChangeTable
  product_watches: { customer_id: string; product_id: string; created_at: Instant }
  stock: { product_id: string; on_hand: number; reserved: number; in_lots: Generated<number>; moved_at: Instant }
  stock_ledger: StockLedgerTable<LedgerReason>
  reorder_levels: {
    product_id: string
    reorder_point: number | null
    reorder_quantity: number | null
    unit: string | null
  }
  receipts: ReceiptTable
  receipt_items: ReceiptItemTable<Warehouse>
  stock_counts: StockCountTable
  stock_count_items: StockCountItemTable<Warehouse>
  stock_count_lots: StockCountLotTable<ExpiryKind>
  orders: {
    id: string
    customer_id: string
    status: OrderStatus
    created_at: Instant
    updated_at: Instant
    subtotal: Kurus
    total_vat: Kurus
    grand_total: Kurus
    notes: string | null
    user_company: string
    user_username: string
    user_email: string
    user_phone: string
    user_address: string
    created_by_marketer_id: string | null
    placed_by: 'marketer' | 'admin' | null
    placed_by_name: string | null
    revised_by_marketer_id: string | null
    revised_by_marketer_name: string | null
    revision_count: Generated<number>
    cancelled_by: Role | null
    cancelled_by_name: string | null
    cancel_reason: string | null
    search_text: string
    line_count: Generated<number>
  } & OrderDeliveryColumns
  order_items: {
    order_id: string
    position: number
    product_id: string
    product_name: string
    brand: string
    unit: string
    quantity: number
    price: Kurus
    vat_rate: number
    total_price: Kurus
    expected_stock_date: string | null
    taken: number | null
  }
  order_revisions: {
    order_id: string
    revision: number
    created_at: Instant
    /**
     * Null unless a marketer made the revision; `marketer_name` is the name of its actor, whose role is `actor_role`.
     */
    marketer_id: string | null
    marketer_name: string
    actor_role: RevisionRecord['actor_role']
    notes_before: string | null
    notes_after: string | null
    delivery_date_before: DayOrNot
    delivery_date_after: DayOrNot
    lines: JSONColumnType<RevisionRecord['lines']>
  }
  // Views of the sums in reports/sums.ts. Several rows may have the same key, and a sum may be zero.
  order_sums: Sums & { day: string }
  customer_order_sums: Sums & { customer_id: string }
  monthly_customer_order_sums: { month: string; customer_id: string; orders: number; amount: Kurus }
  monthly_product_line_sums: { month: string; product_id: string; unit: string; quantity: number; amount: Kurus }
  category_line_sums: { day: string; category: string; quantity: number; amount: Kurus }
  custom_orders: {
    id: string
    customer_id: string
    created_by_marketer_id: string | null
    status: Quote['status']
    created_at: Instant
    items: JSONColumnType<Quote['items']>
    notes: string | null
    answer: ColumnType<QuoteAnswer | null, string | null | undefined, string | null>
    order_id: string | null
  }
  idempotency_keys: {
    account_id: string | null
    key: string
    request_hash: Buffer
    status: number | null
    answer: string | null
    result_id: string | null
    expires_at: InstantOrNot
  }
  mails: {
    id: string
    kind: string
    facts: ColumnType<unknown, string, never>
    created_at: Instant
    tries: Generated<number>
    next_at: Instant
    recipient: string | null
    sent_at: InstantOrNot
    gave_up_at: InstantOrNot
    last_error: string | null
    claimed_until: InstantOrNot
    retried_at: InstantOrNot
  }
  notifications: NotificationTable
  notification_preferences: NotificationPreferenceTable
  push_subscriptions: PushSubscriptionTable
  pushes: PushTable
  audit_log: {
    id: Generated<number>
    created_at: Instant
    actor_id: string | null
    actor_role: string | null
    actor_name: string | null
    action: string
    entity: string
    entity_id: string
    before: JSONColumnType<Record<string, unknown>> | null
    after: JSONColumnType<Record<string, unknown>> | null
    search_text: string
  }
  privacy_notices: { version: string; body: string; created_at: Instant }
  privacy_acknowledgements: { account_id: string; version: string; acknowledged_at: Instant }
  order_archive: {
    order_id: string
    ordered_at: Instant
    archived_at: Instant
    delete_on: string
    content: JSONColumnType<ArchivedOrder>
  }
  pseudonyms_due: { account_id: string }
  security_log: SecurityLogTable
  carts: CartTable
  cart_lines: CartLineTable
  offers: OfferTable
  offer_settings: OfferSettingsTable
  order_lists: OrderListTable
  order_list_lines: OrderListLineTable
  delivery_settings: DeliverySettingsTable
  delivery_routes: DeliveryRouteTable
  delivery_customers: DeliveryCustomerTable
  delivery_exceptions: DeliveryExceptionTable
  standing_orders: StandingOrderTable
  standing_order_lines: StandingOrderLineTable
  standing_order_days: StandingOrderDayTable
  portal_secrets: { name: string; value: Buffer }
  backups: BackupsTable
  images: ImagesTable
}

type Sums = { status: OrderStatus; orders: number; amount: Kurus }

/** A pool or an open transaction, for work that runs in either. */
export type Database = Kysely<Tables>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
