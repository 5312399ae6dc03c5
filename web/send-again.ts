import { isOffline } from './api.ts'

/**
 * Sends a request, which must have the same effect once or twice, once more if it or its reply is lost on the network.
 */
export async function sendAgainIfLost<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send()
  } catch (error) {
    if (!isOffline(error)) throw error
    return send()
  }
}
