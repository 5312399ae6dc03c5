import { expect, test } from 'vitest'
import { otherNeeds, quantityOf, type Shelf } from './shelf-counts.ts'

const KITCHEN = { id: 'kitchen', name: 'Mutfak' }
const BAR = { id: 'bar', name: 'Bar' }
const shelf = (target: number | null): Shelf => ({ list: KITCHEN, target, unit: 'KG' })
const counted = { list_id: KITCHEN.id, onShelf: 4, at: 1 }

test.each([
  ['counted', counted, 6],
  ['typed', { ...counted, wanted: 8 }, 8],
])('what was %s for a list whose target is gone contributes nothing', (_, count, needed) => {
  const wanted = { quantity: 0, unit: 'KG', counts: [count] }
  expect(quantityOf(wanted, [shelf(10)])).toBe(needed)
  expect([quantityOf(wanted, [shelf(null)]), otherNeeds(wanted, [shelf(null)], BAR)]).toEqual([0, []])
})
