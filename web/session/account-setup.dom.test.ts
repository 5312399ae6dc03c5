import { expect, test, vi } from 'vitest'
import { ADMIN, CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('the messages after a login are added to the toast of the login', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { storeForm, storageKeyOf } = await import('../forms/stored-forms.ts')
  const { toast } = await import('../ui/toaster.tsx')
  const { completeLogin } = await import('./account-setup.ts')
  startSession(CUSTOMER)
  storeForm(storageKeyOf('profile'), 'Firma bilgileri', { name: 'Lezzet Sofrası' })
  const [success, info] = [vi.spyOn(toast, 'success'), vi.spyOn(toast, 'info')]
  server.respond('GET /api/auth/security', ({ reply }) =>
    reply(200, {
      has_second_factor: false,
      needs_second_factor: false,
      must_first: null,
      has_temporary_login: true,
      recovery_codes_left: 0,
    }),
  )
  await completeLogin('login')
  expect(success.mock.calls.map(([text, options]) => [text, options?.id])).toEqual(
    Array(success.mock.calls.length).fill(['Başarıyla giriş yaptınız!', 'login']),
  )
  const { description, action } = success.mock.lastCall?.[1] ?? {}
  expect(description).toContain('Şifrenizi bir yönetici belirledi')
  expect(description).toContain('Yarım kalan formunuz saklandı (Firma bilgileri)')
  expect([action?.label, info.mock.calls]).toEqual(['Şifre değiştir', []])
})

test('a user who logs in while the second factor of another is being set up stays logged in', async () => {
  stubResizeObserver()
  const server = await startServer()
  const { session, startSession } = await import('../current-session.ts')
  const { requireSetup } = await import('./account-setup.ts')
  const { act } = await openScreen(null)
  startSession(ADMIN)
  server.respond('GET /api/auth/security', ({ reply }) =>
    reply(200, {
      has_second_factor: false,
      needs_second_factor: true,
      must_first: 'second_factor_missing',
      has_temporary_login: false,
      recovery_codes_left: 0,
    }),
  )
  server.respond('POST /api/auth/second-factor', ({ reply }) =>
    reply(200, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Toptan' }),
  )
  let setup: Promise<void> | undefined
  await act(async () => void (setup = requireSetup()))
  await shows(() => document.body.textContent.includes('Doğrulama kodu'))
  await act(async () => void startSession(CUSTOMER))
  await setup
  expect([session()?.token, server.untaken()]).toEqual([CUSTOMER.token, []])
})
