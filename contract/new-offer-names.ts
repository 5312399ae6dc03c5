// The names that new offers get. Not in `offer-names.ts`, which every visit loads.

import { OFFER_MARK } from './offer-names.ts'
import { MAX_PRODUCT_NAME } from './products.ts'
import { formatDay } from './turkish.ts'

/** How the names of offers of goods with this expiry (YYYY-MM-DD) end: '14.12.2026 (Fırsat)'. */
export const offerNameEnd = (expires_on: string) => `${formatDay(expires_on)} ${OFFER_MARK}`

/**
 * The name of an offer: 'Ezine 14.12.2026 (Fırsat)', or 'Ezine L2417 14.12.2026 (Fırsat)' with the code of its lot. It
 * begins like the product's name, so that lists sorted by name show them together.
 */
export function offerNameOf(name: string, { expires_on, code }: { expires_on: string; code?: string }) {
  const end = [code, offerNameEnd(expires_on)].filter(Boolean).join(' ')
  return `${name.slice(0, MAX_PRODUCT_NAME - 1 - end.length).trim()} ${end}`
}
