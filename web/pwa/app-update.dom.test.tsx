import { beforeEach, expect, test, vi } from 'vitest'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { TIMERS } from '../testing/scripted-server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

const press = () =>
  Array.from(document.querySelectorAll('button'))
    .find(({ textContent }) => textContent === 'Yenile')
    ?.click()
const isOffered = () => document.body.textContent.includes('Yeni sürüm hazır')
const offered = () =>
  shows(() => {
    // The toasts wait for timers without a delay.
    vi.advanceTimersByTime(0)
    return isOffered()
  })

test('a new version that does not become active within five seconds is offered again', async () => {
  const workerThat = (state: string) => Object.assign(new EventTarget(), { state, postMessage: vi.fn() })
  const [waiting, controller] = [workerThat('installed'), workerThat('activated')]
  const registration = Object.assign(new EventTarget(), { waiting, installing: null })
  const serviceWorker = Object.assign(new EventTarget(), { controller, register: async () => registration })
  vi.spyOn(window, 'navigator', 'get').mockReturnValue(
    Object.create(navigator, { serviceWorker: { value: serviceWorker } }),
  )
  const { Toaster } = await import('../ui/toaster.tsx')
  const { registerServiceWorker } = await import('./app-update.ts')
  const { act } = await openScreen(<Toaster />)
  await act(registerServiceWorker)
  await offered()
  for (const time of [1, 2]) {
    await act(async () => press())
    await act(async () => vi.advanceTimersByTime(4_999))
    expect(isOffered()).toBe(false)
    expect(controller.postMessage.mock.calls).toEqual(Array(time).fill(['abort-fetches']))
    expect(waiting.postMessage.mock.calls).toEqual(Array(time).fill(['activate']))
    await act(async () => vi.advanceTimersByTime(1))
    await offered()
  }
})
