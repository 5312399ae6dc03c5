export type Identified = { id: string | number }

/** The latest response for a list. */
export type FetchedRows<Row> = {
  /** Identifies the list, including its filters. */
  list: string
  /** Identifies the response: another object means another response. */
  source: unknown
  rows: readonly Row[]
  /** Whether there are further rows after these. */
  hasMore: boolean
  /** When it was fetched, in ms since 1970. */
  at: number
  /** Whether a request is in flight. */
  isFetching: boolean
  /** Whether the rows still belong to another list. */
  isPlaceholder: boolean
}

/** The state of a list on the screen. */
export type Steady<Row> = {
  list: string
  source: unknown
  rows: readonly Row[]
  /** How many rows of the latest response are held back. */
  added: number
  /** Whether no shown row is in the latest response: there may be more new rows than `added`. */
  isAllNew: boolean
  /** Whether some of the shown rows are no longer in the list or in this order, or have changes that would move others. */
  isOutdated: boolean
  /** Whether a response has arrived since the list was opened. */
  isSettled: boolean
  /** Since when these rows are shown, in ms since 1970. */
  shownAt: number
}

/** The user's activity. */
export type UserActivity = {
  /** Whether a pointer is down: nothing must change between pressing and releasing. */
  isPressed: boolean
  /** Whether the user is already interacting with the rows: then even the first response must not move them. */
  isTouched: boolean
  /** When the user last changed or refreshed the list, in ms since 1970: later responses are shown immediately. */
  wantedAt: number
}

/** Whether a row has the same height and controls after a change; otherwise it would move others, or exchange a button. */
export type SameLayout<Row> = (before: Row, after: Row) => boolean

/** The state of a list that is about to be opened. */
export const initialState = <Row>(list: string): Steady<Row> => ({
  list,
  source: undefined,
  rows: [],
  added: 0,
  isAllNew: false,
  isOutdated: false,
  isSettled: false,
  shownAt: 0,
})

/** The state in which all rows of a response are shown in its order. */
export const showAll = <Row>(steady: Steady<Row>, { list, source, rows, at, isFetching }: FetchedRows<Row>) => ({
  ...initialState<Row>(list),
  source,
  rows,
  isSettled: (steady.list === list && steady.isSettled) || !isFetching,
  shownAt: at,
})

/**
 * The state after a response. Shown rows keep their places and are updated, unless that changes their layout; new rows
 * before them are held back, further rows after them are appended, removed and moved rows remain. Another list, the first
 * response after opening, and results that the user requested are shown in full.
 */
export function nextState<Row extends Identified>(
  steady: Steady<Row>,
  fetched: FetchedRows<Row>,
  { isPressed, isTouched, wantedAt }: UserActivity,
  hasSameLayout: SameLayout<Row> = () => true,
): Steady<Row> {
  if (fetched.isPlaceholder) return steady
  // The rows of another list must not stay on the screen if this one cannot be loaded.
  if (fetched.source === undefined) return fetched.list === steady.list ? steady : initialState(fetched.list)
  const isEmpty = steady.rows.length === 0
  if (isPressed && !isEmpty) return steady
  const isOther = fetched.list !== steady.list
  const isWanted = wantedAt > steady.shownAt && fetched.at >= wantedAt
  const isNew = fetched.source !== steady.source
  const isFirst = isNew && !steady.isSettled && !isTouched
  if (isOther || isWanted || isFirst || (isEmpty && isNew)) return showAll(steady, fetched)
  if (isNew) return { ...merged(steady, fetched, hasSameLayout), isSettled: steady.isSettled || !fetched.isFetching }
  return steady.isSettled || fetched.isFetching ? steady : { ...steady, isSettled: true }
}

function merged<Row extends Identified>(
  steady: Steady<Row>,
  { source, rows, hasMore }: FetchedRows<Row>,
  hasSameLayout: SameLayout<Row>,
): Steady<Row> {
  const present = new Map(rows.map(row => [row.id, row]))
  const shownIds = new Set(steady.rows.map(({ id }) => id))
  const isNew = ({ id }: Row) => !shownIds.has(id)
  const lastFound = lastIndex(steady.rows, ({ id }) => present.has(id))
  const isAllNew = lastFound < 0
  // Rows after the last shown one are further ones, also if a row shown above it is now among them.
  const lastKnown = rows.findIndex(({ id }) => id === steady.rows[lastFound]?.id)
  const isHeld = (row: Row) => {
    const after = present.get(row.id)
    return after !== undefined && !hasSameLayout(row, after)
  }
  return {
    ...steady,
    source,
    rows: [
      ...steady.rows.map(row => (isHeld(row) ? row : (present.get(row.id) ?? row))),
      ...(isAllNew ? [] : rows.slice(lastKnown + 1).filter(isNew)),
    ],
    added: isAllNew ? rows.length : rows.slice(0, lastKnown).filter(isNew).length,
    isAllNew,
    // Missing rows after the last one found may just have moved to a page that is not loaded.
    isOutdated:
      isReordered(steady.rows, rows) ||
      steady.rows.some((row, place) => isHeld(row) || (!present.has(row.id) && (place < lastFound || !hasMore))),
  }
}

/** Whether rows that are in both lists are in another order in the second. */
function isReordered(before: readonly Identified[], after: readonly Identified[]) {
  const places = new Map(after.map(({ id }, place) => [id, place]))
  const found = before.flatMap(({ id }) => places.get(id) ?? [])
  return found.some((place, index) => place < (found[index - 1] ?? 0))
}

/** The index of the last row that passes the test, or -1. */
const lastIndex = <Row>(rows: readonly Row[], test: (row: Row) => boolean) =>
  rows.reduce((last, row, place) => (test(row) ? place : last), -1)
