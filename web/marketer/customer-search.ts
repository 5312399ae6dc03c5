import type { OwnCustomer } from '#contract/customers.ts'
import { fold, searchWords } from '#contract/turkish.ts'

/** The customers whose company name or username contains every word of the text, as in the server's search. */
export function customersFound<Named extends Pick<OwnCustomer, 'company_name' | 'username'>>(
  customers: readonly Named[],
  search: string,
): Named[] {
  const words = searchWords(search)
  return customers.filter(({ company_name, username }) => {
    const text = fold(`${company_name} ${username}`)
    return words.every(word => text.includes(word))
  })
}
