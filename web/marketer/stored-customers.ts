import * as z from 'zod/mini'
import { OwnCustomer } from '#checked/customers.ts'
import { fieldsOf, isText, parseJson } from '../stored-values.ts'

const OwnCustomers = z.array(OwnCustomer)

/**
 * The customers in the stored text of their list, with what was `changed` since (`updateStoredCustomer`); undefined if
 * this version cannot decode them.
 */
export function customersIn(text: string, changed: unknown): OwnCustomer[] | undefined {
  const list = parseJson(text)
  if (!Array.isArray(list)) return undefined
  const read = z.safeParse(
    OwnCustomers,
    list.map(one => ({ ...fieldsOf(one), ...fieldsOf(changeOf(fieldsOf(one)['id'], changed)) })),
  )
  return read.success ? read.data : undefined
}

const changeOf = (id: unknown, changed: unknown) => (isText(id) ? fieldsOf(fieldsOf(changed)[id])['to'] : undefined)
