import type { Column, Sort } from './data-table-columns.ts'
import { Select } from './select.tsx'

type SortSelectProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | undefined; onSort: (sort: Sort) => void }

/** Chooses the sort order of a list on a phone, where the cards have no column headings to press. */
export function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, head }) => [
      { value: `${key} asc`, label: `${head}, artan` },
      { value: `${key} desc`, label: `${head}, azalan` },
    ])
  return (
    <Select
      aria-label="Sıralama"
      options={options}
      {...(sort ? {} : { placeholder: 'En uygun önce' })}
      value={sort ? `${sort.key} ${sort.descending ? 'desc' : 'asc'}` : ''}
      onChange={({ target }) => {
        const [key = '', direction] = target.value.split(' ')
        if (key) onSort({ key, descending: direction === 'desc' })
      }}
    />
  )
}
