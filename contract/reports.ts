import * as z from 'zod/mini'
import { call, file, XLSX } from './call.ts'
import { CalendarDay, Instant, isPeriod } from './fields.ts'
import { Money, MoneySum } from './money.ts'
import { OrderFilters } from './order-query.ts'

export const MAX_POPULAR_PRODUCTS = 10

/** Figures of the whole business; active customers may order. Cancelled orders count only in `total_orders`. */
export const AdminStats = z.object({
  total_orders: z.int(),
  pending_orders: z.int(),
  preparing_orders: z.int(),
  completed_orders: z.int(),
  total_customers: z.int(),
  active_customers: z.int(),
  total_products: z.int(),
  total_revenue: MoneySum,
  recent_orders_count: z.int(),
  /** Unanswered quote requests. */
  new_quotes: z.int(),
  popular_products: z.array(z.object({ name: z.string(), brand: z.string(), quantity: z.int(), price: Money })),
})
export type AdminStats = z.infer<typeof AdminStats>

export const readAdminStats = call('GET /admin/stats', {
  roles: ['admin'],
  resources: ['orders', 'customers', 'products', 'quotes'],
  reply: AdminStats,
  summary: 'Figures of the whole business; `recent_orders_count` is of the last 7 × 24 hours.',
  failure: 'İstatistikler yüklenemedi',
})

/** Figures of a marketer's own customers. Cancelled orders count in `totalOrders`, not in `totalRevenue`. */
export const MarketerStats = z.object({
  totalCustomers: z.int(),
  totalOrders: z.int(),
  pendingOrders: z.int(),
  totalRevenue: MoneySum,
})
export type MarketerStats = z.infer<typeof MarketerStats>

export const readMarketerStats = call('GET /marketer/stats', {
  roles: ['marketer'],
  resources: ['orders', 'customers'],
  isStoredOffline: true,
  reply: MarketerStats,
  summary: 'Figures of the marketer’s own customers and their orders.',
  failure: 'Veriler yüklenirken hata oluştu',
})

const Sales = z.object({ orders: z.int(), revenue: MoneySum })

/** Sales of the current period so far, and of the previous one up to the same point. Excludes cancelled orders. */
const Compared = z.extend(Sales, { before: Sales })

export const Revenue = z.object({
  today: Compared,
  this_week: Compared,
  this_month: Compared,
  total: Sales,
})
export type Revenue = z.infer<typeof Revenue>

const FAILED = 'Raporlar yüklenemedi'

export const readRevenue = call('GET /admin/reports/revenue', {
  roles: ['admin'],
  resources: ['reports'],
  reply: Revenue,
  summary: 'Revenue with VAT of today, this week (from Monday), this month and in total, in Istanbul’s time.',
  failure: FAILED,
})

export const MAX_TOP_CUSTOMERS = 10

/** The length of a report without `from`, in days. */
export const DEFAULT_REPORT_DAYS = 30
/** The longest period of a report. */
export const MAX_REPORT_YEARS = 10
/** The most days that such a period can have. */
export const MAX_REPORT_DAYS = MAX_REPORT_YEARS * 366

/**
 * Sales of a period by several dimensions. Each adds up to the same revenue, except the top customers, and the
 * categories, which exclude delivery fees.
 */
export const SalesReport = z.object({
  from: z.string(),
  to: z.string(),
  total: Sales,
  /** Sales of the period of the same length before this one. If this one is not over yet, it ends at `until`. */
  before: z.extend(Sales, { from: z.string(), to: z.string(), until: z.nullable(Instant) }),
  by_day: z.array(z.extend(Sales, { day: z.string() })),
  by_status: z.array(z.extend(Sales, { status: z.string() })),
  by_category: z.array(z.object({ category: z.string(), quantity: z.int(), revenue: MoneySum })),
  by_marketer: z.array(z.extend(Sales, { marketer_id: z.nullable(z.uuid()), marketer_name: z.nullable(z.string()) })),
  top_customers: z.array(z.extend(Sales, { customer_id: z.uuid(), company_name: z.string() })),
})
export type SalesReport = z.infer<typeof SalesReport>

export const readSales = call('GET /admin/reports/sales', {
  roles: ['admin'],
  resources: ['reports'],
  query: z.object({ from: z.optional(CalendarDay), to: z.optional(CalendarDay) }),
  reply: SalesReport,
  summary:
    'Revenue with VAT by day, category, marketer of the customer and customer, orders by status; days are Istanbul’s. Cancelled orders are counted only under their status.',
  failure: FAILED,
})

const SoldProduct = z.object({
  product_id: z.uuid(),
  name: z.string(),
  brand: z.string(),
  /** Null if some of the quantity was sold in another unit than the product has now. */
  unit: z.nullable(z.string()),
  quantity: z.int(),
  revenue: MoneySum,
})

/** The best-selling products of a period. */
export const TopProducts = z.object({
  from: z.string(),
  to: z.string(),
  by_quantity: z.array(SoldProduct),
  by_revenue: z.array(SoldProduct),
})
export type TopProducts = z.infer<typeof TopProducts>

export const readTopProducts = call('GET /admin/reports/products', {
  roles: ['admin'],
  resources: ['reports'],
  query: z.object({ from: z.optional(CalendarDay), to: z.optional(CalendarDay) }),
  reply: TopProducts,
  summary:
    'The 10 best-selling products of a period, by quantity and by revenue with VAT; cancelled orders do not count, days are Istanbul’s. `unit` is null if some of the quantity was sold in another unit than the product has now.',
  failure: FAILED,
})

export const downloadOrders = file('GET /admin/reports/orders-excel', {
  roles: ['admin'],
  query: z.object(OrderFilters).check(isPeriod),
  download: { media: XLSX, name: 'siparisler.xlsx' },
  summary: 'The orders that match the filters of the list as a workbook, newest first.',
  personalData: true,
  failure: 'Excel dosyası indirilemedi',
})
