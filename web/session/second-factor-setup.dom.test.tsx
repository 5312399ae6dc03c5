import { expect, test } from 'vitest'
import { ADMIN } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

/** Opens the dialog and submits a code. `outcomes` has whether the second factor is on, once the dialog is closed. */
async function openDialog(occasion: 'wanted' | 'required' | 'replaced') {
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(ADMIN)
  const { openSetup } = await import('./second-factor-setup.tsx')
  const { act } = await openScreen(null)
  const outcomes: boolean[] = []
  await act(async () => {
    void openSetup({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Toptan' }, occasion).then(isOn => outcomes.push(isOn))
  })
  await act(async () => typeIn(field('Doğrulama kodu'), '123456'))
  await act(async () => button('Kodu doğrula').click())
  return { server, act, outcomes }
}

test('after a confirmation without a reply the second factor is on, and the user gets recovery codes', async () => {
  const { server, act, outcomes } = await openDialog('required')
  ;(await server.next('POST /api/auth/second-factor/confirm')).drop()
  // The repetition's refusal because the second factor is already on is not an error.
  ;(await server.next('POST /api/auth/second-factor/confirm')).refuse(409, 'second_factor_exists')
  const replaced = await server.next('POST /api/auth/second-factor/recovery-codes')
  replaced.reply(200, { recovery_codes: ['abcdef-ghjkmn'] })
  await shows(() => document.body.textContent.includes('abcdef-ghjkmn'))
  await act(async () => button('Kodları kaydettim').click())
  await shows(() => outcomes[0] === true)
})

test('a second factor that was turned on in another window is an error here', async () => {
  const { server } = await openDialog('wanted')
  ;(await server.next('POST /api/auth/second-factor/confirm')).refuse(409, 'second_factor_exists', 'Zaten açık')
  await shows(() => document.body.textContent.includes('Zaten açık'))
  expect(document.body.textContent).not.toContain('Kurtarma kodlarınız')
})

test('the dialog remains open while a code is being confirmed, as the reply has the recovery codes', async () => {
  const { server, act, outcomes } = await openDialog('wanted')
  const confirming = await server.next('POST /api/auth/second-factor/confirm')
  await act(async () => button('Vazgeç').click())
  await act(async () => document.querySelector<HTMLElement>('[role=dialog] [aria-label=Kapat]')?.click())
  confirming.reply(200, { recovery_codes: ['abcdef-ghjkmn'] })
  await shows(() => document.body.textContent.includes('abcdef-ghjkmn'))
  expect(outcomes).toEqual([])
})

test('after two lost replies to the code of another device a message states that its state is unknown', async () => {
  const { server } = await openDialog('replaced')
  ;(await server.next('POST /api/auth/second-factor/confirm')).drop()
  ;(await server.next('POST /api/auth/second-factor/confirm')).drop()
  await shows(() => document.body.textContent.includes('yeni cihazınızın geçerli olup olmadığı bilinmiyor'))
})
