import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Role } from '#contract/call.ts'
import { MIN_PASSWORD, passwordTooShort } from '#contract/fields.ts'
import { fold } from '#contract/turkish.ts'
import { refuseField } from '../http/refusal.ts'

/** The account that a new password is for, as it will be. `name` is the company's or the user's. */
type PasswordOwner = { role: Role; username: string; name: string }

const COMMON = 'Bu şifre çok yaygın; tahmin edilmesi daha zor bir şifre seçin'
const OWN_NAME: Record<Role, string> = {
  customer: 'Şifre, kullanıcı adından veya firma adından oluşamaz',
  marketer: 'Şifre, kullanıcı adından veya ad soyaddan oluşamaz',
  admin: 'Şifre, kullanıcı adından veya ad soyaddan oluşamaz',
}

/** What is wrong with a new password, in Turkish; undefined if it is accepted. Existing passwords are not checked. */
export function passwordFault(password: string, { role, username, name }: PasswordOwner): string | undefined {
  if (password.length < MIN_PASSWORD[role]) return passwordTooShort(MIN_PASSWORD[role])
  if (commonPasswords().has(password.toLowerCase())) return COMMON
  return isMadeOf(password, [username, name]) ? OWN_NAME[role] : undefined
}

/** Refuses a new password with `invalid_input` at its field if it is too short, common or made of the user's names. */
export function requirePassword(password: string, owner: PasswordOwner, field = 'password') {
  const fault = passwordFault(password, owner)
  if (fault) refuseField('invalid_input', field, fault)
}

const MAX_COMMON = 10_000
let common: ReadonlySet<string> | undefined

/** The most common passwords, most frequent first in the package's list; read when the first password is set. */
function commonPasswords(): ReadonlySet<string> {
  const read = (): unknown => createRequire(import.meta.url)('@zxcvbn-ts/language-common/src/passwords.json')
  common ??= new Set(z.array(z.string()).parse(read()).slice(0, MAX_COMMON))
  return common
}

/** Whether a password consists of the names, their words of 3 letters or more, digits and signs only. */
function isMadeOf(password: string, names: readonly string[]) {
  const words = names.map(fold).flatMap(name => [lettersAndDigits(name), ...name.split(/[^\p{L}\p{N}]+/u)])
  const typed = lettersAndDigits(fold(password))
  const rest = [...new Set(words)]
    .filter(word => word.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), typed)
  return rest !== typed && /^\d*$/.test(rest)
}

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
