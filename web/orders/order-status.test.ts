import { expect, test } from 'vitest'
import { shownStatus } from './order-status.tsx'

test.each([
  ['hazirlaniyor', 'hazirlaniyor'],
  ['iptal', 'iptal'],
  ['kargoda', 'beklemede'],
  ['', 'beklemede'],
  ['toString', 'beklemede'],
])('the status %j, known or not, is shown as %s', (status, expected) => {
  expect(shownStatus(status)).toBe(expected)
})
