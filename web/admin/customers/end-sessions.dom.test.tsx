import { expect, test, vi } from 'vitest'
import { ADMIN, WIRE_CUSTOMER } from '../../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../../testing/screen.ts'
import { startServer } from '../../testing/scripted-server.ts'

const END = `POST /api/admin/accounts/${WIRE_CUSTOMER.id}/end-sessions`

/** Presses and confirms a button that ends a customer's sessions. */
async function endSessions() {
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  startSession(ADMIN)
  const { Toaster } = await import('../../ui/toaster.tsx')
  const { useEndSessions } = await import('./end-sessions.ts')
  const alerts: string[] = []
  vi.stubGlobal('confirm', () => true)
  vi.stubGlobal('alert', (text: string) => alerts.push(text))
  function Ending() {
    const end = useEndSessions()
    return (
      <button type="button" onClick={() => end({ id: WIRE_CUSTOMER.id, name: WIRE_CUSTOMER.company_name })}>
        Kapat
      </button>
    )
  }
  const { act } = await openScreen(
    <>
      <Ending />
      <Toaster />
    </>,
  )
  await act(async () => button('Kapat').click())
  return { server, alerts, sent: await server.next(END) }
}

/** Ends a customer's sessions; the request gets no reply. */
async function loseRequest() {
  const { sent, ...ending } = await endSessions()
  sent.drop()
  return ending
}

test('a lost reply to ending sessions is not reported as a failure when the repeated request succeeds', async () => {
  const { server, alerts } = await loseRequest()
  ;(await server.next(END)).reply(200, { message: 'Açık başka oturum yok', ended_sessions: 0 })
  await shows(() => document.body.textContent.includes('Açık oturumu yok'))
  expect(alerts).toEqual([])
})

test('after two lost replies it is reported as unknown whether the sessions are open', async () => {
  const { server, alerts } = await loseRequest()
  ;(await server.next(END)).drop()
  await shows(() => alerts.length === 1)
  expect(alerts[0]).toContain('kapanıp kapanmadığı bilinmiyor')
})

test('after the reply of a proxy instead of the portal’s, it is reported as unknown whether the sessions are open', async () => {
  const { sent, alerts } = await endSessions()
  sent.reply(504, '<h1>Gateway Timeout</h1>')
  await shows(() => alerts.length === 1)
  expect(alerts[0]).toContain('kapanıp kapanmadığı bilinmiyor')
})
