import type { OwnCustomer } from '#contract/customers.ts'
import { session } from '../current-session.ts'
import { updateStored } from '../pwa/database.ts'
import { fieldsOf, isText } from '../stored-values.ts'

/**
 * Stores what the logged-in marketer has changed of a customer beside the marketer's customers in this browser: until a
 * list is stored that was requested later, as one that was requested before does not have it.
 */
export async function updateStoredCustomer({ id, ...changed }: OwnCustomer) {
  const { company_name, email, email_verified, phone, address, is_active } = changed
  const to = { company_name, email, email_verified, phone, address, is_active }
  // As in `marketer/offline-customers.ts`.
  await updateStored('answers', `${session()?.user.id} own customers`, stored => {
    const list = fieldsOf(stored)
    const others = fieldsOf(list['changed'])
    return isText(list['answer']) ? { ...list, changed: { ...others, [id]: { at: Date.now(), to } } } : stored
  })
}
