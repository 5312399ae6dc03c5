import { confirmLeave } from './leave-guard.ts'
import { KEEP_SCROLL, useSearchParams } from './router.tsx'

/** As history state: an entry that was added when a sheet was opened over the list with this query (with its `?`). */
type SheetEntry = { over: string }
/** As history state: an entry whose sheet was closed, and which is about to be left. */
type ClosedEntry = { closed: number }

let closings = 0
/** Whether the entry of a closed sheet is being left: `history.back` is asynchronous. */
let isGoingBack = false
addEventListener('popstate', () => (isGoingBack = false))

/**
 * A sheet beside a list, whose row is named by the URL parameter `name`: a link opens it, a reload keeps it open, and
 * the browser's Back closes it. `id` is '' while it is closed.
 */
export function useSheet(name: string) {
  const [params] = useSearchParams()
  const id = params.get(name) ?? ''
  return {
    id,
    /** Opens a row. `instead` is the URL parameter of the sheet that it replaces. */
    open: (row: string, options: { instead?: string; skipsLeaveCheck?: boolean } = {}) => openSheet(name, row, options),
    /** Does nothing if the sheet now shows another row or is closed. The caller has checked for unsaved changes. */
    close: () => closeSheet(name, id),
  }
}

function openSheet(
  name: string,
  id: string,
  { instead, skipsLeaveCheck = false }: { instead?: string; skipsLeaveCheck?: boolean },
) {
  if (isGoingBack) {
    addEventListener('popstate', () => openSheet(name, id, { skipsLeaveCheck, ...(instead && { instead }) }), {
      once: true,
    })
    return
  }
  if (!skipsLeaveCheck && !confirmLeave()) return
  const entry: unknown = history.state
  const params = new URLSearchParams(location.search)
  if (instead) params.delete(instead)
  const over = isSheetEntry(entry) ? entry.over : location.search
  params.set(name, id)
  const state = { ...KEEP_SCROLL, over } satisfies SheetEntry
  // Sheets opened one after another share one entry, so that a single Back closes the last one.
  if (isSheetEntry(entry) || isClosedEntry(entry)) history.replaceState(state, '', location.pathname + queryOf(params))
  else history.pushState(state, '', location.pathname + queryOf(params))
}

function closeSheet(name: string, id: string) {
  const params = new URLSearchParams(location.search)
  if (!id || params.get(name) !== id) return
  params.delete(name)
  const entry: unknown = history.state
  const list = queryOf(params)
  const isOverList = isSheetEntry(entry) && queryOf(new URLSearchParams(entry.over)) === list
  const closed = ++closings
  const address = location.pathname + (isOverList ? entry.over : list)
  history.replaceState({ ...KEEP_SCROLL, closed } satisfies ClosedEntry, '', address)
  // The previous entry is already the list: without leaving this one, Back would show the list again for each closed
  // sheet.
  if (isOverList) setTimeout(leaveEntry, 0, closed)
}

/** Leaves the entry of a closed sheet, unless something else has been opened in the entry since. */
function leaveEntry(closed: number) {
  const entry: unknown = history.state
  if (!isClosedEntry(entry) || entry.closed !== closed) return
  isGoingBack = true
  history.back()
}

function queryOf(params: URLSearchParams) {
  const text = params.toString()
  return text && `?${text}`
}

const isSheetEntry = (state: unknown): state is SheetEntry =>
  typeof state === 'object' && state !== null && 'over' in state && typeof state.over === 'string'
const isClosedEntry = (state: unknown): state is ClosedEntry =>
  typeof state === 'object' && state !== null && 'closed' in state && typeof state.closed === 'number'
