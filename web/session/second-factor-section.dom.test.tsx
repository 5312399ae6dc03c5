import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { ADMIN } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'

const REMOVE = 'DELETE /api/auth/second-factor'
const SECURITY = { has_second_factor: true, recovery_codes_left: 10, has_temporary_login: false, must_first: null }

/** The section, in which the second factor is turned off; the request has got no reply. */
async function loseRemoval() {
  stubResizeObserver()
  vi.stubGlobal('confirm', () => true)
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(ADMIN)
  const { queryClient } = await import('../queries.ts')
  const { Toaster } = await import('../ui/toaster.tsx')
  const { SecondFactorSection } = await import('./second-factor-section.tsx')
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <SecondFactorSection security={SECURITY} />
      <Toaster />
    </QueryClientProvider>,
  )
  await act(async () => button('İki adımlı girişi kapat').click())
  ;(await portal.next(REMOVE)).drop()
  return { portal, says: (words: string) => shows(() => document.body.textContent.includes(words)) }
}

test('a second factor whose removal got no reply is off, and is not said to be on', async () => {
  const { portal, says } = await loseRemoval()
  ;(await portal.next(REMOVE)).refuse(403, 'second_factor_missing', 'Devam etmek için iki adımlı girişi kurun')
  await says('İki adımlı giriş kapatıldı')
  expect(document.body.textContent).not.toContain('Devam etmek için')
})

test('after two lost replies it is said to be unknown whether the second factor is off', async () => {
  const { portal, says } = await loseRemoval()
  ;(await portal.next(REMOVE)).drop()
  await says('kapanıp kapanmadığı bilinmiyor')
})
