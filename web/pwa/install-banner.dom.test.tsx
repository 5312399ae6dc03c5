import { beforeEach, expect, test, vi } from 'vitest'
import { fillStorage } from '../testing/full-storage.ts'
import { openScreen } from '../testing/screen.ts'
import { TIMERS } from '../testing/scripted-server.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const HOUR = 60 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

const banner = () => document.querySelector('[aria-label="Uygulamayı yükleme"]')
const press = (label: string) =>
  Array.from(document.querySelectorAll('button'))
    .find(one => [one.textContent, one.getAttribute('aria-label')].includes(label))
    ?.click()

async function openBanner() {
  const { InstallBanner } = await import('./install-banner.tsx')
  return openScreen(<InstallBanner />)
}

test('installation is offered when the browser allows it, and again seven days after a dismissal', async () => {
  const prompt = vi.fn(async () => undefined)
  const opened = await openBanner()
  expect(banner()).toBeNull()
  await opened.act(async () => {
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
  expect(banner()?.textContent).toContain('Uygulamayı yükle')
  await opened.act(async () => press('Yükleme önerisini kapat'))
  expect(banner()).toBeNull()
  await opened.unmount()

  vi.setSystemTime(Date.now() + 7 * 24 * HOUR - 1)
  const earlier = await openBanner()
  expect(banner()).toBeNull()
  await earlier.unmount()
  vi.setSystemTime(Date.now() + 1)
  const later = await openBanner()
  await later.act(async () => press('Uygulamayı yükle'))
  expect(prompt).toHaveBeenCalledOnce()
  expect(banner()).toBeNull()
})

const useIphone = (more: PropertyDescriptorMap = {}) =>
  vi
    .spyOn(window, 'navigator', 'get')
    .mockReturnValue(Object.create(navigator, { userAgent: { value: IPHONE }, ...more }))

test.each(['Android', 'iPhone'])(
  'the offer on an %s device can be dismissed although the storage is full',
  async device => {
    if (device === 'iPhone') useIphone()
    const opened = await openBanner()
    await opened.act(async () => {
      const prompt = async () => undefined
      if (device === 'Android')
        dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
      vi.advanceTimersByTime(3_000)
    })
    expect(banner()).not.toBeNull()
    fillStorage('forms')
    await opened.act(async () => press('Yükleme önerisini kapat'))
    expect(banner()).toBeNull()
    await opened.unmount()
    // As after another login on the same page.
    const { act } = await openBanner()
    await act(async () => vi.advanceTimersByTime(3_000))
    expect(banner()).toBeNull()
  },
)

test.each([
  ['is shown after three seconds', {}, true],
  ['is not shown in the installed app', { standalone: { value: true } }, false],
])('on an iPhone the way to install %s', async (_, more, isShown) => {
  useIphone(more)
  const { act } = await openBanner()
  await act(async () => vi.advanceTimersByTime(2_999))
  expect(banner()).toBeNull()
  await act(async () => vi.advanceTimersByTime(1))
  expect(banner()?.textContent?.includes('Paylaş → Ana Ekrana Ekle') ?? false).toBe(isShown)
})
