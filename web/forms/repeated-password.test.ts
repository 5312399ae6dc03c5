import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { password } from '#contract/fields.ts'
import { RepeatedPassword, repeats } from './repeated-password.ts'

const Filled = z
  .object({ name: z.string().check(z.minLength(1, 'Ad zorunludur')), password: password(), repeated: RepeatedPassword })
  .check(repeats('password', 'Sifreler eslesmiyor'))

test.each([
  ['', '', '', ['Ad zorunludur', 'Şifre zorunludur', 'Şifre tekrarı zorunludur']],
  ['Ayşe', 'uzun-sifre', '', ['Şifre tekrarı zorunludur', 'Sifreler eslesmiyor']],
  ['', 'uzun-sifre', 'baska-sifre', ['Ad zorunludur', 'Sifreler eslesmiyor']],
  ['Ayşe', 'uzun-sifre', 'uzun-sifre', []],
])('name %j, password %j, repeated %j', (name, typed, repeated, messages) => {
  const { error } = Filled.safeParse({ name, password: typed, repeated })
  expect(error?.issues.map(({ message }) => message) ?? []).toEqual(expect.arrayContaining(messages))
  expect(error === undefined).toBe(messages.length === 0)
})
