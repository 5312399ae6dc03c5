import type * as z from 'zod/mini'
import type { AllowedRole, Call, Schema } from '#contract/call.ts'
import { isNotFound, type RequestOptions } from '../api.ts'
import { type CommandOptions, useCommand } from '../command.ts'
import { showNextResults } from './steady-list.ts'

/** Sends a mutation of the rows of a list, which is refreshed if the server refuses it because they no longer exist. */
export function useRowCommand<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(call: Call<P, W, B, Q, R>, options: Omit<CommandOptions<RequestOptions<P, B, Q>, z.output<R>>, 'wrapSend'>) {
  return useCommand(call, { ...options, wrapSend: send => send().catch(rethrow) })

  function rethrow(error: unknown): never {
    refreshIfGone(call, error)
    throw error
  }
}

/**
 * Has the next results of the lists that a call changes shown at once if the call was refused because a row no longer
 * exists: all of them, as it may be a row of any.
 */
export function refreshIfGone({ invalidates }: Pick<Call, 'invalidates'>, error: unknown) {
  if (isNotFound(error)) showNextResults(...invalidates)
}
