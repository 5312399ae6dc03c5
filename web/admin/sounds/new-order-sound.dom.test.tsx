import { beforeEach, expect, test, vi } from 'vitest'
import { fillStorage } from '../../testing/full-storage.ts'
import { ADMIN } from '../../testing/samples.ts'
import { openScreen, shows } from '../../testing/screen.ts'
import { startServer, type TestServer } from '../../testing/scripted-server.ts'

let server: TestServer
let sounds = 0

beforeEach(async () => {
  sounds = 0
  const connected = { connect: () => connected, start: () => undefined, stop: () => undefined }
  vi.stubGlobal('AudioContext', function open() {
    sounds++
    return { currentTime: 0, destination: connected }
  })
  for (const node of ['OscillatorNode', 'GainNode'])
    vi.stubGlobal(node, function make() {
      return connected
    })
  server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
})

let made = 0
const notification = (kind: string, minute: number) => ({
  id: `0d6c2b1e-6a0c-4f7e-9a5e-${String(++made).padStart(12, '0')}`,
  created_at: `2026-03-10T07:${String(minute).padStart(2, '0')}:00.000Z`,
  kind,
  title: '',
  body: '',
  link: '/',
  read_at: null,
})

test('a new order, also one from a quote, sounds once; earlier orders and other notifications do not', async () => {
  const { NewOrderSound } = await import('./new-order-sound.tsx')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { invalidate, queryClient } = await import('../../queries.ts')
  let list = [notification('order_received', 1)]
  let requests = 0
  server.respond('GET /api/notifications', exchange => {
    requests++
    exchange.reply(200, list)
  })
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <NewOrderSound />
    </QueryClientProvider>,
  )
  await shows(() => requests === 1)
  const arrives = async (kind: string, minute: number) => {
    list = [notification(kind, minute), ...list]
    await act(() => invalidate(['notifications']))
  }
  await act(() => invalidate(['notifications']))
  await arrives('order_received', 2)
  await shows(() => sounds > 0)
  await arrives('quote_requested', 3)
  expect(sounds).toBe(1)
  await arrives('quote_accepted', 4)
  await shows(() => sounds > 1)
  await arrives('order_received', 5)
  await shows(() => sounds > 2)
  expect(sounds).toBe(3)
})

test('the sound is off until it is switched on, and the setting is kept', async () => {
  const first = await import('./order-sound.ts')
  expect(first.orderSound.get()).toBe(false)
  first.switchOrderSound(true)
  vi.resetModules()
  const second = await import('./order-sound.ts')
  expect(second.orderSound.get()).toBe(true)
  second.switchOrderSound(false)
  expect(localStorage.getItem('order-sound')).toBeNull()
})

test('with a full storage the sounds of new orders and of scans are switched until the page is left', async () => {
  const { orderSound, switchOrderSound } = await import('./order-sound.ts')
  const { scanSound, switchScanSound } = await import('../scanning/scan-sound.ts')
  fillStorage('other')
  switchOrderSound(true)
  switchScanSound(false)
  expect([orderSound.get(), scanSound.get()]).toEqual([true, false])
  switchOrderSound(false)
  switchScanSound(true)
  expect([orderSound.get(), scanSound.get()]).toEqual([false, true])
})
