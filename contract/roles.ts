import type { Role } from './call.ts'

/** The roles as screens and files name them. */
export const ROLE_LABELS = {
  customer: 'Müşteri',
  marketer: 'Pazarlamacı',
  admin: 'Yönetici',
} as const satisfies Record<Role, string>

/**
 * What replies to customers and marketers have instead of an admin's name. Their screens and mails show the name of the
 * wholesaler, for which admins act (page 068).
 */
export const ADMIN_NAME = ROLE_LABELS.admin

/** How screens and mails name the marketer who placed, revised or cancelled an order. */
export const marketerText = (name: string | null | undefined) => (name ? `${name} (pazarlamacı)` : ROLE_LABELS.marketer)
