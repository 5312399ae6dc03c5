import * as z from 'zod/mini'
import { call } from './call.ts'
import { Money, MoneySum } from './money.ts'

export const MOST_POPULAR = 10

/** Figures of the whole business. Cancelled orders count in `total_orders`, not in revenue or popularity. */
export const AdminStats = z.object({
  total_orders: z.int(),
  pending_orders: z.int(),
  preparing_orders: z.int(),
  completed_orders: z.int(),
  total_customers: z.int(),
  total_products: z.int(),
  total_revenue: MoneySum,
  recent_orders_count: z.int(),
  popular_products: z.array(z.object({ name: z.string(), brand: z.string(), quantity: z.int(), price: Money })),
})
export type AdminStats = z.infer<typeof AdminStats>

export const readAdminStats = call('GET /admin/stats', {
  who: ['admin'],
  reply: AdminStats,
  summary: 'Figures of the whole business; `recent_orders_count` is of the last 7 × 24 hours.',
  failure: 'İstatistikler yüklenemedi',
})

/** A marketer's own customers and what they ordered. Cancelled orders count in `totalOrders`, not in revenue. */
export const MarketerStats = z.object({
  totalCustomers: z.int(),
  totalOrders: z.int(),
  pendingOrders: z.int(),
  totalRevenue: MoneySum,
})
export type MarketerStats = z.infer<typeof MarketerStats>

export const readMarketerStats = call('GET /marketer/stats', {
  who: ['marketer'],
  reply: MarketerStats,
  summary: 'Figures of the marketer’s own customers and their orders.',
  failure: 'Veriler yüklenirken hata oluştu',
})
