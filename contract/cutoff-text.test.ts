import { expect, test } from 'vitest'
import { clockOfCutoff, cutoffSentence, instantInLocative, timeInDative, timeLeft } from './cutoff-text.ts'
import { cutoffOf } from './delivery-days.ts'

const ROUTE = { cutoff_time: '16:00', days_before: 1 }

test('the suffix of a time follows its spoken form', () => {
  expect(
    ['16:00', '16:30', '09:00', '20:00', '17:00', '10:05', '23:50', '00:00', '18:45', '14:40', '24:00'].map(
      timeInDative,
    ),
  ).toEqual([
    "16:00'ya",
    "16:30'a",
    "09:00'a",
    "20:00'ye",
    "17:00'ye",
    "10:05'e",
    "23:50'ye",
    "00:00'a",
    "18:45'e",
    "14:40'a",
    "24:00'e",
  ])
})

test.each([
  ['16:00', 'da'],
  ['07:00', 'de'],
  ['03:00', 'te'],
  ['14:00', 'te'],
  ['15:00', 'te'],
  ['00:00', 'da'],
  ['20:00', 'de'],
  ['16:30', 'da'],
  ['16:40', 'ta'],
  ['16:50', 'de'],
  ['18:45', 'te'],
])('the suffix of an instant at %s is %s', (time, suffix) => {
  const instant = new Date(`2026-12-01T${time}:00+03:00`).toISOString()
  expect(instantInLocative(instant)).toBe(`01.12.2026 ${time}'${suffix}`)
})

test('the sentence about the cut-off uses relative names of days', () => {
  const sentence = (day: string, now: string) => cutoffSentence(day, cutoffOf(ROUTE, day), new Date(now))
  expect(sentence('2026-03-10', '2026-03-09T09:00:00Z')).toBe(
    "Bugün 16:00'ya kadar verilen sipariş yarın (Salı) teslim edilir",
  )
  expect(sentence('2026-03-12', '2026-03-10T09:00:00Z')).toBe(
    "Yarın 16:00'ya kadar verilen sipariş Perşembe günü (12.03.2026) teslim edilir",
  )
  // Already Monday in Istanbul.
  expect(sentence('2026-03-10', '2026-03-08T21:30:00Z')).toMatch(/^Bugün/)
  // Midnight is the end of a day, whether the day is today, tomorrow or a later one.
  const midnight = { cutoff_time: '00:00', days_before: 0 }
  const atMidnight = (day: string) =>
    cutoffSentence(day, cutoffOf(midnight, day), new Date('2026-03-09T09:00:00Z')).replace(/ kadar .*/, '')
  expect(['2026-03-10', '2026-03-11', '2026-03-12'].map(atMidnight)).toEqual([
    "Bugün 24:00'e",
    "Yarın 24:00'e",
    "Çarşamba günü (11.03.2026) 24:00'e",
  ])
  expect(clockOfCutoff(new Date('2026-03-09T21:00:00Z'))).toEqual({ day: '2026-03-09', time: '24:00' })
  expect(clockOfCutoff(new Date('2026-03-09T21:01:00Z'))).toEqual({ day: '2026-03-10', time: '00:01' })
  const left = (until: string) => timeLeft(new Date(until), new Date('2026-03-10T10:00:00Z'))
  expect(
    ['2026-03-12T13:30:00Z', '2026-03-10T12:14:59Z', '2026-03-10T10:05:00Z', '2026-03-10T10:00:59Z'].map(left),
  ).toEqual(['2 gün 3 saat', '2 saat 14 dakika', '5 dakika', '1 dakikadan az'])
})
