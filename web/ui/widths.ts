// Widths at which several layouts change, for `useMedia`. The width of phones is in `media.ts`, as the first visit needs
// it alone.

/** The windows of the narrowest phones: below 360 CSS pixels. */
export const NARROW_PHONE = '(max-width: 22.49rem)'

/** The windows of phones and upright tablets, too narrow for all that a desk shows side by side. */
export const SINGLE_COLUMN = '(max-width: 63.99rem)'

/** The windows of desks. */
export const DESK = '(min-width: 64rem)'
