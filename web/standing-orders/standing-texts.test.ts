import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { costOf, dayNote, rhythmText, shownDate } from './standing-texts.ts'

const LINE = {
  product_id: '1b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  product_name: 'Lor',
  brand: '',
  unit: 'KG',
  new_unit: null,
  quantity: 24,
  price: kurus(1000),
  vat_rate: 10,
}

test('the total leaves out what would not be ordered', () => {
  const lines = [LINE, { ...LINE, price: null }, { ...LINE, new_unit: 'PAKET' }]
  expect(costOf(lines)).toBe(24_000)
})

test('a rhythm is shown as a Turkish phrase', () => {
  expect(rhythmText({ weekdays: [2], every_weeks: 1 })).toBe('Her Salı')
  expect(rhythmText({ weekdays: [2, 5], every_weeks: 1 })).toBe('Her Salı ve Cuma')
  expect(rhythmText({ weekdays: [1, 3, 5], every_weeks: 2 })).toBe('2 haftada bir Pazartesi, Çarşamba ve Cuma')
  expect(rhythmText({ weekdays: [1, 2, 3, 4, 5, 6, 7], every_weeks: 1 })).toBe('Her gün')
})

test('the note of a day gives the reason why it differs from the rhythm', () => {
  const due_on = '2026-03-20'
  const day = {
    due_on,
    day: due_on,
    why: null,
    moved_to: null,
    unskipped_day: due_on,
    ordered_at: null,
    is_changeable: true,
    items: null,
  }
  expect(dayNote(day)).toBeUndefined()
  expect(dayNote({ ...day, items: [] })).toBe('Miktarları değiştirildi')
  expect(dayNote({ ...day, items: [{ ...LINE, new_unit: 'PAKET' }] })).toBe(
    'Miktarları değiştirildi, birimi değişen ürün var',
  )
  expect(dayNote({ ...day, day: '2026-03-23', why: 'closed' })).toBe('Kapalı gün: 20.03.2026 Cuma yerine')
  const moved = { ...day, moved_to: '2026-03-24' }
  expect(dayNote({ ...moved, day: '2026-03-24', why: 'moved' })).toBe('20.03.2026 Cuma yerine')
  expect(dayNote({ ...moved, day: '2026-03-24', why: 'moved', items: [] })).toBe(
    '20.03.2026 Cuma yerine, miktarları değiştirildi',
  )
  expect(dayNote({ ...day, day: null, why: 'closed' })).toBe('Kapalı gün, sipariş verilmeyecek')
  expect(dayNote({ ...day, day: null, why: 'skipped' })).toBe('Atlandı')
  // The date to which it was moved is closed since.
  expect(dayNote({ ...moved, day: '2026-03-25', why: 'closed' })).toBe('Kapalı gün: 24.03.2026 Salı yerine')
  expect(shownDate({ ...moved, unskipped_day: '2026-03-25' })).toBe('2026-03-25')
  expect(shownDate({ ...moved, unskipped_day: null })).toBe('2026-03-24')
})
