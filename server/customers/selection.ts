import type { SelectedCustomer } from '#contract/customers.ts'
import { MAX_SELECTED } from '#contract/selection.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { keyedList } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { BY_NAME, type CustomerFilter, matching, visibleTo } from './customers.ts'

/**
 * The customers that match the filter: their ids, or with their marketers. Refuses with `selection_too_large` if there
 * are too many.
 */
export async function selectCustomers(
  db: Database,
  actor: Actor<'admin'>,
  { with: more, ...filter }: CustomerFilter & { with?: 'marketer' | undefined },
): Promise<(string | SelectedCustomer)[]> {
  const found = visibleTo(db, actor)
    .where(matching(filter))
    .select(['accounts.id', 'accounts.name as company_name', 'assigned_marketer_id'])
  const list = keyedList(found, {
    direction: 'asc',
    key: BY_NAME,
    item: ({ id, assigned_marketer_id }) => (more ? { id, assigned_marketer_id } : id),
  })
  const { rows, last } = await list.read(undefined, MAX_SELECTED)
  return last === undefined ? rows : refuse('selection_too_large', MAX_SELECTED)
}
