import type { openScreen } from './screen.ts'

type Screen = Pick<Awaited<ReturnType<typeof openScreen>>, 'act' | 'unmount'>

/**
 * Ends the session as the server does, closes the screen, and empties the cache, as if much time passed until the next
 * login (`startSession`).
 */
export async function expireSession({ act, unmount }: Screen) {
  const { queryClient } = await import('../queries.ts')
  const { endSession } = await import('../current-session.ts')
  await act(async () => endSession('ended'))
  await unmount()
  queryClient.clear()
}
