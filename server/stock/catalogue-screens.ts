import type { Tx } from '../db/transaction.ts'
import { refreshScreens } from '../notifications/live.ts'

/**
 * Refreshes the open screens that show the catalogue, of all users; those of admins refetch everything that the mutation
 * invalidates.
 */
export function refreshCatalogue(tx: Tx) {
  refreshScreens(tx, { roles: ['admin'] })
  refreshScreens(tx, { roles: ['marketer', 'customer'] }, ['products'])
}
