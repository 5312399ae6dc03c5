import { expect, test } from 'vitest'
import { REFUSALS } from '#contract/refusals.ts'
import { failedVerification } from './verification.ts'

const GENERIC = 'Email onaylanirken bir hata olustu.'

test.each([
  [400, 'Onay linkinin suresi dolmus.', 'expired', 'Onay linkinin suresi dolmus.', undefined],
  [400, 'Bu hesap zaten onaylanmis.', 'success', 'Bu hesap zaten onaylanmis.', undefined],
  [400, 'Gecersiz onay linki.', 'error', 'Gecersiz onay linki.', undefined],
  [400, 'Onay linkinin SURESI DOLMUS', 'error', 'Onay linkinin SURESI DOLMUS', undefined],
  [500, 'Onay linkinin suresi dolmus.', 'error', GENERIC, true],
  [503, 'zaten onaylanmis', 'error', GENERIC, true],
  [429, 'Çok fazla hatalı deneme yapıldı', 'error', GENERIC, true],
  [0, GENERIC, 'error', GENERIC, true],
])('a failed verification (%i %j) is shown as %s: %s', (status, message, state, text, mayRetry) => {
  expect(failedVerification(status, message)).toEqual({ state, text, mayRetry })
})

test.each([
  ['verification_link_expired', 'expired'],
  ['already_verified', 'success'],
  ['verification_link_unknown', 'error'],
] as const)('the error %s is shown as %s', (code, state) => {
  const { status, detail } = REFUSALS[code]
  expect(failedVerification(status, detail()).state).toBe(state)
})
