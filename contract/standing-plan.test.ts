import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueDays, pendingDays, plan, type Rhythm } from './standing-plan.ts'
import { daysLater } from './turkish.ts'

const RHYTHM: Rhythm = {
  weekdays: [2, 5],
  every_weeks: 1,
  starts_on: '2026-03-10',
  ends_on: null,
  closed_days: 'move',
}
const always = { isOpen: () => true }

test('due days are the chosen weekdays from the first day to the last', () => {
  expect(dueDays({ ...RHYTHM, ends_on: '2026-03-17' }, '2026-01-01', 9)).toEqual([
    '2026-03-10',
    '2026-03-13',
    '2026-03-17',
  ])
})

test('every other week is counted from the week of the first day', () => {
  // 2026-03-13 is a Friday, so the Tuesday of its week is over.
  const rhythm = { ...RHYTHM, starts_on: '2026-03-13', every_weeks: 2 }
  expect(dueDays(rhythm, '2026-03-01', 4)).toEqual(['2026-03-13', '2026-03-24', '2026-03-27', '2026-04-07'])
})

test('a closed day moves to the next open one before the following due day, or makes no order', () => {
  const closed = new Set(['2026-03-10', '2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16'])
  const rules = { isOpen: (day: string) => !closed.has(day) }
  const next = { from: '2026-03-10', count: 3 }
  expect(plan(RHYTHM, [], rules, next)).toEqual([
    { due_on: '2026-03-10', day: '2026-03-11', why: 'closed' },
    { due_on: '2026-03-13', day: null, why: 'closed' },
    { due_on: '2026-03-17', day: '2026-03-17', why: null },
  ])
  expect(plan({ ...RHYTHM, closed_days: 'skip' }, [], rules, next)[0]).toMatchObject({ day: null, why: 'closed' })
})

test('a change of one day leaves the others', () => {
  const changes = [
    { due_on: '2026-03-10', is_skipped: true, moved_to: null },
    { due_on: '2026-03-13', is_skipped: false, moved_to: '2026-03-14' },
  ]
  expect(plan(RHYTHM, changes, always, { from: '2026-03-10', count: 3 })).toEqual([
    { due_on: '2026-03-10', day: null, why: 'skipped' },
    { due_on: '2026-03-13', day: '2026-03-14', why: 'moved' },
    { due_on: '2026-03-17', day: '2026-03-17', why: null },
  ])
})

test('for random closed days, no order is for a closed day, and no two are for the same day', () => {
  const anyRhythm = fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    every_weeks: fc.integer({ min: 1, max: 4 }),
    starts_on: fc.integer({ min: 0, max: 30 }).map(days => daysLater('2026-03-01', days)),
    ends_on: fc.constant(null),
    closed_days: fc.constantFrom('move' as const, 'skip' as const),
  })
  const anyClosed = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }))
    .map(days => new Set(days.map(n => daysLater('2026-03-01', n))))
  fc.assert(
    fc.property(anyRhythm, anyClosed, (rhythm, closed) => {
      const planned = plan(rhythm, [], { isOpen: day => !closed.has(day) }, { from: '2026-03-01', count: 12 })
      const days = planned.flatMap(({ day }) => day ?? [])
      expect(days.filter(day => closed.has(day))).toEqual([])
      expect(new Set(days).size).toBe(days.length)
    }),
  )
})

test('the pending days are those that are not done and whose order is due after the last change', () => {
  const rules = { ...always, cutoffOf: (day: string) => new Date(`${day}T12:00:00Z`) }
  const progress = { effective_from: new Date('2026-03-10T11:00:00Z'), done: new Set(['2026-03-13']) }
  const pending = pendingDays(RHYTHM, [], rules, progress, { now: progress.effective_from, lead: 3_600_000, count: 2 })
  // The order of the 10th was to be made at 11:00, not after it.
  expect(pending.map(({ day, ordered_at }) => [day, ordered_at?.toISOString()])).toEqual([
    ['2026-03-17', '2026-03-17T11:00:00.000Z'],
    ['2026-03-20', '2026-03-20T11:00:00.000Z'],
  ])
})
