/** The most rows of a list that are selected at once: as many as are changed one by one within a few minutes. */
export const MAX_SELECTED = 5_000
