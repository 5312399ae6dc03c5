import { isOfferName } from '#contract/offer-names.ts'

/**
 * The classes of a product's name on at most two lines. An offer's name is never cut, as only its end marks the offer.
 */
export const nameLines = (name: string) => (isOfferName(name) ? 'break-words' : 'line-clamp-2 break-words')
