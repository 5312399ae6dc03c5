import { expect, test } from 'vitest'
import { registration } from '../testing/callers.ts'
import { makeWorld } from '../testing/world.ts'

const NOTICE = { version: '3f2a9c1b77d0', text: '# Aydınlatma metni\n\nVerileriniz sipariş için işlenir.' }

test('without a privacy notice a registration needs no acknowledgement, and none is recorded', async () => {
  const world = await makeWorld()
  expect((await world.get('/privacy-notice')).json()).toEqual({ notice: null })
  expect((await world.get('/settings')).json()).not.toHaveProperty('privacy_version')
  expect((await world.post('/auth/register', undefined, registration())).status).toBe(201)
  const withVersion = { ...registration(), privacy_version: 'old' }
  expect((await world.post('/auth/register', undefined, withVersion)).status).toBe(201)
  expect(await world.db.selectFrom('privacy_acknowledgements').selectAll().execute()).toEqual([])
})

test('with a privacy notice a registration acknowledges its present version, which is stored with its text', async () => {
  const world = await makeWorld({ privacyNotice: NOTICE })
  expect((await world.get('/privacy-notice')).json()).toEqual({ notice: NOTICE })
  expect((await world.get('/settings')).json().privacy_version).toBe(NOTICE.version)

  const register = (fields: object) => world.post('/auth/register', undefined, { ...registration(), ...fields })
  const unread = await register({})
  expect([unread.status, unread.json()]).toEqual([
    400,
    {
      code: 'invalid_input',
      detail: 'Aydınlatma metnini okuduğunuzu işaretleyin',
      errors: [{ field: 'privacy_version', message: 'Aydınlatma metnini okuduğunuzu işaretleyin' }],
    },
  ])
  const outdated = await register({ privacy_version: 'old' })
  expect([outdated.status, outdated.json().code]).toEqual([409, 'privacy_notice_changed'])
  expect(await world.db.selectFrom('accounts').select('id').execute()).toEqual([])

  for (const _ of ['one', 'another']) expect((await register({ privacy_version: NOTICE.version })).status).toBe(201)
  const stored = await world.db
    .selectFrom('privacy_acknowledgements')
    .innerJoin('privacy_notices', 'privacy_notices.version', 'privacy_acknowledgements.version')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['role', 'body', 'acknowledged_at'])
    .execute()
  const expected = { role: 'customer', body: NOTICE.text, acknowledged_at: world.now().toISOString() }
  expect(stored).toEqual([expected, expected])
})
