import { expect, it } from 'vitest'
import { columnsThatFit } from './column-fit.ts'
import type { Column } from './data-table-columns.ts'

const COLUMNS: readonly Pick<Column<never>, 'key' | 'width' | 'minWidth' | 'hideOrder'>[] = [
  { key: 'number', width: '6.5rem' },
  { key: 'name' },
  { key: 'contact', minWidth: '11rem', hideOrder: 2 },
  { key: 'lines', width: '4.5rem', hideOrder: 1 },
  { key: 'total', width: '8.75rem' },
]

it.each([
  [38.75, 'number name contact lines total'],
  [38.74, 'number name contact total'],
  [34.25, 'number name contact total'],
  [34.24, 'number name total'],
  [1, 'number name total'],
])('at %s rem, the least important columns are hidden first, and required columns never', (room, shown) => {
  expect(
    columnsThatFit(COLUMNS, room)
      .map(({ key }) => key)
      .join(' '),
  ).toBe(shown)
})
