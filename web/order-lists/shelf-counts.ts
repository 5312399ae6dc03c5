import { fieldsOf, isText, isWhole } from '../stored-values.ts'

/** A list whose lines have targets. */
export type CountedList = { id: string; name: string }

/** What the user has counted of a product on the shelf of a list, and how much of the list's target is missing. */
export type ShelfCount = { list: CountedList; onShelf: number; missing: number }

type Counts = readonly ShelfCount[] | undefined

/** What was counted for a list; `undefined` if nothing was. */
export const countFor = (counts: Counts, { id }: CountedList): number | undefined =>
  counts?.find(({ list }) => list.id === id)?.onShelf

/** The counts for other lists than this one. */
export const otherCounts = (counts: Counts, { id }: CountedList): readonly ShelfCount[] =>
  counts?.filter(({ list }) => list.id !== id) ?? []

/** How much all lists lack, each of which has a shelf of its own. */
export const missingOf = (counts: readonly ShelfCount[]): number =>
  counts.reduce((sum, { missing }) => sum + missing, 0)

/** The counts that are stored as this value. */
export function countsIn(stored: unknown): ShelfCount[] {
  return (Array.isArray(stored) ? stored : []).flatMap(one => {
    const { list, onShelf, missing } = fieldsOf(one)
    const { id, name } = fieldsOf(list)
    const isCount = isText(id) && isText(name) && isWhole(onShelf, 0) && isWhole(missing, 0)
    return isCount ? [{ list: { id, name }, onShelf, missing }] : []
  })
}
