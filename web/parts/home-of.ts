import type { Role } from '#contract/call.ts'

/** The page that a person's day begins on. */
export const HOME_OF: Record<Role, string> = {
  customer: '/dashboard',
  marketer: '/marketer/dashboard',
  admin: '/admin/dashboard',
}
