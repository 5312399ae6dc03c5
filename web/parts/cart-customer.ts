import * as z from 'zod/mini'

/** The customer for whom a marketer fills a cart and orders. */
export const CartCustomer = z.object({ id: z.uuid(), company_name: z.string(), is_active: z.boolean() })
export type CartCustomer = z.output<typeof CartCustomer>
