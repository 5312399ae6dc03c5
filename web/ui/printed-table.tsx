import type { Column } from './data-table.tsx'

type PrintedTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** All rows, for printing only: on the screen, only the visible rows are rendered. */
export function PrintedTable<Row>({ label, columns, rows, rowKey }: PrintedTableProps<Row>) {
  return (
    <table aria-label={label} className="hidden w-full text-sm print:table">
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column.key} scope="col" className={`border-b p-1 ${sideOf(column)}`}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={rowKey(row)} className="break-inside-avoid">
            {columns.map(column => (
              <td key={column.key} className={`border-line border-b p-1 align-top ${sideOf(column)}`}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sideOf = <Row,>({ numeric }: Column<Row>) => (numeric ? 'text-right tabular-nums' : 'text-left')
