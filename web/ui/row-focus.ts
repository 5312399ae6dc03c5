import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import type { DataTableProps } from './data-table-columns.ts'
import { focusAfterRemoval, SEARCH } from './focus-after-removal.ts'

/** The row that has the focus (itself or a control in it), and the search field above it, if there is one. */
type Held = { key: string; index: number; search: HTMLElement | null }

/**
 * Keeps the focus in a list whose rows change: when the focused row moves to a position where it is not rendered,
 * `focusRow` is called with its index; when it leaves the list, with the index of the row in its place. When no row is
 * left, the search gets the focus, or without one the page's content.
 */
export function useRowFocus<Row>(
  { rows, rowKey }: Pick<DataTableProps<Row>, 'rows' | 'rowKey'>,
  focusRow: (index: number) => void,
) {
  const held = useRef<Held>(undefined)
  useEffect(() => {
    const last = held.current
    if (!last) return
    const isLost = document.activeElement === document.body
    const current = rows[last.index]
    if (current !== undefined && rowKey(current) === last.key) {
      // The row was scrolled out of view, or its form has opened.
      if (isLost) held.current = undefined
      return
    }
    const moved = rows.findIndex(row => rowKey(row) === last.key)
    if (moved !== -1) last.index = moved
    if (isLost && rows.length > 0) focusRow(Math.min(last.index, rows.length - 1))
  })
  useEffect(
    () => () => {
      const last = held.current
      // A search that has gone with the list was left by the user.
      if (last && last.search?.isConnected !== false && document.activeElement === document.body)
        focusAfterRemoval({ detail: 0 })
    },
    [],
  )
  return {
    /** To be called when a row, or a control in it, takes the focus. */
    hold: (row: Row, index: number) => {
      held.current = { key: rowKey(row), index, search: document.querySelector(SEARCH) }
    },
    // Not when the window loses the focus: the row is focused again when the user returns.
    onBlur: ({ target }: FocusEvent) => {
      if (document.activeElement !== target) held.current = undefined
    },
  }
}

export type VirtualizedRows = { list: RefObject<HTMLElement | null>; scrollToIndex: (index: number) => void }

/**
 * A function that moves the focus to a row with this index, or to the first `control` in it. The row may have to be
 * rendered before it can take the focus; it does not if the user has put the focus elsewhere by then.
 */
export function useFocusRow({ list, scrollToIndex }: VirtualizedRows, control = '') {
  const wanted = useRef<{ index: number; from: Element | null }>(undefined)
  const focusWanted = () => {
    if (!wanted.current) return
    const { index, from } = wanted.current
    const { activeElement: focused, body } = document
    const isElsewhere = focused !== from && focused !== body
    const place = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${control}`)
    if (isElsewhere || place) wanted.current = undefined
    if (isElsewhere || !place) return
    place.focus({ preventScroll: true })
    place.scrollIntoView({ block: 'nearest' })
  }
  useEffect(focusWanted)
  return (index: number) => {
    wanted.current = { index, from: document.activeElement }
    focusWanted()
    if (wanted.current !== undefined) scrollToIndex(index)
  }
}
