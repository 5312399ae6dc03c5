import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Answered, type SameHeight, type Steady, shown, stepped, unopened } from './steady-rows.ts'

/** What waits to be shown, and how it is shown. */
export type Waiting = Pick<Steady<unknown>, 'added' | 'isAllNew' | 'isOutdated'> & { show: () => void }

/** A list as it was asked for. */
export type Listed<Row> = {
  items: readonly Row[]
  data: unknown
  hasNextPage: boolean
  dataUpdatedAt: number
  isFetching: boolean
  isPlaceholderData: boolean
}

let wantedAt = 0

/** The person has just changed what lists show, or asked for it anew: the next answers are shown as they come. */
export function showNextResults() {
  wantedAt = Date.now()
}

/**
 * A list whose rows stay where they are while it is open, whatever the server answers; `waiting` has what came in.
 * `list` names it with its filters: another one is shown as it comes. Its rows must carry `data-index`. While the
 * user is among the rows, a change that gives a row another height is not shown before the user asks for it.
 */
export function useSteadyList<Row extends { id: string }, A extends Listed<Row>>(
  query: A & Listed<Row>,
  list: string,
  hasSameHeight?: SameHeight<Row>,
) {
  const isPressed = useSyncExternalStore(whenPressed, pressed)
  const [steady, setSteady] = useState(() => unopened<Row>(list))
  const isTouched = useTouched(!steady.isSettled)
  const answered: Answered<Row> = {
    list,
    source: query.data,
    rows: query.items,
    hasMore: query.hasNextPage,
    at: query.dataUpdatedAt,
    isFetching: query.isFetching,
    isPlaceholder: query.isPlaceholderData,
  }
  const situation = { now: query.dataUpdatedAt, isPressed, isTouched, wantedAt }
  const next = stepped(steady, answered, situation, (before, after) =>
    hasSameHeight === undefined || !isAiming() ? true : hasSameHeight(before, after),
  )
  if (next !== steady) setSteady(next)
  const { rows, added, isAllNew, isOutdated } = next
  const waiting: Waiting = {
    added,
    isAllNew,
    isOutdated,
    show: () => setSteady(shown(next, answered, query.dataUpdatedAt)),
  }
  return { ...query, items: rows, waiting }
}

/** How long after a finger leaves the screen its click may come, in ms. */
const CLICK_FOLLOWS = 100

/** How long after the last touch of a row the user is taken to be aiming at one, in ms. */
const AIMS_FOR = 10_000

let touchedAt = Number.NEGATIVE_INFINITY
const isAiming = () =>
  performance.now() - touchedAt < AIMS_FOR ||
  document.querySelector('[data-index]:hover, [data-index]:focus-within') !== null
const onTouch = ({ target }: Event) => {
  if (target instanceof Element && target.closest('[data-index]')) touchedAt = performance.now()
}

let down = false
const listeners = new Set<() => void>()
const pressed = () => down

function setDown(isDown: boolean) {
  down = isDown
  for (const listener of listeners) listener()
}

let release: ReturnType<typeof setTimeout> | undefined
const onDown = () => {
  clearTimeout(release)
  setDown(true)
}
const onUp = () => {
  clearTimeout(release)
  release = setTimeout(setDown, CLICK_FOLLOWS, false)
}

function whenPressed(listener: () => void) {
  if (listeners.size === 0) {
    addEventListener('pointerdown', onDown, true)
    for (const end of ENDS) addEventListener(end, onUp, true)
    for (const kind of TOUCHES) addEventListener(kind, onTouch)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(release)
    down = false
    removeEventListener('pointerdown', onDown, true)
    for (const end of ENDS) removeEventListener(end, onUp, true)
    for (const kind of TOUCHES) removeEventListener(kind, onTouch)
  }
}

const ENDS = ['pointerup', 'pointercancel', 'blur'] as const
const TOUCHES = ['pointerdown', 'pointermove', 'focusin', 'keydown'] as const
/** Who has scrolled this far reads, in px. */
const READS = 100

/** Whether somebody is among the rows: points at one, or has scrolled down to them. */
function useTouched(isWatched: boolean) {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    if (!isWatched) return
    const touch = ({ target }: Event) => target instanceof Element && target.closest('[data-index]') && setTouched(true)
    const scroll = () => scrollY > READS && setTouched(true)
    for (const kind of TOUCHES) addEventListener(kind, touch)
    addEventListener('scroll', scroll, { passive: true })
    return () => {
      for (const kind of TOUCHES) removeEventListener(kind, touch)
      removeEventListener('scroll', scroll)
    }
  }, [isWatched])
  return isTouched
}
