const STOCK = '/admin/dashboard?tab=stock'

/** URL of an open count, or of the preview of finalizing it. */
export const addressOfCount = (id: string, step?: 'preview') =>
  `${STOCK}&mode=count&count=${id}${step ? `&step=${step}` : ''}`

/** URL of a finalized count with its differences. */
export const addressOfFinalized = (id: string) => `${STOCK}&mode=recent&count=${id}`

export const OPEN_COUNTS_ADDRESS = `${STOCK}&mode=count`
export const RECENT_COUNTS_ADDRESS = `${STOCK}&mode=recent`

/** Whether the user is still at one of these addresses, from which a reply that may be late leads on to another one. */
export function isAt(address: string) {
  const { pathname, searchParams } = new URL(address, location.href)
  const present = new URLSearchParams(location.search)
  return pathname === location.pathname && PARAMETERS.every(name => present.get(name) === searchParams.get(name))
}

const PARAMETERS = ['tab', 'mode', 'count', 'step']
