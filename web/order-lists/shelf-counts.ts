import type { ListLine, OrderList } from '#contract/order-lists.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { fieldsOf, isText, isWhole } from '../stored-values.ts'
import { unitOfTarget } from './orderable.ts'
import { inUnit, type ShelfCount, type Wanted } from './wanted-in-unit.ts'

export type CountedList = { id: string; name: string }

/** A product's line in a list: how many should be on the list's shelf. */
export type Shelf = { list: CountedList; target: number | null; unit: string }

/** The lines that lists have for products, by product id. */
export type Shelves = ReadonlyMap<string, readonly Shelf[]>

type Line = Pick<ListLine, 'product_id' | 'unit' | 'target' | 'target_unit'>

/** The lines of lists, by product id; those of the open list are the shown ones. */
export function shelvesIn(lists: readonly OrderList[], open: string | undefined, shown: readonly Line[]): Shelves {
  const shelves = new Map<string, readonly Shelf[]>()
  for (const list of lists)
    for (const line of list.id === open ? shown : list.lines) {
      const shelf = { list, target: line.target, unit: unitOfTarget(line) }
      shelves.set(line.product_id, [...(shelves.get(line.product_id) ?? []), shelf])
    }
  return shelves
}

/** What a list needs of a product. */
type Need = { count: ShelfCount; list: CountedList; needed: number }

/** What the present lists need, as far as it was entered. What was counted for a target that is gone is left out. */
function needsOf({ counts, unit }: Wanted, shelves: readonly Shelf[]): Need[] {
  return (counts ?? []).flatMap(count => {
    const shelf = shelves.find(({ list }) => list.id === count.list_id)
    if (!shelf || shelf.target === null) return []
    const needed = count.wanted ?? missingOn(shelf, count.onShelf, unit)
    return needed === undefined ? [] : [{ count, list: shelf.list, needed }]
  })
}

function missingOn({ target, unit }: Shelf, onShelf: number | undefined, counted: string | undefined) {
  const isComparable = target !== null && onShelf !== undefined && unit === counted
  return isComparable ? Math.max(target - onShelf, 0) : undefined
}

const sumOf = (needs: readonly Need[]) => needs.reduce((sum, { needed }) => sum + needed, 0)

/** How much is wanted of a product, in the unit in which it was entered; it may be more than there is in stock. */
export const quantityOf = (wanted: Wanted, shelves: readonly Shelf[] = []): number =>
  wanted.counts?.length ? Math.min(sumOf(needsOf(wanted, shelves)), MAX_QUANTITY) : wanted.quantity

/** How much is wanted of a product that has this unit, if it is on sale: 0 if that was entered in another one. */
export const quantityIn = (wanted: Wanted, unit: string | undefined, shelves?: readonly Shelf[]): number =>
  quantityOf(inUnit(wanted, unit), shelves)

/** What was entered for a list. */
export const countFor = ({ counts }: Wanted, { id }: CountedList): ShelfCount | undefined =>
  counts?.find(({ list_id }) => list_id === id)

/** What other lists than this one need. */
export const otherNeeds = (wanted: Wanted, shelves: readonly Shelf[], { id }: CountedList): readonly Need[] =>
  needsOf(wanted, shelves).filter(({ list }) => list.id !== id)

/** The entry after the shelf of a list was counted; `undefined` if its count was deleted. */
export function withCount(wanted: Wanted, { id }: CountedList, onShelf: number | undefined): Wanted {
  const others = wanted.counts?.filter(({ list_id }) => list_id !== id) ?? []
  return { quantity: 0, counts: onShelf === undefined ? others : [...others, { list_id: id, onShelf, at: Date.now() }] }
}

/**
 * The entry after a quantity was typed in the row of a list with a target. It is that of all lists: this one gets what
 * the others leave, and all of it if they need more.
 */
export function withQuantity(wanted: Wanted, shelves: readonly Shelf[], list: CountedList, quantity: number): Wanted {
  const others = otherNeeds(wanted, shelves, list)
  const left = quantity - sumOf(others)
  const kept = left < 0 ? [] : others.map(({ count }) => count)
  const [onShelf, here] = [countFor(wanted, list)?.onShelf, left < 0 ? quantity : left]
  const isNothing = here === 0 && onShelf === undefined
  const own = { list_id: list.id, onShelf, wanted: here, at: Date.now() }
  return { quantity: 0, counts: isNothing ? kept : [...kept, own] }
}

/** What remains of an entry when another state of it was put into the cart: what has been entered since. */
export function restOf(present: Wanted, taken: Wanted): Wanted {
  const isTaken = (one: ShelfCount) => taken.counts?.some(({ list_id, at }) => list_id === one.list_id && at === one.at)
  const quantity = present.quantity === taken.quantity ? 0 : present.quantity
  return { ...present, quantity, counts: present.counts?.filter(one => !isTaken(one)) }
}

/** The counts that are stored as this value. */
export function countsIn(stored: unknown): ShelfCount[] {
  return (Array.isArray(stored) ? stored : []).flatMap(one => {
    const { list_id, onShelf, wanted, at } = fieldsOf(one)
    if (!isText(list_id) || !isWhole(at, 0)) return []
    return [{ list_id, at, ...(isWhole(onShelf, 0) && { onShelf }), ...(isWhole(wanted, 0) && { wanted }) }]
  })
}
