import { expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { ADMIN } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'

test('a second factor whose confirmation got no reply is on, and its user gets recovery codes', async () => {
  stubResizeObserver()
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(ADMIN)
  const { openSetup } = await import('./second-factor-setup.tsx')
  const { act } = await openScreen(null)
  let isOn: boolean | undefined
  await act(async () => {
    void openSetup({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Toptan' }, true).then(outcome => {
      isOn = outcome
    })
  })
  await act(async () => typeIn(field('Doğrulama kodu'), '123456'))
  await act(async () => button('Kodu doğrula').click())
  ;(await portal.next('POST /api/auth/second-factor/confirm')).drop()
  // It is asked again at once, and what it is told then is no error.
  ;(await portal.next('POST /api/auth/second-factor/confirm')).refuse(409, 'second_factor_exists')
  const replaced = await portal.next('POST /api/auth/second-factor/recovery-codes')
  replaced.reply(200, { recovery_codes: ['abcdef-ghjkmn'] })
  await shows(() => document.body.textContent.includes('abcdef-ghjkmn'))
  await act(async () => button('Kodları kaydettim').click())
  await shows(() => isOn === true)
})

test('a second factor that another window turned on is not confirmed by this one', async () => {
  stubResizeObserver()
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(ADMIN)
  const { openSetup } = await import('./second-factor-setup.tsx')
  const { act } = await openScreen(null)
  await act(async () => void openSetup({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Toptan' }))
  await act(async () => typeIn(field('Doğrulama kodu'), '123456'))
  await act(async () => button('Kodu doğrula').click())
  ;(await portal.next('POST /api/auth/second-factor/confirm')).refuse(409, 'second_factor_exists', 'Zaten açık')
  await shows(() => document.body.textContent.includes('Zaten açık'))
  expect(document.body.textContent).not.toContain('Kurtarma kodlarınız')
})
