import { readCustomersDeliveryDays } from '#contract/delivery.ts'
import { prefetchCall } from '../queries.ts'

/** Fetches and stores the delivery days and the delivery fee of a marketer's customer for offline use. */
export const prefetchCustomersDelivery = (id: string) => prefetchCall(readCustomersDeliveryDays, { params: { id } })
