import { expect, test, vi } from 'vitest'
import { readPreferences } from '#contract/notification-settings.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'
import { startServer, until } from '../testing/scripted-server.ts'

const READ = 'GET /api/notifications/preferences'
const CHANGE = 'PUT /api/notifications/preferences'
const wire = (mail: boolean) => [
  { topic: 'order_received', bell: true, mail, push: true },
  { topic: 'order_reminder', bell: true, mail: false, push: true },
]

async function openSettings() {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { openNotificationSettings } = await import('./settings-dialog.tsx')
  const { act } = await openScreen(null)
  await act(async () => void openNotificationSettings())
  ;(await server.next(READ)).reply(200, wire(false))
  const box = () => document.querySelector<HTMLInputElement>('[aria-label="Yeni sipariş: E-posta"]')
  await shows(() => box() !== null)
  return { server, box, press: () => act(async () => box()?.click()) }
}

test('a channel that is turned on and immediately off again is off', async () => {
  const { server, box, press } = await openSettings()
  await press()
  // The query client notifies in a later task.
  await shows(() => box()?.checked === true)
  await press()
  const first = await server.next(CHANGE)
  expect(JSON.parse(first.body).mail).toBe(true)
  await shows(() => box()?.checked === false)
  first.reply(200, wire(true))
  const second = await server.next(CHANGE)
  expect(JSON.parse(second.body).mail).toBe(false)
  // The preferences are not refetched yet, which would show the first choice.
  expect(server.untaken()).not.toContain(READ)
  second.reply(200, wire(false))
  ;(await server.next(READ)).reply(200, wire(false))
  await shows(() => box()?.checked === false)
})

test('the reminders of cut-offs and of standing orders, which are one topic, have a name for both', async () => {
  await openSettings()
  const rows = [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent)
  expect(rows).toEqual(['Yeni sipariş', 'Sipariş hatırlatmaları'])
})

test('a customer is told for which new orders bell and push are', async () => {
  await openSettings()
  expect(document.body.textContent).toContain('yalnız sizin adınıza verilen siparişler içindir')
})

test('a choice whose reply is lost is sent once more, and reverted if that reply is also lost', async () => {
  const { server, box, press } = await openSettings()
  const { toast } = await import('../ui/toaster.tsx')
  const error = vi.spyOn(toast, 'error')
  await press()
  ;(await server.next(CHANGE)).drop()
  ;(await server.next(CHANGE)).reply(200, wire(true))
  ;(await server.next(READ)).reply(200, wire(true))
  const { queryClient, queryKeyOf } = await import('../queries.ts')
  await until(() => queryClient.isFetching({ queryKey: queryKeyOf(readPreferences) }) === 0)
  expect([box()?.checked, error.mock.calls.length]).toEqual([true, 0])
  server.respond(READ, ({ drop }) => drop())
  await press()
  ;(await server.next(CHANGE)).drop()
  const again = await server.next(CHANGE)
  expect(box()?.checked).toBe(false)
  again.drop()
  await shows(() => box()?.checked === true)
  expect(error.mock.calls).toEqual([['Bildirim ayarı kaydedilemedi']])
})
