// The names of offers, which distinguish them from the products that their goods come from.

export const OFFER_MARK = '(Fırsat)'

/**
 * Whether a name is like an offer's, so that screens must not truncate its end. It does not say whether the product is
 * an offer, as products can be renamed.
 */
export const isOfferName = (name: string) => name.endsWith(OFFER_MARK)
