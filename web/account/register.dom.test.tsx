import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

/** Opens the page and fills it in. */
async function openFilled() {
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
  const send = async () => {
    await shows(() => document.querySelector('[aria-busy=true]') === null)
    await act(async () => button('Kayıt ol').click())
  }
  return { server, act, send }
}

const REGISTER = 'POST /api/auth/register'

test('a registration without a reply is sent once more with the same idempotency key', async () => {
  const { server, send } = await openFilled()
  await send()
  const lost = await server.next(REGISTER)
  lost.drop()
  const again = await server.next(REGISTER)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(201, { message: 'Hesabınız oluşturuldu' })
  await shows(() => location.pathname === '/login')
})

test.each([
  ['username_taken', 'username', true],
  ['email_taken', 'email', true],
  ['username_taken', 'username', false],
] as const)(
  'the page says that a registration may have been stored if %s follows an attempt without a reply',
  async (code, name, isLost) => {
    const { server, act, send } = await openFilled()
    if (isLost) {
      await send()
      await server.lose(REGISTER)
      await shows(() => document.body.textContent?.includes('Sunucuya ulaşılamadı') === true)
      await act(async () => typeIn(field('Telefon'), '0212 000 00 01'))
    }
    await send()
    const message = 'Bu zaten kullanılıyor'
    ;(await server.next(REGISTER)).refuse(409, code, message, [{ field: name, message }])
    await shows(() => document.body.textContent?.includes(message) === true)
    const text = document.body.textContent ?? ''
    expect([text.includes('hesabınız oluşmuş olabilir'), text.includes('Sunucuya ulaşılamadı')]).toEqual([
      isLost,
      false,
    ])
  },
)
