import type { OwnCustomer } from '#contract/customers.ts'
import { session } from '../current-session.ts'
import { updateStored } from '../pwa/database.ts'
import { fieldsOf } from '../stored-values.ts'

/**
 * Stores what the logged-in marketer has changed of a customer beside the marketer's customers in this browser, even if
 * these are still to be stored: until a list is stored that was requested later, as one that was requested before does
 * not have it.
 */
export async function updateStoredCustomer({ id, ...changed }: OwnCustomer) {
  const { company_name, email, email_verified, phone, address, is_active } = changed
  const to = { company_name, email, email_verified, phone, address, is_active }
  const current = session()
  if (current?.role !== 'marketer') return
  const user_id = current.user.id
  // As in `marketer/offline-customers.ts`.
  await updateStored('answers', `${user_id} own customers`, stored => {
    const list = fieldsOf(stored)
    return { ...list, user_id, changed: { ...fieldsOf(list['changed']), [id]: { at: Date.now(), to } } }
  })
}
