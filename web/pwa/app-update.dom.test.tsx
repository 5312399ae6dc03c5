import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { TIMERS, until } from '../testing/scripted-server.ts'

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

const workerThat = (state: string) => Object.assign(new EventTarget(), { state, postMessage: vi.fn() })

/** A browser whose page is controlled by a service worker, and whose registration has these fields. */
function controlledPage(fields: object) {
  const controller = workerThat('activated')
  const registration = Object.assign(new EventTarget(), {
    active: controller,
    waiting: null,
    installing: null,
    ...fields,
  })
  const register = vi.fn(async () => registration)
  const serviceWorker = Object.assign(new EventTarget(), { controller, register, ready: Promise.resolve(registration) })
  vi.spyOn(window, 'navigator', 'get').mockReturnValue(
    Object.create(navigator, { serviceWorker: { value: serviceWorker } }),
  )
  const watched = vi.spyOn(registration, 'addEventListener')
  /** Opens the app, and waits until it watches for updates. */
  const open = async () => {
    const { registerServiceWorker } = await import('./app-update.ts')
    await registerServiceWorker()
    await until(() => watched.mock.calls.length > 0)
  }
  return { controller, register, open }
}

test('a new version that does not become active within five seconds is offered again', async () => {
  const waiting = workerThat('installed')
  const { controller, open } = controlledPage({ waiting })
  const { Toaster } = await import('../ui/toaster.tsx')
  const { act } = await openScreen(<Toaster />)
  await act(open)
  await offered()
  for (const time of [1, 2]) {
    await act(async () => press())
    await act(async () => vi.advanceTimersByTime(4_999))
    expect(isOffered()).toBe(false)
    // Only one message, as another one could start a worker that was stopped for the new version.
    expect(controller.postMessage.mock.calls).toEqual(Array(time).fill(['abort-fetches']))
    expect(waiting.postMessage.mock.calls).toEqual(Array(time).fill(['activate']))
    await act(async () => vi.advanceTimersByTime(1))
    await offered()
  }
})

test('a new version does not replace a page with unsaved input unless the user agrees, and is offered again', async () => {
  const waiting = workerThat('installed')
  const { open } = controlledPage({ waiting })
  const { Toaster } = await import('../ui/toaster.tsx')
  const { act } = await openScreen(<Toaster />)
  await act(open)
  await offered()
  const unsaved = vi.fn((event: Event) => event.preventDefault())
  addEventListener('beforeunload', unsaved)
  onTestFinished(() => removeEventListener('beforeunload', unsaved))
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false)
  await act(async () => press())
  expect([asked.mock.calls.length, waiting.postMessage.mock.calls.length]).toEqual([1, 0])
  await act(async () => vi.advanceTimersByTime(5_000))
  await offered()
  // The user thinks longer than a new version may take to become active.
  asked.mockImplementation(() => {
    vi.advanceTimersByTime(6_000)
    return true
  })
  await act(async () => press())
  expect(waiting.postMessage.mock.calls).toEqual([['activate']])
  // The browser does not ask a second time.
  dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(unsaved).toHaveBeenCalledTimes(2)
})

test('a visible app checks for a new version every hour, and again within a minute if that failed', async () => {
  const update = vi.fn(async () => undefined)
  const { open } = controlledPage({ update })
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  await open()
  const checksAfter = async (minutes: number) => {
    await vi.advanceTimersByTimeAsync(minutes * 60_000)
    return update.mock.calls.length
  }
  expect(await checksAfter(59)).toBe(0)
  update.mockRejectedValueOnce(new TypeError('offline'))
  expect(await checksAfter(1)).toBe(1)
  expect(await checksAfter(1)).toBe(2)
  expect(await checksAfter(59)).toBe(2)
  expect(await checksAfter(1)).toBe(3)
  isHidden.mockReturnValue(true)
  expect(await checksAfter(120)).toBe(3)
  isHidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).toHaveBeenCalledTimes(4)
})

test('a first installation that has failed is tried again every ten minutes', async () => {
  const { controller, register } = controlledPage({ active: null })
  register.mockRejectedValueOnce(new TypeError('offline'))
  const { registerServiceWorker } = await import('./app-update.ts')
  await registerServiceWorker()
  const attemptsAfter = async (minutes: number) => {
    await vi.advanceTimersByTimeAsync(minutes * 60_000)
    return register.mock.calls.length
  }
  expect(await attemptsAfter(9)).toBe(1)
  expect(await attemptsAfter(1)).toBe(2)
  Object.assign(await register(), { active: controller })
  expect(await attemptsAfter(10)).toBe(4)
  expect(await attemptsAfter(30)).toBe(4)
})

test('an offer whose code cannot be loaded does not reload the page, and is made a minute later', async () => {
  const { open } = controlledPage({ waiting: workerThat('installed'), update: async () => undefined })
  const { isLoadingAhead } = await import('../ui/preload-on-intent.ts')
  const loads: boolean[] = []
  vi.doMock('./offer-update.ts', () => {
    // A failure while code is loaded ahead reloads nothing.
    loads.push(isLoadingAhead())
    throw new Error('Failed to fetch dynamically imported module')
  })
  onTestFinished(() => vi.doUnmock('./offer-update.ts'))
  const { Toaster } = await import('../ui/toaster.tsx')
  const { act } = await openScreen(<Toaster />)
  await act(open)
  await shows(() => loads.length > 0 && !isLoadingAhead())
  expect([loads, isOffered()]).toEqual([[true], false])
  vi.doUnmock('./offer-update.ts')
  await act(async () => vi.advanceTimersByTime(60_000))
  await offered()
})
