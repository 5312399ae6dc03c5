const STOCK = '/admin/dashboard?tab=stock'

/** Where an open count is worked on, or what finalizing it would do (`preview`) is shown. */
export const addressOfCount = (id: string, step?: 'preview') =>
  `${STOCK}&mode=count&count=${id}${step ? `&step=${step}` : ''}`

/** Where a finalized count is shown with what it has changed. */
export const addressOfFinalized = (id: string) => `${STOCK}&mode=recent&count=${id}`

export const OPEN_COUNTS = `${STOCK}&mode=count`
export const RECENT_COUNTS = `${STOCK}&mode=recent`
