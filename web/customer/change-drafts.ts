import { unsavedDrafts } from '../forms/unsaved-drafts.ts'
import type { OrderChange } from './order-change.ts'

/** A customer's unsaved changes, by the id of the order; `since` is the order's revision count when each was begun. */
export const changeDrafts = unsavedDrafts<{ change: OrderChange; since: number }>()
