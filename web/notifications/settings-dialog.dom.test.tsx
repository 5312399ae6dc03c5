import { expect, test } from 'vitest'
import { startPortal } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen, shows } from '../testing/screen.ts'

const READ = 'GET /api/notifications/preferences'
const CHANGE = 'PUT /api/notifications/preferences'
const wire = (mail: boolean) => [{ topic: 'order_received', bell: null, mail, push: null }]

test('a channel that is turned on and off again at once is off', async () => {
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { openNotificationSettings } = await import('./settings-dialog.tsx')
  const { act } = await openScreen(null)
  await act(async () => void openNotificationSettings())
  ;(await portal.next(READ)).reply(200, wire(false))
  const box = () => document.querySelector<HTMLInputElement>('[aria-label="Yeni sipariş: E-posta"]')
  await shows(() => box() !== null)
  await act(async () => box()?.click())
  await act(async () => box()?.click())
  const first = await portal.next(CHANGE)
  expect([JSON.parse(first.body).mail, box()?.checked]).toEqual([true, false])
  first.reply(200, wire(true))
  const second = await portal.next(CHANGE)
  expect(JSON.parse(second.body).mail).toBe(false)
  // Nothing is fetched that would show the first choice.
  expect(portal.untaken()).not.toContain(READ)
  second.reply(200, wire(false))
  ;(await portal.next(READ)).reply(200, wire(false))
  await shows(() => box()?.checked === false)
})
