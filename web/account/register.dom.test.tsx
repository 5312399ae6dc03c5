import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

test('a registration without a reply is sent once more with the same idempotency key', async () => {
  const server = await startServer()
  history.replaceState(null, '', '/register')
  const { LocationProvider } = await import('../ui/router.tsx')
  const { queryClient } = await import('../queries.ts')
  const { RegisterPage } = await import('./register.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <RegisterPage />
      </LocationProvider>
    </QueryClientProvider>,
  )
  const typed = [
    ['Kullanıcı adı', 'lezzet'],
    ['Firma adı', 'Lezzet Lokantası'],
    ['E-posta', 'lezzet@ornek.com.tr'],
    ['Telefon', '0212 000 00 00'],
    ['Şifre', 'gizli-1'],
    ['Şifre (tekrar)', 'gizli-1'],
  ] as const
  const address = document.querySelector('textarea')
  if (!address) throw new Error('There is no field for the address')
  await act(async () => {
    for (const [label, text] of typed) typeIn(field(label), text)
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(address, 'İstanbul')
    address.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => button('Kayıt ol').click())
  const lost = await server.next('POST /api/auth/register')
  lost.drop()
  const again = await server.next('POST /api/auth/register')
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(201, { message: 'Hesabınız oluşturuldu' })
  await shows(() => location.pathname === '/login')
})
