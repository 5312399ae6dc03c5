import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ADMIN } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const REMOVE = 'DELETE /api/auth/second-factor'
const REPLACE = 'POST /api/auth/second-factor/recovery-codes'
const SECURITY = {
  has_second_factor: true,
  needs_second_factor: false,
  recovery_codes_left: 10,
  has_temporary_login: false,
  must_first: null,
}

/** Opens the section. `says` waits until the page contains these words. */
async function openSection(security = SECURITY) {
  stubResizeObserver()
  vi.stubGlobal('confirm', () => true)
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../queries.ts')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { SecondFactorSection } = await import('./second-factor-section.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <SecondFactorSection security={security} />
      <Toaster />
    </QueryClientProvider>,
  )
  const press = (pressed: string) => act(async () => button(pressed).click())
  return { server, press, says: (words: string) => shows(() => document.body.textContent.includes(words)) }
}

/** Opens the section, and presses one of its buttons, whose request gets no reply. */
async function loseReply(pressed: string, endpoint: string) {
  const { press, ...section } = await openSection()
  await press(pressed)
  ;(await section.server.next(endpoint)).drop()
  return section
}

test('a removal of the second factor without a reply is sent again, and counts as done if it is already off', async () => {
  const { server, says } = await loseReply('İki adımlı girişi kapat', REMOVE)
  ;(await server.next(REMOVE)).refuse(403, 'second_factor_missing', 'Devam etmek için iki adımlı girişi kurun')
  await says('İki adımlı giriş kapatıldı')
  expect(document.body.textContent).not.toContain('Devam etmek için')
})

test('after two lost replies a message states that it is unknown whether the second factor is off', async () => {
  const { server, says } = await loseReply('İki adımlı girişi kapat', REMOVE)
  ;(await server.next(REMOVE)).drop()
  await says('kapanıp kapanmadığı bilinmiyor')
})

test('recovery codes whose replacement got no reply are replaced once more, as the old ones are void', async () => {
  const { server, says } = await loseReply('Kurtarma kodlarını yenile', REPLACE)
  ;(await server.next(REPLACE)).reply(200, { recovery_codes: ['abcdef-abcdef-abcdef-abcdef'] })
  await says('abcdef-abcdef-abcdef-abcdef')
})

test('after two lost replies a message states that the old recovery codes may be void', async () => {
  const { server, says } = await loseReply('Kurtarma kodlarını yenile', REPLACE)
  ;(await server.next(REPLACE)).drop()
  await says('eski kurtarma kodlarınız geçersiz olmuş olabilir')
})

test.each([
  ['İki adımlı girişi kapat', REMOVE, 'kapanıp kapanmadığı bilinmiyor'],
  ['Kurtarma kodlarını yenile', REPLACE, 'eski kurtarma kodlarınız geçersiz olmuş olabilir'],
])(
  'after the reply of a proxy to “%s”, a message states that the outcome is unknown',
  async (pressed, endpoint, words) => {
    const { server, press, says } = await openSection()
    await press(pressed)
    ;(await server.next(endpoint)).reply(502, '<h1>Bad Gateway</h1>')
    await says(words)
  },
)

test('where a second factor is required, it can be moved to another device, but not turned off', async () => {
  const { server, press, says } = await openSection({ ...SECURITY, needs_second_factor: true })
  await says('Yöneticiler için zorunludur.')
  expect(document.body.textContent).not.toContain('İki adımlı girişi kapat')
  await press('Cihazı değiştir')
  const started = await server.next('POST /api/auth/second-factor')
  expect(JSON.parse(started.body)).toEqual({ replaces: true })
  started.reply(200, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Toptan' })
  await says('Kod doğrulanınca eski cihazınız ve eski kurtarma kodlarınız geçersiz olur.')
})
