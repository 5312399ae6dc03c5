import { useState, useSyncExternalStore } from 'react'
import type { Resource } from '#contract/resources.ts'
import { createStore } from '../ui/store.ts'
import {
  type FetchedRows,
  type Identified,
  initialState,
  nextState,
  type SameLayout,
  type Steady,
  showAll,
} from './steady-rows.ts'

/** New rows that are not shown yet, and a function that shows them. */
export type Waiting = Pick<Steady<unknown>, 'added' | 'isAllNew' | 'isOutdated'> & { show: () => void }

/** A list as it was fetched. */
export type Listed<Row> = {
  items: readonly Row[]
  data: unknown
  hasNextPage: boolean
  dataUpdatedAt: number
  isFetching: boolean
  isPlaceholderData: boolean
  /** What the list shows. */
  resources: readonly Resource[]
}

/** When the user last changed or refreshed what lists show, in ms since 1970. */
const wanted: Partial<Record<Resource, number>> = {}

/**
 * Call after the user has changed or refreshed what lists show, before they are refetched: the next results of these
 * resources are shown immediately. Rows that a reply has replaced in the cache before (`cacheRow`) are no such result.
 * Name only what the user has changed, not all that the call invalidates: an order must not move the products. (A
 * refused call has changed nothing, and may be about a row of any list: `refreshIfGone`.)
 */
export function showNextResults(...changed: readonly Resource[]) {
  for (const resource of changed) wanted[resource] = Date.now() + 1
}

/**
 * Keeps the rows of an open list in place when new results arrive; `waiting` describes the results that are held back.
 * `list` identifies the list with its filters: another list is shown immediately, or, if a pointer is down, once it is
 * released. Rows must have `data-index`. While the user is interacting with the rows, a row whose height or controls
 * would change is also held back.
 */
export function useSteadyList<Row extends Identified, A extends Listed<Row>>(
  query: A & Listed<Row>,
  list: string,
  hasSameLayout?: SameLayout<Row>,
) {
  const isPressed = useIsPressed()
  const [steady, setSteady] = useState(() => initialState<Row>(list))
  const [opened, setOpened] = useState(() => openingOf(list))
  if (opened.list !== list) setOpened(openingOf(list))
  const fetched: FetchedRows<Row> = {
    list,
    source: query.data,
    rows: query.items,
    hasMore: query.hasNextPage,
    at: query.dataUpdatedAt,
    isFetching: query.isFetching,
    isPlaceholder: query.isPlaceholderData,
  }
  const wantedAt = Math.max(...query.resources.map(resource => wanted[resource] ?? 0))
  const activity = {
    isPressed,
    isTouched: Math.max(touchedAt, scrolledAt) > opened.at,
    wantedAt,
  }
  const isOwnChange = wantedAt > steady.shownAt
  const mayShow: SameLayout<Row> = (before, after) =>
    !hasSameLayout || isOwnChange || hasSameLayout(before, after) || !isAiming()
  const next = nextState(steady, fetched, activity, mayShow)
  if (next !== steady) setSteady(next)
  const isOther = next.list !== list
  const isPlaceholderData = query.isPlaceholderData || isOther
  // What the former list was waiting for cannot be shown while another one is being fetched.
  const held = isPlaceholderData ? initialState(list) : next
  const waiting: Waiting = { ...held, show: () => setSteady(showAll(next, fetched)) }
  return { ...query, items: next.rows, isPlaceholderData, waiting }
}

/** When a list was opened, in ms as `performance.now()`. */
const openingOf = (list: string) => ({ list, at: performance.now() })

/** Whether a pointer is down, or its click may follow. False, without a render at each press, unless `isEnabled`. */
export const useIsPressed = (isEnabled = true) =>
  useSyncExternalStore(subscribePressed, () => isEnabled && pointerDown.get())

/** How long after a touch ends its click may follow, in ms. */
const CLICK_DELAY = 100

/** How long after touching a row the user counts as aiming at one, in ms. */
const AIMING_TIME = 10_000

/** The scroll distance, in px, from which the user counts as reading. */
const READING_AFTER = 100

let touchedAt = Number.NEGATIVE_INFINITY
let scrolledAt = Number.NEGATIVE_INFINITY
const isAiming = () =>
  performance.now() - touchedAt < AIMING_TIME ||
  document.querySelector('[data-index]:hover, [data-index]:focus-visible, [data-index] :focus-visible') !== null
const onTouch = ({ target }: Event) => {
  const now = performance.now()
  // If the page is scrolled, it is the target.
  if (target === document && scrollY > READING_AFTER) scrolledAt = now
  if (target instanceof Element && target.closest('[data-index]')) touchedAt = now
}

const pointerDown = createStore(false)
let subscribers = 0

let release: ReturnType<typeof setTimeout> | undefined
const onDown = () => {
  clearTimeout(release)
  pointerDown.set(true)
}
const onUp = () => {
  clearTimeout(release)
  release = setTimeout(() => pointerDown.set(false), CLICK_DELAY)
}

function subscribePressed(listener: () => void) {
  if (subscribers++ === 0) {
    addEventListener('pointerdown', onDown, true)
    for (const end of POINTER_END_EVENTS) addEventListener(end, onUp, true)
    for (const kind of TOUCH_EVENTS) addEventListener(kind, onTouch)
  }
  const unsubscribe = pointerDown.subscribe(listener)
  return () => {
    unsubscribe()
    if (--subscribers > 0) return
    clearTimeout(release)
    pointerDown.set(false)
    removeEventListener('pointerdown', onDown, true)
    for (const end of POINTER_END_EVENTS) removeEventListener(end, onUp, true)
    for (const kind of TOUCH_EVENTS) removeEventListener(kind, onTouch)
  }
}

const POINTER_END_EVENTS = ['pointerup', 'pointercancel', 'blur'] as const
const TOUCH_EVENTS = ['pointerdown', 'pointermove', 'focusin', 'keydown', 'scroll'] as const
