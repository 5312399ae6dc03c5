import { expect, test } from 'vitest'
import { CUSTOMER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

/** Opens the dialog, and sends a new password. */
async function openSending() {
  stubResizeObserver()
  const server = await startServer()
  const { startSession, endSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { Toaster } = await import('../ui/toaster.tsx')
  const { openChangePassword } = await import('./change-password.tsx')
  const { act } = await openScreen(<Toaster />)
  await act(async () => void openChangePassword())
  await act(async () => {
    typeIn(field('Mevcut şifre'), 'gizli-sifre')
    typeIn(field('Yeni şifre'), 'yepyeni-sifre')
    typeIn(field('Yeni şifre (tekrar)'), 'yepyeni-sifre')
  })
  await act(async () => button('Şifreyi değiştir').click())
  const form = () => document.querySelector('form')?.textContent ?? ''
  return { act, endSession, form, sent: await server.next('POST /api/auth/change-password') }
}

test('without a reply to a change of password, its outcome is shown as unknown, even after the session has ended', async () => {
  const { act, endSession, form, sent } = await openSending()
  // Password managers store the new password for this user.
  expect(document.querySelector<HTMLInputElement>('form [autocomplete=username]')?.value).toBe(CUSTOMER.user.username)
  sent.drop()
  await shows(() => form().includes('değişip değişmediği bilinmiyor'))
  expect(document.body.textContent).not.toContain('Şifre değiştirilemedi')
  await act(async () => endSession('ended'))
  await shows(() => form() === '' && document.body.textContent.includes('önce yeni şifrenizi deneyin'))
})

test('after the reply of a proxy instead of the portal’s, the outcome of a change of password is shown as unknown', async () => {
  const { form, sent } = await openSending()
  sent.reply(502, '<h1>Bad Gateway</h1>')
  await shows(() => form().includes('değişip değişmediği bilinmiyor'))
  await shows(() => document.body.textContent.replace(form(), '').includes('önce yeni şifrenizi deneyin'))
  expect(document.body.textContent).not.toContain('Şifre değiştirilemedi')
})

test('the reply to a change of password ends no session of a user who has logged in meanwhile', async () => {
  const { act, sent } = await openSending()
  const { session, startSession } = await import('../current-session.ts')
  await act(async () => void startSession(OTHER_CUSTOMER))
  await act(async () => sent.reply(200, { message: 'Şifreniz değiştirildi' }))
  await shows(() => document.body.textContent.includes('Şifreniz değiştirildi'))
  expect(session()?.token).toBe(OTHER_CUSTOMER.token)
})

const CLOSERS: Record<string, () => void> = {
  'the button': () => button('Vazgeç').click(),
  Escape: () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
}

test.each(Object.keys(CLOSERS))(
  '%s closes the dialog after a refusal, but not while the password is being sent',
  async closer => {
    const { act, form, sent } = await openSending()
    const close = () => act(async () => CLOSERS[closer]?.())
    await close()
    expect(form()).toContain('Mevcut şifre')
    sent.refuse(400, 'wrong_password', 'Mevcut şifre yanlış')
    await shows(() => form().includes('Mevcut şifre yanlış'))
    await close()
    expect(form()).toBe('')
  },
)
