import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

/** Opens the page of a link. Returns a function that submits a password and resolves to the request. */
async function openLink() {
  const server = await startServer()
  history.replaceState(null, '', '/reset-password#token=link')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { queryClient } = await import('../queries.ts')
  const { ResetPasswordPage } = await import('./reset-password.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <ResetPasswordPage />
      </LocationProvider>
    </QueryClientProvider>,
  )
  return async (password: string) => {
    await act(async () => typeIn(field('Yeni şifre'), password))
    await act(async () => typeIn(field('Yeni şifre (tekrar)'), password))
    await act(async () => button('Şifreyi kaydet').click())
    return server.next('POST /api/auth/reset-password')
  }
}

const title = () => document.querySelector('h1')?.textContent

test('a link that was used up by an attempt without a reply leads to the login', async () => {
  const save = await openLink()
  ;(await save('gizli-1')).drop()
  await shows(() => document.querySelector('[role=alert]') !== null)
  ;(await save('gizli-1')).refuse(400, 'reset_link_invalid', 'Bu link kullanılmış')
  await shows(() => title() === 'Şifreniz kaydedilmiş olabilir')
  expect(button('Giriş yap').getAttribute('href')).toBe('/login')
  expect(button('Yeni link iste').getAttribute('href')).toBe('/forgot-password')
})

test('a link that was already used is invalid', async () => {
  const save = await openLink()
  ;(await save('gizli-1')).refuse(400, 'reset_link_invalid', 'Bu link kullanılmış')
  await shows(() => title() === 'Geçersiz link')
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Bu link kullanılmış')
})

test('after the reset the page names the username', async () => {
  const save = await openLink()
  ;(await save('gizli-1')).reply(200, { message: 'Şifreniz değiştirildi.', username: 'lezzet' })
  await shows(() => title() === 'Yeni şifreniz belirlendi')
  expect(document.body.textContent).toContain('Kullanıcı adınız: lezzet')
})
