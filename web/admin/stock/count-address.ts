const STOCK = '/admin/dashboard?tab=stock'

/** URL of an open count, or of the preview of finalizing it. */
export const addressOfCount = (id: string, step?: 'preview') =>
  `${STOCK}&mode=count&count=${id}${step ? `&step=${step}` : ''}`

/** URL of a finalized count with its differences. */
export const addressOfFinalized = (id: string) => `${STOCK}&mode=recent&count=${id}`

export const OPEN_COUNTS_ADDRESS = `${STOCK}&mode=count`
export const RECENT_COUNTS_ADDRESS = `${STOCK}&mode=recent`
