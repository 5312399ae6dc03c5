import * as z from 'zod/mini'
import { OwnCustomer } from '#checked/customers.ts'
import { parseJson } from '../stored-values.ts'

const OwnCustomers = z.array(OwnCustomer)

/** The customers in the stored text of their list; undefined if this version cannot decode it. */
export function customersIn(text: string): OwnCustomer[] | undefined {
  const read = z.safeParse(OwnCustomers, parseJson(text))
  return read.success ? read.data : undefined
}
