import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ROWS = Array.from({ length: 30 }, (_, i) => ({ id: `${i}` }))

async function loaded() {
  const { changeEach } = await import('./change-each.ts')
  const { ApiError } = await import('../api.ts')
  return {
    changeEach,
    lost: new ApiError(0, 'offline', 'Bağlantı yok'),
    refused: new ApiError(409, 'order_status_changed', 'Bu arada değişti'),
    ended: new ApiError(401, 'session_ended', 'Oturum bitti'),
  }
}

test('rows are changed a few at a time, the progress is reported, and refused rows are returned', async () => {
  const { changeEach, refused } = await loaded()
  let underWay = 0
  let most = 0
  const progress: number[] = []
  const change = async ({ id }: { id: string }) => {
    most = Math.max(most, ++underWay)
    await new Promise(resolve => setTimeout(resolve, 10))
    underWay--
    if (id === '7') throw refused
  }
  const work = changeEach(ROWS, change, { onDone: done => progress.push(done) })
  await vi.runAllTimersAsync()
  expect(await work).toEqual({ refused: [{ id: '7', why: 'Bu arada değişti' }], untried: [] })
  expect(most).toBe(4)
  expect(progress).toEqual(ROWS.map((_, i) => i + 1))
})

test('a change whose reply was lost is sent again; if all repetitions are lost, the rest is not tried', async () => {
  const { changeEach, lost } = await loaded()
  const tries = new Map<string, number>()
  let isOnline = false
  const change = async ({ id }: { id: string }) => {
    tries.set(id, (tries.get(id) ?? 0) + 1)
    if (!isOnline) throw lost
  }
  const first = changeEach(ROWS, change, { onDone: () => undefined })
  await vi.advanceTimersByTimeAsync(1_000)
  isOnline = true
  await vi.runAllTimersAsync()
  expect(await first).toEqual({ refused: [], untried: [] })
  expect([tries.get('0'), tries.get('29')]).toEqual([3, 1])

  isOnline = false
  const second = changeEach(ROWS, change, { onDone: () => undefined })
  await vi.runAllTimersAsync()
  const { refused, untried } = await second
  expect(refused.map(({ id }) => id)).toEqual(['0', '1', '2', '3'])
  expect(untried).toHaveLength(26)
})

test('the work can be stopped, and ends with the session', async () => {
  const { changeEach, ended } = await loaded()
  const stopping = new AbortController()
  const onDone = (done: number) => done === 5 && stopping.abort()
  const stopped = await changeEach(ROWS, () => Promise.resolve(), { onDone, signal: stopping.signal })
  expect(stopped.refused).toEqual([])
  expect(stopped.untried.length).toBeGreaterThan(20)
  const loggedOut = await changeEach(ROWS, () => Promise.reject(ended), { onDone: () => undefined })
  expect(loggedOut.untried.length).toBeGreaterThan(20)
})

test('a change whose reply was lost is not sent again once the work was stopped', async () => {
  const { changeEach, lost } = await loaded()
  const stopping = new AbortController()
  let count = 0
  const change = () => {
    count++
    return Promise.reject(lost)
  }
  const stopped = changeEach(ROWS, change, { onDone: () => undefined, signal: stopping.signal })
  await vi.advanceTimersByTimeAsync(100)
  stopping.abort()
  await vi.runAllTimersAsync()
  const { refused, untried } = await stopped
  expect([count, refused.length, untried.length]).toEqual([4, 4, 26])
})
