import { expect, test, vi } from 'vitest'
import { fillStorage } from './testing/full-storage.ts'
import { ADMIN, CUSTOMER, MARKETER, OTHER_CUSTOMER } from './testing/samples.ts'

/** The app in a tab of its own; tabs share what the browser stores. */
async function openTab() {
  vi.resetModules()
  return import('./current-session.ts')
}

/** Dispatches the event by which a browser notifies its tabs that another one has changed a stored value. */
const changeInOtherTab = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }))

const stored = () => Object.fromEntries(Object.entries(localStorage))

test.each([
  ['customer', CUSTOMER, ['token', 'user']],
  ['marketer', MARKETER, ['marketerToken', 'marketerData']],
  ['admin', ADMIN, ['admin_token', 'admin_user']],
] as const)('the session of a %s outlives the page, stored under two keys', async (_, started, keys) => {
  const { startSession } = await openTab()
  startSession(started)
  expect(stored()).toEqual({ [keys[0]]: started.token, [keys[1]]: JSON.stringify(started.user) })
  expect((await openTab()).session()).toEqual(started)
})

test('a browser has one session at a time', async () => {
  const { session, startSession } = await openTab()
  startSession(ADMIN)
  startSession(CUSTOMER)
  expect(session()).toEqual(CUSTOMER)
  expect(Object.keys(stored())).toEqual(['token', 'user'])
})

test.each([
  ['no user', { token: 't' }],
  ['no token', { user: JSON.stringify(CUSTOMER.user) }],
  ['a user that is not JSON', { token: 't', user: '{' }],
  ['a user of another shape', { token: 't', user: '{"id":"7"}' }],
])('stored data with %s is not a session', async (_, values) => {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  expect((await openTab()).session()).toBeUndefined()
})

test.each([
  ['customer', CUSTOMER, 'user'],
  ['admin', ADMIN, 'admin_user'],
] as const)('without any one field of its user, a %s has no session', async (_, started, key) => {
  const { startSession } = await openTab()
  for (const name of Object.keys(started.user)) {
    startSession(started)
    localStorage.setItem(key, JSON.stringify({ ...started.user, [name]: 7 }))
    expect([name, (await openTab()).session()]).toEqual([name, undefined])
  }
})

test('the end of a session has a reason until another session starts', async () => {
  const { endSession, session, sessionEndReason, startSession } = await openTab()
  endSession('ended')
  expect(sessionEndReason()).toBeNull()
  for (const reason of ['left', 'ended'] as const) {
    startSession(CUSTOMER)
    expect(sessionEndReason()).toBeNull()
    endSession(reason)
    expect([session(), sessionEndReason()]).toEqual([undefined, reason])
  }
})

test('a session ends in a full storage as well, with its reason', async () => {
  for (const reason of ['left', 'ended'] as const) {
    localStorage.clear()
    const { endSession, sessionEndReason, session, startSession, setAccountActive } = await openTab()
    startSession(CUSTOMER)
    fillStorage('other')
    // One character more than `true`.
    setAccountActive(false, CUSTOMER.token)
    endSession(reason)
    expect([session(), sessionEndReason(), Object.keys(stored())]).toEqual([
      undefined,
      reason,
      ['other', 'session-end'],
    ])
    expect((await openTab()).session()).toBeUndefined()
  }
})

test('a session for which the storage has no room does not start, and leaves nothing behind', async () => {
  const { session, startSession } = await openTab()
  startSession(ADMIN)
  fillStorage('other')
  expect([startSession(CUSTOMER), session(), Object.keys(stored())]).toEqual([false, undefined, ['other']])
})

test('a login and a logout are reported once each, a changed profile is not', async () => {
  const { endSession, onSessionChange, startSession, updateSessionUser } = await openTab()
  const changed = vi.fn()
  const stop = onSessionChange(changed)
  startSession(CUSTOMER)
  expect(changed).toHaveBeenCalledTimes(1)
  updateSessionUser({ ...CUSTOMER.user, phone: '0312' })
  expect(changed).toHaveBeenCalledTimes(1)
  startSession(OTHER_CUSTOMER)
  endSession('left')
  expect(changed).toHaveBeenCalledTimes(3)
  stop()
  startSession(CUSTOMER)
  expect(changed).toHaveBeenCalledTimes(3)
})

test('a changed profile is stored for the logged-in customer only', async () => {
  const { session, startSession, updateSessionUser } = await openTab()
  startSession(CUSTOMER)
  updateSessionUser({ ...OTHER_CUSTOMER.user, phone: '0312' })
  expect(session()).toEqual(CUSTOMER)
  updateSessionUser({ ...CUSTOMER.user, phone: '0312' })
  expect((await openTab()).session()).toEqual({ ...CUSTOMER, user: { ...CUSTOMER.user, phone: '0312' } })
  startSession(ADMIN)
  updateSessionUser({ ...CUSTOMER.user, phone: '0212' })
  expect(session()).toEqual(ADMIN)
})

test('a tab follows the login and the logout of another one', async () => {
  const first = await openTab()
  const second = await openTab()
  const changed = vi.fn()
  second.onSessionChange(changed)
  first.startSession(CUSTOMER)
  changeInOtherTab('some-draft')
  expect(second.session()).toBeUndefined()
  changeInOtherTab('token')
  changeInOtherTab('user')
  expect([second.session(), changed.mock.calls.length]).toEqual([CUSTOMER, 1])
  // The other tab emptied the whole storage.
  localStorage.clear()
  changeInOtherTab(null)
  expect([second.session(), changed.mock.calls.length]).toEqual([undefined, 2])
})

test('a page that Back restores follows what other pages have stored since it was left', async () => {
  const first = await openTab()
  first.startSession(CUSTOMER)
  const { onStoredTextChange, storedText, storeText } = await import('./pwa/stored-text.ts')
  storeText('cart-note', 'Arka kapı')
  const changed = vi.fn(() => storedText('cart-note'))
  onStoredTextChange(changed)
  localStorage.setItem(`cart-note:${CUSTOMER.user.id}`, 'Ön kapı')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(changed).toHaveLastReturnedWith('Ön kapı')

  const second = await openTab()
  second.endSession('left')
  expect(first.session()).toEqual(CUSTOMER)
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(first.session()).toBeUndefined()
})
