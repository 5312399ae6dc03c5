import type * as z from 'zod/mini'
import type { StandingOrder } from '#contract/standing-orders.ts'
import { CUSTOMER } from './samples.ts'

/** A standing order for Tuesdays, without lines, as the API sends it. */
export const STANDING: z.input<typeof StandingOrder> = {
  id: '6b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  customer_id: CUSTOMER.user.id,
  user_company: CUSTOMER.user.company_name,
  name: 'Haftalık',
  items: [],
  notes: null,
  weekdays: [2],
  every_weeks: 1,
  starts_on: '2026-03-10',
  ends_on: null,
  closed_days: 'move',
  shortages: 'reduce',
  is_paused: false,
  version: 1,
  created_at: '2026-03-10T07:00:00.000Z',
  updated_at: '2026-03-10T07:00:00.000Z',
  updated_by: CUSTOMER.user.company_name,
  coming: [],
  past: [],
}
