/** How many rows of a list can be selected: they are changed one by one, and these take a few minutes. */
export const MAX_SELECTED = 5_000
