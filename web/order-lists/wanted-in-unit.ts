/**
 * What the user has entered of a product in a list where it has a target: how many are on the list's shelf, and how many
 * are wanted for the list, if the user has changed the proposal; and when, in ms since 1970.
 */
export type ShelfCount = { list_id: string; onShelf?: number | undefined; wanted?: number | undefined; at: number }

/**
 * What the user has entered of a product: a quantity for all lists, or what lists with targets need, from which the
 * quantity follows; and the unit beside which it was entered, which entries of earlier versions do not have.
 */
export type Wanted = { quantity: number; counts?: readonly ShelfCount[] | undefined; unit?: string | undefined }

export const NONE: Wanted = { quantity: 0 }

/** Whether this was not entered in another unit than the product has, if it is on sale. */
export const isInUnit = (wanted: Wanted, unit: string | undefined): boolean =>
  unit === undefined || wanted.unit === undefined || wanted.unit === unit

/** What is wanted of a product that has this unit, if it is on sale: nothing if that was entered in another one. */
export const inUnit = (wanted: Wanted, unit: string | undefined): Wanted => (isInUnit(wanted, unit) ? wanted : NONE)
