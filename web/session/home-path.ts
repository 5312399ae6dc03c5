import type { Role } from '#contract/call.ts'

/** The start page of each role. */
export const HOME_PATH: Record<Role, string> = {
  customer: '/dashboard',
  marketer: '/marketer/dashboard',
  admin: '/admin/dashboard',
}
