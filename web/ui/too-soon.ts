/** How long a press counts as meant for what was there before a question or an action appeared or changed, in ms. */
export const TOO_SOON = 700
