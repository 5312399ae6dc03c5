const HOME = '/marketer/dashboard'

/** The address of a customer's page in the panel. */
export const customerPath = (id: string) => `${HOME}?tab=customers&customer=${id}`

/** The address of a customer's orders. */
export const customersOrdersPath = (id: string) => `${HOME}?tab=orders&customer_id=${id}`
