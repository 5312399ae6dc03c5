import { expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, field, openScreen, shows, stubResizeObserver, typeIn } from '../testing/screen.ts'

test('without a reply to a change of password, its outcome is shown as unknown, even after the session has ended', async () => {
  stubResizeObserver()
  const portal = await startPortal()
  const { startSession, endSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { Toaster } = await import('../ui/toaster.tsx')
  const { openChangePassword } = await import('./change-password.tsx')
  const { act } = await openScreen(<Toaster />)
  await act(async () => void openChangePassword())
  // Password managers store the new password for this user.
  expect(document.querySelector<HTMLInputElement>('form [autocomplete=username]')?.value).toBe(CUSTOMER.user.username)
  await act(async () => {
    typeIn(field('Mevcut şifre'), 'gizli-sifre')
    typeIn(field('Yeni şifre'), 'yepyeni-sifre')
    typeIn(field('Yeni şifre (tekrar)'), 'yepyeni-sifre')
  })
  await act(async () => button('Şifreyi değiştir').click())
  const { drop } = await portal.next('POST /api/auth/change-password')
  drop()
  const form = () => document.querySelector('form')?.textContent ?? ''
  await shows(() => form().includes('değişip değişmediği bilinmiyor'))
  expect(document.body.textContent).not.toContain('Şifre değiştirilemedi')
  await act(async () => endSession('ended'))
  await shows(() => form() === '' && document.body.textContent.includes('önce yeni şifrenizi deneyin'))
})
