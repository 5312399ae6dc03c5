import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Some platforms format `en-CA` dates as 11/16/26 and put narrow spaces into `tr-TR` ones, so formatted text must never
// be parsed as a date.
class OtherFormat extends Intl.DateTimeFormat {
  override format = () => '11/16/26'
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: OtherFormat } }))
})
afterEach(() => vi.unstubAllGlobals())

test('the calendar day in Istanbul does not depend on how the platform writes dates', async () => {
  expect(new Intl.DateTimeFormat('en-CA').format(new Date())).toBe('11/16/26')
  const { istanbulDay } = await import('./turkish.ts')
  expect(istanbulDay(new Date('2026-11-16T20:59:59Z'))).toBe('2026-11-16')
  expect(istanbulDay(new Date('2026-11-16T21:00:00Z'))).toBe('2026-11-17')
  // Before Turkey moved to UTC+3 permanently, it was at UTC+2 in winter.
  expect(istanbulDay(new Date('2016-01-31T21:30:00Z'))).toBe('2016-01-31')
  expect(istanbulDay(new Date('2015-07-31T21:30:00Z'))).toBe('2015-08-01')
})

test('an instant is formatted identically on every platform', async () => {
  const { formatInstant } = await import('./turkish.ts')
  expect(formatInstant('2026-11-24T07:32:00.000Z')).toBe('24.11.2026 10:32')
  expect(formatInstant('2026-11-24T21:05:00.000Z')).toBe('25.11.2026 00:05')
  expect(formatInstant('2015-01-31T22:00:00.000Z')).toBe('01.02.2015 00:00')
})
