import { describe, expect, it } from 'vitest'
import { type FetchedRows, initialState, nextState, type Steady, showAll, type UserActivity } from './steady-rows.ts'

type Row = { id: string; status?: string }

const rows = (text: string): Row[] =>
  text.split(' ').map(word => {
    const [id = '', status] = word.split(':')
    return status ? { id, status } : { id }
  })
const text = (list: readonly Row[]) => list.map(({ id, status }) => (status ? `${id}:${status}` : id)).join(' ')

let clock = 0
const fetched = (listed: string, rest: Partial<FetchedRows<Row>> = {}): FetchedRows<Row> => ({
  list: 'all',
  source: {},
  rows: listed ? rows(listed) : [],
  hasMore: false,
  at: ++clock,
  isFetching: false,
  isPlaceholder: false,
  ...rest,
})
const idle = (rest: Partial<UserActivity> = {}): UserActivity => ({
  isPressed: false,
  isTouched: false,
  wantedAt: 0,
  ...rest,
})
/** The state of a list that was opened with these rows. */
const opened = (listed: string, rest: Partial<FetchedRows<Row>> = {}): Steady<Row> =>
  nextState(initialState('all'), fetched(listed, rest), idle())

describe('an open list', () => {
  it('shows the first response of another list that was in the cache, unless its rows have been touched', () => {
    const cached = nextState(opened('c b a'), fetched('y x', { list: 'other', isFetching: true }), idle())
    expect(text(cached.rows)).toBe('y x')
    const latest = fetched('z y x', { list: 'other' })
    expect(text(nextState(cached, latest, idle()).rows)).toBe('z y x')
    expect(text(nextState(cached, latest, idle({ isTouched: true })).rows)).toBe('y x')
  })

  it('holds new rows back, and counts them', () => {
    const next = nextState(opened('c b a'), fetched('e d c b a'), idle())
    expect([text(next.rows), next.added, next.isOutdated]).toEqual(['c b a', 2, false])
    expect(text(nextState(next, fetched('f e d c b a'), idle()).rows)).toBe('c b a')
  })

  it('updates the rows shown in place', () => {
    const next = nextState(opened('b a'), fetched('c b:ready a'), idle())
    expect([text(next.rows), next.added]).toEqual(['b:ready a', 1])
  })

  it('holds back a change that would move the rows below', () => {
    const isSame = (before: Row, after: Row) => before.status === after.status
    const next = nextState(opened('b a'), fetched('b:ready a'), idle(), isSame)
    expect([text(next.rows), next.added, next.isOutdated]).toEqual(['b a', 0, true])
    const again = nextState(next, fetched('b:ready a'), idle({ wantedAt: clock + 1 }), isSame)
    expect(text(again.rows)).toBe('b a')
    expect(text(showAll(next, fetched('b:ready a')).rows)).toBe('b:ready a')
  })

  it('appends further pages, even if new rows have moved the page boundaries', () => {
    const first = opened('d c', { hasMore: true })
    const moved = nextState(first, fetched('f e', { hasMore: true }), idle())
    expect([text(moved.rows), moved.added, moved.isAllNew, moved.isOutdated]).toEqual(['d c', 2, true, false])
    const more = nextState(moved, fetched('f e d c b a'), idle())
    expect([text(more.rows), more.added, more.isAllNew]).toEqual(['d c b a', 2, false])
  })

  it('keeps removed rows in place, and reports that the list is outdated', () => {
    const next = nextState(opened('c b a'), fetched('c a'), idle())
    expect([text(next.rows), next.added, next.isOutdated]).toEqual(['c b a', 0, true])
    // The row is in the list again.
    expect(nextState(next, fetched('c b a'), idle()).isOutdated).toBe(false)
    expect(nextState(opened('c b a', { hasMore: true }), fetched('c b', { hasMore: true }), idle()).isOutdated).toBe(
      false,
    )
  })

  it('keeps moved rows in place, and reports that the list is outdated', () => {
    const next = nextState(opened('c b a'), fetched('b:ready a c'), idle())
    expect([text(next.rows), next.added, next.isOutdated]).toEqual(['c b:ready a', 0, true])
    expect(nextState(next, fetched('c b a'), idle()).isOutdated).toBe(false)
  })

  it('appends further pages, even if a shown row has moved to one of them', () => {
    const first = opened('d c b', { hasMore: true })
    const moved = nextState(first, fetched('c b a', { hasMore: true }), idle())
    expect([text(moved.rows), moved.added, moved.isOutdated]).toEqual(['d c b a', 0, true])
    const more = nextState(moved, fetched('c b a z y d x'), idle())
    expect([text(more.rows), more.added, more.isOutdated]).toEqual(['d c b a z y x', 0, true])
  })

  it('is left when another list is opened, even if that cannot be loaded', () => {
    const failed = fetched('', { list: 'some', source: undefined })
    expect(nextState(opened('b a'), failed, idle()).rows).toEqual([])
    expect(text(nextState(opened('b a'), { ...failed, list: 'all' }, idle()).rows)).toBe('b a')
  })

  it('shows another list, and results that the user requested, immediately', () => {
    const held = nextState(opened('b a'), fetched('c b a'), idle())
    expect(text(nextState(held, fetched('x', { list: 'some' }), idle()).rows)).toBe('x')
    expect(text(nextState(held, fetched('b a', { isPlaceholder: true, list: 'some' }), idle()).rows)).toBe('b a')
    const wantedAt = ++clock
    const early = fetched('d c b a', { at: wantedAt - 1 })
    expect(text(nextState(held, early, idle({ wantedAt })).rows)).toBe('b a')
    const wanted = nextState(held, fetched('d c b a'), idle({ wantedAt }))
    expect([text(wanted.rows), wanted.added]).toEqual(['d c b a', 0])
    expect(text(nextState(wanted, fetched('e d c b a'), idle({ wantedAt })).rows)).toBe('d c b a')
  })

  it('shows requested results even if they equal those that were held back', () => {
    const source = {}
    const held = nextState(opened('b a'), fetched('c b a', { source }), idle())
    const wantedAt = ++clock
    expect(text(nextState(held, fetched('c b a', { source }), idle({ wantedAt })).rows)).toBe('c b a')
  })

  it('shows all waiting rows on a press', () => {
    const latest = fetched('c b a')
    const next = showAll(nextState(opened('b a'), latest, idle()), latest)
    expect([text(next.rows), next.added]).toEqual(['c b a', 0])
    expect(nextState(next, latest, idle())).toBe(next)
  })
})

describe('a list that is being opened', () => {
  const cached = () => opened('b a', { isFetching: true })

  it('replaces cached rows by the first response, and keeps rows in place from then on', () => {
    const first = nextState(cached(), fetched('c b a'), idle())
    expect(text(first.rows)).toBe('c b a')
    expect(text(nextState(first, fetched('d c b a'), idle()).rows)).toBe('c b a')
  })

  it('keeps rows in place from the first response on if the user is already interacting with them', () => {
    const next = nextState(cached(), fetched('c b a'), idle({ isTouched: true }))
    expect([text(next.rows), next.added]).toEqual(['b a', 1])
  })

  it('keeps rows in place when the first response equals the cached rows', () => {
    const source = {}
    const before = opened('b a', { isFetching: true, source })
    const settled = nextState(before, fetched('b a', { source }), idle())
    expect(text(nextState(settled, fetched('c b a'), idle()).rows)).toBe('b a')
  })

  it('fills an empty list', () => {
    expect(text(nextState(opened(''), fetched('a'), idle({ isTouched: true })).rows)).toBe('a')
  })
})

it('nothing changes while a pointer is down', () => {
  const before = opened('b a')
  for (const wantedAt of [0, clock + 1]) {
    const coming = fetched('c b:ready a')
    expect(nextState(before, coming, idle({ isPressed: true, wantedAt }))).toBe(before)
    expect(text(nextState(before, coming, idle({ wantedAt })).rows)).toBe(wantedAt ? 'c b:ready a' : 'b:ready a')
  }
})
