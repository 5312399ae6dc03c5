import { useRef } from 'react'
import type * as z from 'zod/mini'
import { type AllowedRole, acceptsIdempotencyKey, type Call, type Schema } from '#contract/call.ts'
import { type ActionOptions, useAction } from './action.ts'
import { type RequestOptions, request } from './api.ts'
import { invalidate } from './queries.ts'
import { randomId } from './random-id.ts'
import { sendAgainIfLost } from './send-again.ts'

export type CommandOptions<Input, Reply> = Omit<ActionOptions<Input, Reply>, 'targetOf' | 'onSettled'> & {
  /** Sends the request once more if its reply is lost; by default only if the call is idempotent. */
  againWhenLost?: boolean
  /** Also refetches when the request or its response was lost on the network: the change may have been made. */
  refetchWhenLost?: boolean
  /** Stays pending until the queries in use that show the change are refetched. */
  awaitRefetch?: boolean
  /** Runs around the sending; resolves to `undefined` if the user cancels, and `onReply` is not called then. */
  wrapSend?: (send: () => Promise<Reply>) => Promise<Reply | undefined>
}

/**
 * Whether a call has the same effect once or twice, by its idempotency key or its method. The import of a file counts
 * as not idempotent: it continues after a lost reply, and the screen finds it by its run.
 */
const isIdempotent = (call: Call) => !call.takesFile && (acceptsIdempotencyKey(call) || call.method !== 'POST')

/**
 * Sends a mutation. While it is in flight, another one to the same path is ignored. A retry of the same input reuses
 * its idempotency key, so that it takes effect once; a command that outlives the screen passes its own key. Queries that
 * show what the call `invalidates` are refetched after `onReply`, and also after an error of the server, as the screen
 * may have been out of date.
 */
export function useCommand<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(call: Call<P, W, B, Q, R>, options: CommandOptions<RequestOptions<P, B, Q>, z.output<R>>) {
  /** The last attempt of each target without a reply. */
  const attempts = useRef(new Map<string, { content: string; file: File | undefined; key: string }>())
  const targetOf = ({ params }: RequestOptions<P, B, Q>) => JSON.stringify(params ?? null)
  const keyFor = (input: RequestOptions<P, B, Q>) => {
    const content = JSON.stringify(input)
    const last = attempts.current.get(targetOf(input))
    if (last?.content === content && last.file === input.file) return last.key
    const key = randomId()
    attempts.current.set(targetOf(input), { content, file: input.file, key })
    return key
  }
  const send = async (input: RequestOptions<P, B, Q>) => {
    const sent = acceptsIdempotencyKey(call) ? { ...input, key: input.key ?? keyFor(input) } : input
    const attempt = () => request(call, sent)
    const sendOnceOrTwice = () => ((options.againWhenLost ?? isIdempotent(call)) ? sendAgainIfLost(attempt) : attempt())
    return options.wrapSend ? options.wrapSend(sendOnceOrTwice) : sendOnceOrTwice()
  }
  return useAction<RequestOptions<P, B, Q>, z.output<R> | undefined>(send, {
    targetOf,
    showError: options.showError,
    onReply: (reply, input) => {
      // Cancelled by the user: an earlier attempt may still be without a reply.
      if (reply === undefined) return undefined
      attempts.current.delete(targetOf(input))
      return options.onReply?.(reply, input)
    },
    onSettled: async error => {
      if (error?.isAppFault || (error?.isOffline && !options.refetchWhenLost)) return
      const refetched = invalidate(call.invalidates)
      if (options.awaitRefetch) await refetched
    },
  })
}
