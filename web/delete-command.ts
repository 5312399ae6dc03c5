import type * as z from 'zod/mini'
import type { AllowedRole, Call, Schema } from '#contract/call.ts'
import { isNotFound, type RequestOptions } from './api.ts'
import { useCommand } from './command.ts'
import { toast } from './ui/toaster.tsx'

type DeletionOptions<Input, Reply> = {
  showError: 'toast' | 'alert'
  /** Called when the record is deleted; without a reply if the server did not find it (any more) for this user. */
  onDeleted: (reply: Reply | undefined, input: Input) => unknown
}

/**
 * Sends a command that deletes a record. A 404 counts as success: after a lost reply the command is sent again
 * (browsers also repeat a request whose connection broke), and the first attempt may have deleted the record.
 */
export function useDeleteCommand<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(call: Call<P, W, B, Q, R>, options: DeletionOptions<RequestOptions<P, B, Q>, z.output<R>>) {
  return useCommand(call, {
    refetchWhenLost: true,
    onReply: options.onDeleted,
    showError: (error, input) => {
      if (isNotFound(error)) return options.onDeleted(undefined, input)
      return options.showError === 'alert' ? window.alert(error.message) : toast.error(error.message)
    },
  })
}
