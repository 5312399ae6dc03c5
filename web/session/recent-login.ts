import type { Call } from '#contract/call.ts'
import { isRequestError } from '../api.ts'

/**
 * Sends a request of a call that needs a recent login. If the server requires one, the user enters the password, and
 * the request is sent again. Resolves to `undefined` if the user cancels.
 */
export async function withRecentLogin<Reply>(call: Call, send: () => Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await send()
  } catch (error) {
    if (!isRequestError(error) || !error.is(call, 'reauthentication_required')) throw error
    const { confirmPassword } = await import('./reauthenticate-dialog.tsx')
    return (await confirmPassword()) ? send() : undefined
  }
}
