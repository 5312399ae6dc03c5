import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { type ErrorCodeOf, errorCodes } from './call-errors.ts'
import { Id, password } from './fields.ts'
import { secret, secretFields, withoutSecrets } from './secret.ts'

const options = {
  roles: ['admin'],
  resources: [],
  invalidates: [],
  reply: z.unknown(),
  summary: '',
  failure: '',
} as const

test('the schemas of a call’s path parameters are required by the compiler, and no others are accepted', () => {
  call('GET /things/:id', { ...options, params: { id: Id } })
  // @ts-expect-error -- `id` has no schema.
  call('GET /things/:id', options)
  // @ts-expect-error -- `shelf` has no schema.
  call('GET /things/:id/:shelf', { ...options, params: { id: Id } })
  // @ts-expect-error -- The path has no parameters.
  call('GET /things', { ...options, params: { id: Id } })
  // @ts-expect-error -- Parameters are texts.
  call('GET /things/:id', { ...options, params: { id: z.number() } })
})

test('a call can fail with the codes that it declares and those of its kind; others do not compile', () => {
  const rename = call('POST /things/:id', {
    ...options,
    params: { id: Id },
    body: z.object({ name: z.string() }),
    takesKey: true,
    errors: ['changed_meanwhile'],
  })
  const ofKind = 'session_ended forbidden invalid_input too_large wrong_media_type not_found idempotency_key_reused'
  const ofAdmins = 'second_factor_missing password_change_required'
  const ofAnyCall = 'malformed_body not_ready database_unavailable storage_full'
  expect(errorCodes(rename).toSorted().join(' ')).toBe(
    `changed_meanwhile ${ofAdmins} ${ofKind} ${ofAnyCall}`.split(' ').toSorted().join(' '),
  )
  const open = call('GET /things', { ...options, roles: ['anyone'] })
  expect(errorCodes(open)).toEqual(['malformed_body', 'not_ready', 'database_unavailable', 'storage_full'])

  const codes: ErrorCodeOf<typeof rename>[] = ['changed_meanwhile', 'session_ended', 'unexpected']
  // @ts-expect-error -- The call does not declare it.
  codes.push('out_of_stock')
  // @ts-expect-error -- No refusal has this code.
  call('GET /things', { ...options, errors: ['gone'] })
})

test('secrets are found wherever the schema declares them, and nowhere else', () => {
  const Row = z.object({ name: z.string(), password: z.string(), key: z.nullable(secret(z.string())) })
  const Body = z.object({ rows: z.array(Row), new_password: z.optional(password()), note: z.string() })
  const body = { rows: [{ name: 'a', password: 'b', key: 'c' }], new_password: 'd', note: 'e' }
  expect(withoutSecrets(Body, body, null)).toEqual({
    rows: [{ name: 'a', password: 'b', key: null }],
    new_password: null,
    note: 'e',
  })
  expect(JSON.stringify(withoutSecrets(Body, body, undefined))).toBe(
    '{"rows":[{"name":"a","password":"b"}],"note":"e"}',
  )
  expect(secretFields(Body)).toEqual(['new_password'])
})
