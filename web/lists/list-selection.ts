import { useState } from 'react'

/**
 * The rows that are selected in a list, individually or all of them. `list` identifies the list with its filters;
 * another list starts without a selection. Individually selected rows count only while they are in the list; if all are
 * selected, some may not be loaded. `kept` is the initial selection, if there is one.
 */
export function useListSelection(list: string, loaded: readonly { id: string }[], kept?: ListSelection) {
  const [selection, setSelection] = useState(kept ?? { list, ids: [], isWhole: false })
  const { ids, isWhole } = selection.list === list ? selection : { ids: [], isWhole: false }
  const set = new Set(ids)
  return {
    /** The selection to pass as `kept` later. */
    selection,
    chosen: isWhole ? ids : loaded.filter(({ id }) => set.has(id)).map(({ id }) => id),
    choose: (next: readonly string[]) => setSelection({ list, ids: next, isWhole: isWhole && next.length > 0 }),
    /**
     * Removes rows from the current selection, which may have changed (or belong to another list) since they were read.
     */
    drop: (dropped: readonly string[]) => {
      const gone = new Set(dropped)
      setSelection(({ ids: present, ...rest }) => {
        const left = present.filter(id => !gone.has(id))
        return { ...rest, ids: left, isWhole: rest.isWhole && left.length > 0 }
      })
    },
    /**
     * Selects all rows. `requested` is the list for which they were fetched; if another one is shown now, nothing
     * happens.
     */
    chooseWhole: (requested: string, all: readonly string[]) =>
      setSelection(present => (present.list === requested ? { list: requested, ids: all, isWhole: true } : present)),
  }
}

export type ListSelection = { list: string; ids: readonly string[]; isWhole: boolean }
