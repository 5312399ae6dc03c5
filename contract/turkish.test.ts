import { expect, test } from 'vitest'
import {
  accountKey,
  byAlphabet,
  daysLater,
  fold,
  formatDay,
  formatInstant,
  istanbulDay,
  startOfIstanbulDay,
} from './turkish.ts'

test.each([
  [['turs', 'TURŞ', 'turş', 'Turş', 'TÜRS'], 'turs'],
  [['ilik', 'ILIK', 'ılık', 'İLİK', 'ilık', 'Ilik'], 'ilik'],
  [['ŞURUP', 'şurup', 'surup'], 'surup'],
  [['ÇĞÖÜ', 'çğöü', 'cgou'], 'cgou'],
  [['Crème  fraîche', 'CREME FRAICHE'], 'creme fraiche'],
  [['i\u0307lik', 'İlik'], 'ilik'],
])('%j all fold to %s', (texts, folded) => {
  expect(new Set(texts.map(fold))).toEqual(new Set([folded]))
})

test('usernames compare with the four i’s as one, but keep their diacritics', () => {
  expect(new Set(['IŞIK', 'ışık', 'İşik', 'isik'.replace('s', 'ş')].map(accountKey)).size).toBe(1)
  expect(accountKey('isik')).not.toBe(accountKey('işik'))
  expect(accountKey(' Ali@Ornek.com ')).toBe('ali@ornek.com')
})

test('the alphabet is Turkish', () => {
  const words = ['zeytin', 'şeker', 'su', 'ılık', 'ilik', 'Iğdır', 'çay', 'cam', 'öz', 'oz', 'ü', 'u', 'ğ', 'g', 'İnek']
  expect(words.sort(byAlphabet)).toEqual([
    'cam',
    'çay',
    'g',
    'ğ',
    'Iğdır',
    'ılık',
    'ilik',
    'İnek',
    'oz',
    'öz',
    'su',
    'şeker',
    'u',
    'ü',
    'zeytin',
  ])
})

test('a day begins at midnight in Istanbul', () => {
  expect(istanbulDay(new Date('2026-03-09T20:59:59Z'))).toBe('2026-03-09')
  expect(istanbulDay(new Date('2026-03-09T21:00:00Z'))).toBe('2026-03-10')
  expect(startOfIstanbulDay('2026-03-10').toISOString()).toBe('2026-03-09T21:00:00.000Z')
  expect(daysLater('2026-02-28', 1)).toBe('2026-03-01')
})

test('days and instants are formatted in Turkish', () => {
  expect(formatDay('2026-11-24')).toBe('24.11.2026')
  expect(formatInstant('2026-11-24T07:32:00.000Z')).toBe('24.11.2026 10:32')
})
