// Widths at which layouts change, for `useMedia`. Apart from a phone's, which is all that the first visit of a customer
// needs (`useIsPhoneWidth`).

/** The windows of the narrowest phones: below 360 CSS pixels. */
export const NARROW_PHONE = '(max-width: 22.49rem)'

/** The windows of phones and upright tablets, too narrow for all that a desk shows side by side. */
export const SINGLE_COLUMN = '(max-width: 63.99rem)'

/** The windows of desks. */
export const DESK = '(min-width: 64rem)'
