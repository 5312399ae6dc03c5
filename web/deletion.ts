import type * as z from 'zod/mini'
import type { AllowedRole, Call, Schema } from '#contract/call.ts'
import { isNotFound } from './api.ts'
import { type CommandInput, useCommand } from './command.ts'
import { toast } from './ui/toaster.tsx'

type DeletionOptions<Input, Reply> = {
  showError: 'toast' | 'alert'
  /** Called when the record is gone; without a reply if it was before, or is a marketer's no more. */
  onDeleted: (reply: Reply | undefined, input: Input) => unknown
}

/**
 * Sends a command that deletes a record. A record that is gone already counts as deleted, as it is after a lost reply:
 * the command is sent again then, and browsers, too, repeat a request whose connection broke.
 */
export function useDeletion<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(call: Call<P, W, B, Q, R>, options: DeletionOptions<CommandInput<P, B, Q>, z.output<R>>) {
  return useCommand(call, {
    refetchWhenLost: true,
    onReply: options.onDeleted,
    showError: (error, input) => {
      if (isNotFound(error)) return options.onDeleted(undefined, input)
      return options.showError === 'alert' ? window.alert(error.message) : toast.error(error.message)
    },
  })
}
