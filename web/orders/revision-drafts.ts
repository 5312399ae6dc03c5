import type { Order } from '#contract/orders.ts'
import { unsavedDrafts } from '../forms/unsaved-drafts.ts'
import type { Draft } from './revision-draft.ts'

/** The unsaved revisions of staff, by the id of the order, with the state of the order that each is based on. */
export const revisionDrafts = unsavedDrafts<{ base: Order; draft: Draft }>()
