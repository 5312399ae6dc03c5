import type { OwnCustomer } from '#contract/customers.ts'
import { session } from '../current-session.ts'
import { updateStored } from '../pwa/database.ts'
import { fieldsOf, isText, parseJson } from '../stored-values.ts'

/** Updates a customer that the logged-in marketer has changed in the marketer's customers stored in this browser. */
export async function updateStoredCustomer(changed: OwnCustomer) {
  // As in `marketer/offline-customers.ts`.
  await updateStored('answers', `${session()?.user.id} own customers`, stored => {
    const { answer } = fieldsOf(stored)
    return isText(answer) ? { ...fieldsOf(stored), answer: withChanged(answer, changed) } : stored
  })
}

/** The text of a list with what can be changed of one of its customers, as the API sends it. */
function withChanged(
  text: string,
  { id, company_name, email, email_verified, phone, address, is_active }: OwnCustomer,
) {
  const customers = parseJson(text)
  if (!Array.isArray(customers)) return text
  const changed = { company_name, email, email_verified, phone, address, is_active }
  return JSON.stringify(customers.map(one => (fieldsOf(one)['id'] === id ? { ...fieldsOf(one), ...changed } : one)))
}
