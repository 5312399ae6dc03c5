import { useEffect, useRef, useState } from 'react'
import { type ApiError, requestError } from './api.ts'
import { toast } from './ui/toaster.tsx'

/**
 * How a failed request is shown: its message as a toast or an alert, by the screen itself (`inline`, from `error`), or
 * by a function.
 */
export type ShowError<Input> = 'toast' | 'alert' | 'inline' | ((error: ApiError, input: Input) => unknown)

export type ActionOptions<Input, Reply> = {
  showError: ShowError<Input>
  /** Called with each reply, also after the component was unmounted. */
  onReply?: (reply: Reply, input: Input) => unknown
  /** Called at the end of each run, with the error of a failed one. */
  onSettled?: (error?: ApiError) => unknown
  /** Identifies what a run acts on. Runs of different targets may overlap. By default, all have the same target. */
  targetOf?: (input: Input) => string
}

/**
 * An operation with requests, started by the user. `run` resolves to its reply; to `undefined` after a failed request
 * was shown (as `showError` of this run or of the options requires), or if an earlier run of the same target is still
 * in flight (a double press). It rejects on bugs only.
 * `reply` and `error` belong to the last run and remain until the next outcome. `reset` clears them and ignores the
 * outcomes of runs in flight.
 */
export function useAction<Input = void, Reply = unknown>(
  work: (input: Input) => Promise<Reply>,
  options: ActionOptions<Input, Reply>,
) {
  const [state, setState] = useState<State<Reply>>({ running: 0 })
  const inFlight = useRef(new Set<string>())
  // The component may have rendered with other callbacks before the reply arrives.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const run = async (input: Input, showError?: ShowError<Input>): Promise<Reply | undefined> => {
    const target = options.targetOf?.(input) ?? ''
    const targets = inFlight.current
    if (targets.has(target)) return undefined
    targets.add(target)
    const update = (change: (before: State<Reply>) => State<Reply>) => {
      if (targets === inFlight.current) setState(change)
    }
    update(before => ({ ...before, running: before.running + 1 }))
    try {
      const settled = await work(input).then(
        reply => ({ reply, error: undefined }),
        (reason: unknown) => ({ reply: undefined, error: requestError(reason) }),
      )
      update(({ running }) => ({ running, ...settled }))
      if (settled.error) await show(settled.error, input, showError ?? latest.current.showError)
      else await latest.current.onReply?.(settled.reply, input)
      await latest.current.onSettled?.(settled.error)
      return settled.reply
    } finally {
      targets.delete(target)
      update(({ running, ...outcome }) => ({ running: running - 1, ...outcome }))
    }
  }
  const reset = () => {
    inFlight.current = new Set()
    setState({ running: 0 })
  }
  return { run, reset, pending: state.running > 0, reply: state.reply, error: state.error }
}

type State<Reply> = { running: number; reply?: Reply | undefined; error?: ApiError | undefined }

async function show<Input>(error: ApiError, input: Input, how: ShowError<Input>) {
  if (how === 'toast') toast.error(error.message)
  else if (how === 'alert') window.alert(error.message)
  else if (how !== 'inline') await how(error, input)
}
