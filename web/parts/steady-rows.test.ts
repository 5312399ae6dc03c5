import { describe, expect, it } from 'vitest'
import { type Answered, type Situation, type Steady, shown, stepped, unopened } from './steady-rows.ts'

type Row = { id: string; status?: string }

const rows = (text: string): Row[] =>
  text.split(' ').map(word => {
    const [id = '', status] = word.split(':')
    return status ? { id, status } : { id }
  })
const text = (list: readonly Row[]) => list.map(({ id, status }) => (status ? `${id}:${status}` : id)).join(' ')

let answers = 0
const answered = (listed: string, rest: Partial<Answered<Row>> = {}): Answered<Row> => ({
  list: 'all',
  source: {},
  rows: listed ? rows(listed) : [],
  hasMore: false,
  at: ++answers,
  isFetching: false,
  isPlaceholder: false,
  ...rest,
})
const idle = (rest: Partial<Situation> = {}): Situation => ({
  now: answers,
  isPressed: false,
  isTouched: false,
  wantedAt: 0,
  ...rest,
})
/** A list that was opened with these rows. */
const opened = (listed: string, rest: Partial<Answered<Row>> = {}): Steady<Row> =>
  stepped(unopened('all'), answered(listed, rest), idle())

describe('a list that is open', () => {
  it('holds new rows back, and counts them', () => {
    const next = stepped(opened('c b a'), answered('e d c b a'), idle())
    expect([text(next.rows), next.added, next.isOutdated]).toEqual(['c b a', 2, false])
    expect(text(stepped(next, answered('f e d c b a'), idle()).rows)).toBe('c b a')
  })

  it('shows in their places what changed of the rows that stand there', () => {
    const next = stepped(opened('b a'), answered('c b:ready a'), idle())
    expect([text(next.rows), next.added]).toEqual(['b:ready a', 1])
  })

  it('holds back a change that would move the rows below', () => {
    const isSame = (before: Row, after: Row) => before.status === after.status
    const next = stepped(opened('b a'), answered('b:ready a'), idle(), isSame)
    expect([text(next.rows), next.added, next.isOutdated]).toEqual(['b a', 0, true])
    const again = stepped(next, answered('b:ready a'), idle({ now: 9, wantedAt: answers + 1 }), isSame)
    expect(text(again.rows)).toBe('b a')
    expect(text(shown(next, answered('b:ready a'), 9).rows)).toBe('b:ready a')
  })

  it('appends further pages, also when new rows have moved their borders', () => {
    const first = opened('d c', { hasMore: true })
    const moved = stepped(first, answered('f e', { hasMore: true }), idle())
    expect([text(moved.rows), moved.added, moved.isAllNew, moved.isOutdated]).toEqual(['d c', 2, true, false])
    const more = stepped(moved, answered('f e d c b a'), idle())
    expect([text(more.rows), more.added, more.isAllNew]).toEqual(['d c b a', 2, false])
  })

  it('keeps in its place what left the list, and says that it is outdated', () => {
    const next = stepped(opened('c b a'), answered('c a'), idle())
    expect([text(next.rows), next.added, next.isOutdated]).toEqual(['c b a', 0, true])
    // It came back.
    expect(stepped(next, answered('c b a'), idle()).isOutdated).toBe(false)
    expect(stepped(opened('c b a', { hasMore: true }), answered('c b', { hasMore: true }), idle()).isOutdated).toBe(
      false,
    )
  })

  it('shows another list, and what the person wanted, as they come', () => {
    const held = stepped(opened('b a'), answered('c b a'), idle())
    expect(text(stepped(held, answered('x', { list: 'some' }), idle()).rows)).toBe('x')
    expect(text(stepped(held, answered('b a', { isPlaceholder: true, list: 'some' }), idle()).rows)).toBe('b a')
    const wantedAt = ++answers
    const early = answered('d c b a', { at: wantedAt - 1 })
    expect(text(stepped(held, early, idle({ wantedAt })).rows)).toBe('b a')
    const wanted = stepped(held, answered('d c b a'), idle({ wantedAt }))
    expect([text(wanted.rows), wanted.added]).toEqual(['d c b a', 0])
    expect(text(stepped(wanted, answered('e d c b a'), idle({ wantedAt })).rows)).toBe('d c b a')
  })

  it('shows what is wanted when the answer says the same as the one that was held back', () => {
    const source = {}
    const held = stepped(opened('b a'), answered('c b a', { source }), idle())
    const wantedAt = ++answers
    expect(text(stepped(held, answered('c b a', { source }), idle({ wantedAt })).rows)).toBe('c b a')
  })

  it('shows all that waits at a press', () => {
    const latest = answered('c b a')
    const next = shown(stepped(opened('b a'), latest, idle()), latest, answers)
    expect([text(next.rows), next.added]).toEqual(['c b a', 0])
    expect(stepped(next, latest, idle())).toBe(next)
  })
})

describe('a list that is being opened', () => {
  const kept = () => opened('b a', { isFetching: true })

  it('shows the first answer in the place of what was kept, and holds still from then on', () => {
    const first = stepped(kept(), answered('c b a'), idle())
    expect(text(first.rows)).toBe('c b a')
    expect(text(stepped(first, answered('d c b a'), idle()).rows)).toBe('c b a')
  })

  it('holds still at once for who is among its rows already', () => {
    const next = stepped(kept(), answered('c b a'), idle({ isTouched: true }))
    expect([text(next.rows), next.added]).toEqual(['b a', 1])
  })

  it('holds still when the first answer says what was kept', () => {
    const source = {}
    const before = opened('b a', { isFetching: true, source })
    const settled = stepped(before, answered('b a', { source }), idle())
    expect(text(stepped(settled, answered('c b a'), idle()).rows)).toBe('b a')
  })

  it('fills an empty list', () => {
    expect(text(stepped(opened(''), answered('a'), idle({ isTouched: true })).rows)).toBe('a')
  })
})

it('nothing changes while a pointer is down', () => {
  const before = opened('b a')
  for (const wantedAt of [0, answers + 1]) {
    const coming = answered('c b:ready a')
    expect(stepped(before, coming, idle({ isPressed: true, wantedAt }))).toBe(before)
    expect(text(stepped(before, coming, idle({ wantedAt })).rows)).toBe(wantedAt ? 'c b:ready a' : 'b:ready a')
  }
})
