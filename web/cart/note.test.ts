import { expect, test } from 'vitest'
import { MAX_NOTE } from '#contract/fields.ts'
import { noteWith } from './note.ts'

test.each([
  ['nothing was typed since', '', 'Arka kapı', 'Arka kapı'],
  ['another was typed since', 'Sabah gelin', 'Arka kapı', 'Sabah gelin\nArka kapı'],
  ['there was none', 'Sabah gelin', '', 'Sabah gelin'],
  ['it is there already', 'Arka kapı, sabah', ' Arka kapı ', 'Arka kapı, sabah'],
])('a note is restored when %s', (_, present, returned, expected) => {
  expect(noteWith(present, returned)).toBe(expected)
})

test('two merged notes are cut to the maximum length, and the current one remains complete', () => {
  const typed = 'y'.repeat(MAX_NOTE - 3)
  expect(noteWith(typed, 'Arka kapı')).toBe(`${typed}\nAr`)
})
