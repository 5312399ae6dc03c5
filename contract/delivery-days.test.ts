import { expect, test } from 'vitest'
import { weekdayOf } from './calendar.ts'
import { cutoffOf, deliversOn, isPastCutoff, nextDeliveryDays, type RouteCalendar } from './delivery-days.ts'
import { HOLIDAYS, holidayOn } from './holidays.ts'
import { daysLater, istanbulDay } from './turkish.ts'

const ROUTE = { id: 'a', weekdays: [2, 4], cutoff_time: '16:00', days_before: 1 }
const CALENDAR: RouteCalendar = { route: ROUTE, exceptions: [], closed_on_holidays: true, closed_on_half_days: false }

test('orders are taken until the cut-off in Istanbul time', () => {
  expect(cutoffOf(ROUTE, '2026-03-12').toISOString()).toBe('2026-03-11T13:00:00.000Z')
  expect(isPastCutoff(ROUTE, '2026-03-12', new Date('2026-03-11T12:59:59.999Z'))).toBe(false)
  expect(isPastCutoff(ROUTE, '2026-03-12', new Date('2026-03-11T13:00:00.000Z'))).toBe(true)
  const midnight = { ...ROUTE, cutoff_time: '00:00', days_before: 0 }
  expect(cutoffOf(midnight, '2026-03-12').toISOString()).toBe('2026-03-11T21:00:00.000Z')
})

test('an exception of a route takes precedence over one of all routes, and that over holidays and weekdays', () => {
  const at = (date: string, exceptions: RouteCalendar['exceptions'] = [], rules = {}) =>
    deliversOn({ ...CALENDAR, ...rules, exceptions }, date)
  expect([at('2026-03-10'), at('2026-03-11')]).toEqual([true, false])
  const closed = { date: '2026-03-10', route_id: null, kind: 'closed' as const }
  expect(at('2026-03-10', [closed])).toBe(false)
  expect(at('2026-03-10', [closed, { date: '2026-03-10', route_id: 'a', kind: 'extra' }])).toBe(true)
  expect(at('2026-03-10', [{ ...closed, route_id: 'b' }])).toBe(true)
  expect(at('2026-05-19')).toBe(false)
  expect(at('2026-05-19', [{ date: '2026-05-19', route_id: null, kind: 'extra' }])).toBe(true)
  expect(at('2026-05-19', [], { closed_on_holidays: false })).toBe(true)
  // Tuesday before Kurban Bayramı, from 13:00.
  expect([at('2026-05-26'), at('2026-05-26', [], { closed_on_half_days: true })]).toEqual([true, false])
})

test('for random rules and instants, the next days are possible, ascending and begin with the earliest', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 400; round++) {
    const weekdays = [1, 2, 3, 4, 5, 6, 7].filter(() => random(3) === 0)
    const cutoff_time = `${String(random(24)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}`
    const now = new Date(Date.UTC(2026, random(80), 1 + random(28), random(24), random(60), random(60)))
    const today = istanbulDay(now)
    const exceptions = Array.from({ length: random(8) }, () => ({
      date: daysLater(today, random(20)),
      route_id: random(2) ? 'a' : null,
      kind: random(2) ? ('extra' as const) : ('closed' as const),
    }))
    const route = { id: 'a', weekdays, cutoff_time, days_before: random(4) }
    const calendar = { ...CALENDAR, route, exceptions, closed_on_half_days: random(2) === 0 }
    const days = nextDeliveryDays(calendar, now, { count: 5 })
    for (const day of days) {
      expect(deliversOn(calendar, day)).toBe(true)
      expect(now.getTime()).toBeLessThan(cutoffOf(route, day).getTime())
    }
    expect([...days].sort()).toEqual(days)
    const last = days.at(-1) ?? daysLater(today, 60)
    for (let day = today; day < last; day = daysLater(day, 1))
      expect(days.includes(day)).toBe(deliversOn(calendar, day) && !isPastCutoff(route, day, now))
    expect(nextDeliveryDays(calendar, now, { count: 5, full: new Set(days.slice(0, 1)) })).not.toContain(days[0])
  }
})

test('holidays are known from 2026 to 2032; a day with two holidays has both names, and is a full holiday if either is', () => {
  expect(holidayOn('2026-03-20')).toEqual({ name: 'Ramazan Bayramı', isHalfDay: false })
  expect(holidayOn('2026-03-19')).toEqual({ name: 'Ramazan Bayramı arifesi', isHalfDay: true })
  expect(holidayOn('2026-10-28')?.isHalfDay).toBe(true)
  expect(holidayOn('2029-04-23')).toEqual({
    name: 'Ulusal Egemenlik ve Çocuk Bayramı, Kurban Bayramı arifesi',
    isHalfDay: false,
  })
  expect(holidayOn('2032-03-25')?.name).toBe('Kurban Bayramı')
  expect(holidayOn('2032-03-26')).toBeUndefined()
  expect([holidayOn('2025-01-01'), holidayOn('2033-01-01')]).toEqual([undefined, undefined])
  // Seven fixed days, half a day before the last, four days with Ramazan Bayramı, five with Kurban Bayramı.
  const named = [...HOLIDAYS.values()].flatMap(({ name }) =>
    name.split(', ').filter(part => part !== 'Gençlik ve Spor Bayramı'),
  )
  expect(named).toHaveLength(7 * 17)
})

test('weekdays count from Monday', () => {
  expect(['2026-03-09', '2026-03-15'].map(weekdayOf)).toEqual([1, 7])
})
