import type { Role } from './call.ts'

/** The roles as screens and files name them. */
export const ROLE_LABELS = {
  customer: 'Müşteri',
  marketer: 'Pazarlamacı',
  admin: 'Yönetici',
} as const satisfies Record<Role, string>

/** The name that customers and marketers see instead of an admin's, who acts for the wholesaler. */
export const ADMIN_NAME = ROLE_LABELS.admin
