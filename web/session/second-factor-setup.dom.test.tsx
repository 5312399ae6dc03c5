import { expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { ADMIN } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'

/** The dialog, in which a code was entered and confirmed. `outcomes`: whether the second factor is on, once it is closed. */
async function openDialog(isRequired: boolean) {
  stubResizeObserver()
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(ADMIN)
  const { openSetup } = await import('./second-factor-setup.tsx')
  const { act } = await openScreen(null)
  const outcomes: boolean[] = []
  await act(async () => {
    void openSetup({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Toptan' }, isRequired).then(isOn => outcomes.push(isOn))
  })
  await act(async () => typeIn(field('Doğrulama kodu'), '123456'))
  await act(async () => button('Kodu doğrula').click())
  return { portal, act, outcomes }
}

test('a second factor whose confirmation got no reply is on, and its user gets recovery codes', async () => {
  const { portal, act, outcomes } = await openDialog(true)
  ;(await portal.next('POST /api/auth/second-factor/confirm')).drop()
  // Sent again at once; that the second factor is on by then is no error.
  ;(await portal.next('POST /api/auth/second-factor/confirm')).refuse(409, 'second_factor_exists')
  const replaced = await portal.next('POST /api/auth/second-factor/recovery-codes')
  replaced.reply(200, { recovery_codes: ['abcdef-ghjkmn'] })
  await shows(() => document.body.textContent.includes('abcdef-ghjkmn'))
  await act(async () => button('Kodları kaydettim').click())
  await shows(() => outcomes[0] === true)
})

test('a second factor that another window turned on is not confirmed by this one', async () => {
  const { portal } = await openDialog(false)
  ;(await portal.next('POST /api/auth/second-factor/confirm')).refuse(409, 'second_factor_exists', 'Zaten açık')
  await shows(() => document.body.textContent.includes('Zaten açık'))
  expect(document.body.textContent).not.toContain('Kurtarma kodlarınız')
})

test('the dialog stays open while a code is being confirmed, as the reply has the recovery codes', async () => {
  const { portal, act, outcomes } = await openDialog(false)
  const confirming = await portal.next('POST /api/auth/second-factor/confirm')
  await act(async () => button('Vazgeç').click())
  await act(async () => document.querySelector<HTMLElement>('[role=dialog] [aria-label=Kapat]')?.click())
  confirming.reply(200, { recovery_codes: ['abcdef-ghjkmn'] })
  await shows(() => document.body.textContent.includes('abcdef-ghjkmn'))
  expect(outcomes).toEqual([])
})
