import type { SheetColumn, Value } from '../documents/workbook-writing.ts'

type Rows = AsyncIterable<readonly Value[][]>
type Columns = readonly SheetColumn[]

/** A part of an export: its rows as JSON, and as one or several sheets of a workbook. */
export type Section = {
  key: string
  /** The value in pieces. */
  json: () => AsyncGenerator<string>
  sheets: { name: string; columns: Columns; rows: () => Rows }[]
}

type Definition<Row> = {
  key: string
  /** The rows in pages. They are read once for the JSON and once for each sheet, so that none is held in memory. */
  pages: () => AsyncIterable<readonly Row[]>
  json: (row: Row) => unknown
  sheets: { name: string; columns: Columns; rows: (row: Row) => Value[][] }[]
  /** There is one row, which is an object of the JSON instead of an array. */
  isSingle?: boolean
}

export function section<Row>({ key, pages, json, sheets, isSingle = false }: Definition<Row>): Section {
  return {
    key,
    json: async function* () {
      let isFirst = true
      if (!isSingle) yield '['
      for await (const rows of pages()) {
        for (const row of rows) {
          yield `${isFirst || isSingle ? '' : ','}\n${JSON.stringify(json(row))}`
          isFirst = false
        }
      }
      if (!isSingle) yield ']'
    },
    sheets: sheets.map(({ name, columns, rows: rowsOf }) => ({
      name,
      columns,
      rows: async function* () {
        for await (const rows of pages()) yield rows.flatMap(rowsOf)
      },
    })),
  }
}
