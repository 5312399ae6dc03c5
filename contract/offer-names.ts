// The names of offers, which distinguish them from the products that their goods come from.

const MARK = '(Fırsat)'
/** How many characters of the product's name an offer's name has before the mark. */
const MAX_NAME_START = 190

/**
 * The name of a product's offers. It begins like the product's name, so that lists sorted by name show them together.
 */
export const offerNameOf = (name: string) => `${name.slice(0, MAX_NAME_START).trim()} ${MARK}`

/**
 * Whether a name is like an offer's, so that screens must not truncate its end. It does not say whether the product is
 * an offer, as products can be renamed.
 */
export const isOfferName = (name: string) => name.endsWith(MARK)
