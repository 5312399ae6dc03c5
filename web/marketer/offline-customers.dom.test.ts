import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { readOwnCustomer } from '#contract/customers.ts'
import { CUSTOMER, MARKETER, WIRE_OWN_CUSTOMER } from '../testing/samples.ts'
import { type Exchange, startServer, type TestServer } from '../testing/scripted-server.ts'

const LIST = 'GET /api/marketer/customers'
const ELEVEN_MINUTES = 11 * 60 * 1000
const PASSIVE = { ...WIRE_OWN_CUSTOMER, is_active: false }

let server: TestServer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server = await startServer()
})

/** A marketer's app in a tab of its own. */
async function openTab() {
  vi.resetModules()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  return import('./offline-customers.ts')
}
type Tab = Awaited<ReturnType<typeof openTab>>

/** Requests the list when the stored one is no longer fresh; `answer` has it stored. */
async function request({ refreshOfflineCustomers }: Tab) {
  vi.setSystemTime(Date.now() + ELEVEN_MINUTES)
  const refreshed = refreshOfflineCustomers()
  const sent: Exchange = await server.next(LIST)
  return async (...customers: object[]) => {
    sent.reply(200, customers)
    await refreshed
  }
}

/** Marks the customer as passive in the copy, some milliseconds later. */
async function deactivate() {
  const { updateStoredCustomer } = await import('../customers/update-stored-customer.ts')
  vi.setSystemTime(Date.now() + 5)
  await updateStoredCustomer(z.decode(readOwnCustomer.reply, PASSIVE))
}

const activity = async ({ readOfflineCustomers }: Tab) =>
  (await readOfflineCustomers())?.customers.map(({ id, is_active }) => [id, is_active])

test('a list that was requested before a customer was changed does not undo the change, and a later one replaces it', async () => {
  const tab = await openTab()
  await (await request(tab))(WIRE_OWN_CUSTOMER)
  const answer = await request(tab)
  await deactivate()
  await answer(WIRE_OWN_CUSTOMER)
  expect(await activity(tab)).toEqual([[CUSTOMER.user.id, false]])
  await (await request(tab))(WIRE_OWN_CUSTOMER)
  expect(await activity(tab)).toEqual([[CUSTOMER.user.id, true]])
})

test('a change that is made while the first list is requested is kept, and is no list by itself', async () => {
  const tab = await openTab()
  const answer = await request(tab)
  await deactivate()
  expect(await activity(tab)).toBeUndefined()
  await answer(WIRE_OWN_CUSTOMER)
  expect(await activity(tab)).toEqual([[CUSTOMER.user.id, false]])
})

test('a change that was made while the clock was ahead does not outlast later lists', async () => {
  const tab = await openTab()
  await (await request(tab))(WIRE_OWN_CUSTOMER)
  const now = Date.now()
  vi.setSystemTime(now + 100 * ELEVEN_MINUTES)
  await deactivate()
  vi.setSystemTime(now)
  await (await request(tab))(WIRE_OWN_CUSTOMER)
  expect(await activity(tab)).toEqual([[CUSTOMER.user.id, true]])
})

test('a list that another tab had requested later is not replaced', async () => {
  const tab = await openTab()
  const answer = await request(tab)
  await (await request(await openTab()))(PASSIVE)
  await answer(WIRE_OWN_CUSTOMER)
  expect(await activity(tab)).toEqual([[CUSTOMER.user.id, false]])
})
