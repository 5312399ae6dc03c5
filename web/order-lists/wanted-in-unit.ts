import type { ShelfCount } from './shelf-counts.ts'

/**
 * The wanted quantity of a product, what the user has counted on the shelves of lists, and the unit beside which they
 * were entered; entries of earlier versions have none.
 */
export type Wanted = { quantity: number; counts?: readonly ShelfCount[] | undefined; unit?: string | undefined }

export const NONE: Wanted = { quantity: 0 }

/** Whether this was not entered in another unit than the product has, if it is on sale. */
export const isInUnit = (wanted: Wanted, unit: string | undefined): boolean =>
  unit === undefined || wanted.unit === undefined || wanted.unit === unit

/** What is wanted of a product that has this unit, if it is on sale: nothing if that was entered in another one. */
export const inUnit = (wanted: Wanted, unit: string | undefined): Wanted => (isInUnit(wanted, unit) ? wanted : NONE)
