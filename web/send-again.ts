import { isOffline } from './api.ts'

/** Sends an idempotent request, and sends it once more if it or its reply is lost on the network. */
export async function sendAgainIfLost<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send()
  } catch (error) {
    if (!isOffline(error)) throw error
    return send()
  }
}
