import { expect, test, vi } from 'vitest'

test('after each press of ‘Yenile’, also of a second one, no fetch begins for five seconds', async () => {
  vi.useFakeTimers()
  const { abortFetches, fetchSignal } = await import('./abortable-fetches.ts')
  const picture = fetchSignal()
  abortFetches()
  vi.advanceTimersByTime(4000)
  abortFetches()
  vi.advanceTimersByTime(4999)
  expect([picture.aborted, fetchSignal().aborted]).toEqual([true, true])
  vi.advanceTimersByTime(1)
  expect(fetchSignal().aborted).toBe(false)
})
