import { expect, test } from 'vitest'
import { REFUSALS } from '#contract/refusals.ts'
import { ApiError } from '../api.ts'
import { failedConfirmation } from './email-confirmation.ts'

const GENERIC = 'Email onaylanirken bir hata olustu.'

test.each([
  [400, 'verification_link_expired', 'Süre doldu', 'expired', 'Süre doldu', undefined],
  [400, 'already_verified', 'Onaylı', 'success', 'Onaylı', undefined],
  [400, 'verification_link_unknown', 'Gecersiz onay linki.', 'error', 'Gecersiz onay linki.', undefined],
  [400, 'invalid_input', 'suresi dolmus, zaten onaylanmis', 'error', 'suresi dolmus, zaten onaylanmis', undefined],
  [500, 'unexpected', 'Onay linkinin suresi dolmus.', 'error', GENERIC, true],
  [503, 'not_ready', 'zaten onaylanmis', 'error', GENERIC, true],
  [429, 'too_many_tries', 'Çok fazla hatalı deneme yapıldı', 'error', GENERIC, true],
  [0, 'offline', GENERIC, 'error', GENERIC, true],
])('a failed confirmation (%i %s %j) is shown as %s: %s', (status, code, message, state, text, mayRetry) => {
  expect(failedConfirmation(new ApiError(status, code, message))).toEqual({ state, text, mayRetry })
})

test.each([
  ['verification_link_expired', 'expired'],
  ['already_verified', 'success'],
  ['verification_link_unknown', 'error'],
] as const)('the error %s is shown as %s', (code, state) => {
  const { status, detail } = REFUSALS[code]
  const message = detail()
  expect(failedConfirmation(new ApiError(status, code, message))).toEqual({ state, text: message })
})
