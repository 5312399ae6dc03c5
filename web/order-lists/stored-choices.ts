import { session } from '../current-session.ts'
import { storeText } from '../pwa/stored-text.ts'

const NAME = 'entry-choices'

/** The name of the text that stores the choices for a customer; null is the logged-in customer. */
export const choicesName = (owner: string | null) => (owner ? `${NAME}:${owner}` : NAME)

/** The customers for whom the logged-in user has stored choices. */
export const customersWithChoices = () =>
  Object.keys(localStorage).flatMap(key => {
    const [name, customer, user_id] = key.split(':')
    return name === NAME && customer && user_id && user_id === session()?.user.id ? [customer] : []
  })

/** Deletes the choices that the user has stored for other customers than these, unless another user has logged in. */
export function forgetChoices(user_id: string, customers: ReadonlySet<unknown>) {
  if (session()?.user.id !== user_id) return
  for (const customer of customersWithChoices()) if (!customers.has(customer)) storeText(choicesName(customer), '')
}
