import { isOffline } from './api.ts'
import { session } from './current-session.ts'

/**
 * Sends an idempotent request, and sends it once more if it or its reply is lost on the network, unless the session is
 * another one by then: the repetition would be sent with it.
 */
export const sendAgainIfLost = <Reply>(send: () => Promise<Reply>): Promise<Reply> => {
  const token = session()?.token
  return send().catch((error: unknown) => {
    if (isOffline(error) && session()?.token === token) return send()
    throw error
  })
}
