type Identified = { id: string }

/** A list as the server answered it last. */
export type Answered<Row> = {
  /** Which list it is, its filters included. */
  list: string
  /** The same object as long as the answer says the same. */
  source: unknown
  rows: readonly Row[]
  /** There are further rows after these. */
  hasMore: boolean
  /** When it was answered, in ms since 1970. */
  at: number
  /** It is being asked for. */
  isFetching: boolean
  /** These are still another list's rows. */
  isPlaceholder: boolean
}

/** A list as it stands on the screen. */
export type Steady<Row> = {
  list: string
  source: unknown
  rows: readonly Row[]
  /** How many rows of the last answer wait to be shown. */
  added: number
  /** None of the shown rows is in the last answer: there may be more new ones than were counted. */
  isAllNew: boolean
  /** Some of the shown rows are no longer in the list, or have changed in a way that would move others. */
  isOutdated: boolean
  /** It has been answered since it was opened. */
  isSettled: boolean
  /** Since when these rows stand here, in ms since 1970. */
  shownAt: number
}

/** What the person does meanwhile. */
export type Situation = {
  now: number
  /** A pointer is down: nothing may change between pressing and releasing. */
  isPressed: boolean
  /** The person is among the rows already: the first answer must not move them either. */
  isTouched: boolean
  /** When the person last changed the list or asked for it, in ms since 1970: what is answered after that is shown. */
  wantedAt: number
}

/** Whether a row takes the same height after a change; where it does not, the change would move the rows below it. */
export type SameHeight<Row> = (before: Row, after: Row) => boolean

/** A list that is about to be opened. */
export const unopened = <Row>(list: string): Steady<Row> => ({
  list,
  source: undefined,
  rows: [],
  added: 0,
  isAllNew: false,
  isOutdated: false,
  isSettled: false,
  shownAt: 0,
})

/** The rows of an answer, all of them and in its order. */
export const shown = <Row>(steady: Steady<Row>, { list, source, rows, isFetching }: Answered<Row>, now: number) => ({
  ...unopened<Row>(list),
  source,
  rows,
  isSettled: steady.isSettled || !isFetching,
  shownAt: now,
})

/**
 * The list after an answer. Rows that stand on the screen keep their places and show what is new of them, unless that
 * changes their height; new rows before them wait, further rows after them are appended, rows that are gone stay. Another list, the first answer
 * since it was opened, and what the person wanted are shown as they are.
 */
export function stepped<Row extends Identified>(
  steady: Steady<Row>,
  answered: Answered<Row>,
  { now, isPressed, isTouched, wantedAt }: Situation,
  hasSameHeight: SameHeight<Row> = () => true,
): Steady<Row> {
  if (answered.isPlaceholder || answered.source === undefined) return steady
  const isEmpty = steady.rows.length === 0
  if (isPressed && !isEmpty) return steady
  const isOther = answered.list !== steady.list
  const isWanted = wantedAt > steady.shownAt && answered.at >= wantedAt
  const isNew = answered.source !== steady.source
  const isFirst = isNew && !steady.isSettled && !isTouched
  if (isOther || isWanted || isFirst || (isEmpty && isNew)) return shown(steady, answered, now)
  if (isNew) return { ...merged(steady, answered, hasSameHeight), isSettled: steady.isSettled || !answered.isFetching }
  return steady.isSettled || answered.isFetching ? steady : { ...steady, isSettled: true }
}

function merged<Row extends Identified>(
  steady: Steady<Row>,
  { source, rows, hasMore }: Answered<Row>,
  hasSameHeight: SameHeight<Row>,
): Steady<Row> {
  const present = new Map(rows.map(row => [row.id, row]))
  const standing = new Set(steady.rows.map(({ id }) => id))
  const lastKnown = lastPlace(rows, ({ id }) => standing.has(id))
  const isNew = ({ id }: Row) => !standing.has(id)
  const lastFound = lastPlace(steady.rows, ({ id }) => present.has(id))
  const isAllNew = lastKnown < 0
  const isHeld = (row: Row) => {
    const after = present.get(row.id)
    return after !== undefined && !hasSameHeight(row, after)
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
    // What follows the last one found may only have moved to a page that was not asked for.
    isOutdated: steady.rows.some(
      (row, place) => isHeld(row) || (!present.has(row.id) && (place < lastFound || !hasMore)),
    ),
  }
}

/** The place of the last row that passes the test, or -1. */
const lastPlace = <Row>(rows: readonly Row[], test: (row: Row) => boolean) =>
  rows.reduce((last, row, place) => (test(row) ? place : last), -1)
