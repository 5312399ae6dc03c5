import { beforeEach, expect, test } from 'vitest'
import { CUSTOMER, OTHER_CUSTOMER } from '../testing/samples.ts'

let drafts: Map<string, string>

/** Whether the browser confirms before it reloads the page. */
const isAskedBeforeReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(async () => {
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { unsavedDrafts } = await import('./unsaved-drafts.ts')
  drafts = unsavedDrafts<string>()
  drafts.set('order', 'typed')
})

test.each([
  ['ended', CUSTOMER, ['typed']],
  ['ended', OTHER_CUSTOMER, []],
  ['left', CUSTOMER, []],
] as const)(
  'drafts are kept only if the session expired and the same user logs in again (session %s)',
  async (reason, next, kept) => {
    const { endSession, startSession } = await import('../current-session.ts')
    endSession(reason)
    startSession({ ...next, token: 'next-token' })
    expect([...drafts.values()]).toEqual(kept)
    expect(isAskedBeforeReload()).toBe(kept.length > 0)
  },
)

test('a reload is confirmed while there is a draft, also after its dialog was closed', () => {
  expect(isAskedBeforeReload()).toBe(true)
  drafts.delete('order')
  expect(isAskedBeforeReload()).toBe(false)
})
