import { useState } from 'react'

type EditedRow<Row> = { id: string | undefined; list: string; index: number; row: Row | undefined }

/**
 * The rows of a list with the edited one where its form was opened: changes by others, which may move it elsewhere or
 * out of the list, do not take the form away. `list` identifies the filter and sort order; in another list than that
 * in which the form was opened, the rows are returned as they are.
 */
export function useEditedRowInPlace<Row extends { id: string }>(
  rows: readonly Row[],
  id: string | undefined,
  list: string,
) {
  const [edited, setEdited] = useState<EditedRow<Row>>()
  if (edited?.id !== id) {
    const index = rows.findIndex(row => row.id === id)
    setEdited({ id, list, index, row: rows[index] })
  }
  if (!edited?.row || edited.id !== id || edited.list !== list) return rows
  if (rows[edited.index]?.id === id) return rows
  const row = rows.find(one => one.id === id) ?? edited.row
  const others = rows.filter(one => one.id !== id)
  return [...others.slice(0, edited.index), row, ...others.slice(edited.index)]
}
