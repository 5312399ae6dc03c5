import type * as z from 'zod/mini'
import type { AllowedRole, Call, Schema } from '#contract/call.ts'
import { isRequestError, type RequestOptions } from '../api.ts'
import { type CommandOptions, useCommand } from '../command.ts'

/** `useCommand` for a call that needs a recent login. Its `run` resolves to `undefined` if the user cancels that. */
export function useRecentLoginCommand<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(call: Call<P, W, B, Q, R>, options: CommandOptions<RequestOptions<P, B, Q>, z.output<R>>) {
  return useCommand(call, { ...options, wrapSend: send => withRecentLogin(call, send) })
}

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
