/** Joins what there is of class names. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
