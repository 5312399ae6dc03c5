import { expect, test, vi } from 'vitest'
import { ADMIN } from '../testing/samples.ts'
import { button, openScreen } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const LOG_OUT = 'POST /api/auth/logout'

/** Shows a changed form beside the button that logs out; the user replies `mayLose` when asked. */
async function logOutBesideForm(mayLose: boolean, isSaving = false) {
  const server = await startServer()
  const confirm = vi.fn(() => mayLose)
  vi.stubGlobal('confirm', confirm)
  const { session, startSession } = await import('../current-session.ts')
  startSession(ADMIN)
  const { setOutboxCounts } = await import('../pwa/outbox-counts.ts')
  setOutboxCounts({ all: 0, undecided: 0, text: '' })
  const { useLogOut } = await import('./log-out.tsx')
  const { useConfirmBeforeLeaving } = await import('../ui/leave-guard.ts')
  const discard = vi.fn()
  const Page = () => {
    const { leave } = useLogOut()
    useConfirmBeforeLeaving(true, 'Ezine peyniri için yaptığınız değişiklikler kaybolur.', discard, isSaving)
    return (
      <button type="button" onClick={leave}>
        Çıkış Yap
      </button>
    )
  }
  const { act } = await openScreen(<Page />)
  await act(async () => button('Çıkış Yap').click())
  return { server, session, confirm, discard }
}

test('logging out beside a form with unsaved changes asks, as every other way out does', async () => {
  const { server, session, confirm, discard } = await logOutBesideForm(false)
  expect(confirm.mock.calls).toEqual([['Ezine peyniri için yaptığınız değişiklikler kaybolur. Devam edilsin mi?']])
  expect([session(), server.untaken(), discard.mock.calls.length]).toEqual([ADMIN, [], 0])
})

test('a confirmed logout discards the unsaved changes', async () => {
  const { server, session, discard } = await logOutBesideForm(true)
  await server.next(LOG_OUT)
  expect([session(), discard.mock.calls.length]).toEqual([undefined, 1])
})

test('a user cannot log out while a form is being saved', async () => {
  const { server, session } = await logOutBesideForm(true, true)
  expect([session(), server.untaken()]).toEqual([ADMIN, []])
})
