// What tells an offer from the product that its goods come from.

const MARK = '(Fırsat)'
/** The longest name of a product, without the mark. */
const LONGEST = 190

/** The name of the offers of a product: beside it in every list that is sorted by name. */
export const offerNameOf = (name: string) => `${name.slice(0, LONGEST).trim()} ${MARK}`

/** Whether a product is an offer by its name, whose end must not be cut off then. */
export const isOfferName = (name: string) => name.endsWith(MARK)
