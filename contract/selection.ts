/** How many rows of a list can be selected at once. They are changed one by one; this many take a few minutes. */
export const MAX_SELECTED = 5_000
