import { useEffect, useRef, useState } from 'react'
import { type ApiError, requestError } from './api.ts'
import { toast } from './ui/toaster.tsx'

/**
 * How a failed request is shown: by its message as a toast or an alert, by the caller in the screen (`inline`, from
 * `error`), or by a function.
 */
export type ShowError<Input> = 'toast' | 'alert' | 'inline' | ((error: ApiError, input: Input) => unknown)

export type ActionOptions<Input, Reply> = {
  showError: ShowError<Input>
  /** Called with each reply, also after the component is gone. */
  onReply?: (reply: Reply, input: Input) => unknown
  /** Called at the end of each run, with the error of a failed one. */
  onSettled?: (error?: ApiError) => unknown
  /** Identifies what a run acts on. Runs of different targets may overlap. By default, all have the same target. */
  targetOf?: (input: Input) => string
}

/**
 * An operation with requests, started by the user. `run` resolves to its reply, or to `undefined` after a failed request
 * was shown (as `showError` says, for this run or for all), or if an earlier run of the same target is still in flight
 * (a double press). It rejects on bugs only.
 * `error` is that of the last run and remains until the next outcome.
 */
export function useAction<Input = void, Reply = unknown>(
  work: (input: Input) => Promise<Reply>,
  options: ActionOptions<Input, Reply>,
) {
  const [runCount, setRunCount] = useState(0)
  const [outcome, setOutcome] = useState<{ reply?: Reply; error?: ApiError }>({})
  const targets = useRef(new Set<string>())
  // The component may have rendered with other callbacks by the time of the reply.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const run = async (input: Input, showError?: ShowError<Input>): Promise<Reply | undefined> => {
    const target = options.targetOf?.(input) ?? ''
    if (targets.current.has(target)) return undefined
    targets.current.add(target)
    setRunCount(count => count + 1)
    try {
      const settled = await work(input).then(
        reply => ({ reply }),
        (error: unknown) => ({ error: requestError(error) }),
      )
      setOutcome(settled)
      const { error, reply } = settled
      if (error) await show(error, input, showError ?? latest.current.showError)
      else await latest.current.onReply?.(settled.reply, input)
      await latest.current.onSettled?.(error)
      return reply
    } finally {
      targets.current.delete(target)
      setRunCount(count => count - 1)
    }
  }
  return { run, pending: runCount > 0, reply: outcome.reply, error: outcome.error, reset: () => setOutcome({}) }
}

async function show<Input>(error: ApiError, input: Input, how: ShowError<Input>) {
  if (how === 'toast') toast.error(error.message)
  else if (how === 'alert') window.alert(error.message)
  else if (how !== 'inline') await how(error, input)
}
