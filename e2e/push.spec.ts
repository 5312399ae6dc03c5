import { expect, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { untilControlled } from './steps.ts'
import { PHONE, World } from './world.ts'

/** How the service worker handles pushes. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

// A headless browser cannot show notifications, so the worker's are recorded.
const RECORD = `(() => {
  self.shown = []
  registration.showNotification = async (title, { body, tag, data }) => void shown.push([title, body, tag, data.link])
})()`

const pushOf = (data: string) => `(async () => {
  const waiting = []
  const event = new PushEvent('push', { data: ${JSON.stringify(data)} })
  event.waitUntil = promise => waiting.push(promise)
  dispatchEvent(event)
  await Promise.all(waiting)
})()`

const pressOn = (link: string) => `(async () => {
  const event = new Event('notificationclick')
  const waiting = []
  Object.assign(event, {
    notification: { close() {}, data: { link: ${JSON.stringify(link)} } },
    waitUntil: promise => waiting.push(promise),
  })
  dispatchEvent(event)
  await Promise.all(waiting)
})()`

test('a push is shown under the tag of its notification, and a press opens its link in the open window', async ({
  browser,
}) => {
  const person = await world.customer('Bildirimli Lokanta')
  const { page } = await world.page(browser, person, { ...PHONE, serviceWorkers: 'allow' })
  await page.goto('/dashboard')
  await untilControlled(page)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  await worker.evaluate(RECORD)
  const message = { id: 'a1', title: 'Sipariş hazırlanıyor', body: '₺297,00 tutarında', link: '/custom-order' }
  for (const data of [JSON.stringify(message), 'unreadable', JSON.stringify({ ...message, title: '' })])
    await worker.evaluate(pushOf(data))
  expect(await worker.evaluate('shown')).toEqual([
    ['Sipariş hazırlanıyor', '₺297,00 tutarında', 'a1', '/custom-order'],
    ['Yeni bildiriminiz var', '', 'unreadable', '/'],
    ['Yeni bildiriminiz var', '', 'unreadable', '/'],
  ])
  await worker.evaluate(pressOn('/custom-order'))
  await expect(page).toHaveURL(/\/custom-order$/)
  // A link to another site opens nothing.
  await worker.evaluate(pressOn('https://example.com/'))
  await expect(page).toHaveURL(/\/custom-order$/)
  expect(page.context().pages()).toHaveLength(1)
})
