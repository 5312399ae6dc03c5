import { isOfferName } from '#contract/offer-names.ts'

/** The classes of a product's name on at most two lines; that of an offer is shown whole, since only its end says so. */
export const nameLines = (name: string) => (isOfferName(name) ? 'break-words' : 'line-clamp-2 break-words')
