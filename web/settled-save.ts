import { useRef } from 'react'
import { isRequestError } from './api.ts'
import { randomId } from './random-id.ts'
import { sendAgainIfLost } from './send-again.ts'

type Attempt<Content, Saved> = { content: Content; over: Saved | undefined; key: string }

/**
 * Saves the content of a form, over the record that was saved before, if there is one. What got no reply is sent once more
 * as it was, at once and, if that got none either, before the next save: the content, if it has changed since, is then saved
 * over its outcome. So `send`, which gets the idempotency key of an attempt, must have the same effect once or twice.
 */
export function useSettledSave<Content, Saved>(
  initial: Saved | undefined,
  send: (content: Content, over: Saved | undefined, key: string) => Promise<Saved>,
) {
  const saved = useRef(initial)
  const unanswered = useRef<Attempt<Content, Saved>>(undefined)
  const attempt = async (one: Attempt<Content, Saved>) => {
    unanswered.current = one
    try {
      saved.current = await sendAgainIfLost(() => send(one.content, one.over, one.key))
      unanswered.current = undefined
      return saved.current
    } catch (error) {
      if (isRefusal(error)) unanswered.current = undefined
      throw error
    }
  }
  return async (content: Content): Promise<Saved> => {
    const before = unanswered.current
    if (before && JSON.stringify(before.content) === JSON.stringify(content)) return attempt(before)
    if (before)
      await attempt(before).catch((error: unknown) => {
        // A refused one has saved nothing.
        if (unanswered.current) throw error
      })
    return attempt({ content, over: saved.current, key: randomId() })
  }
}

/** Whether the server has refused a request for good; without a session, or after too many, it has not judged it. */
const isRefusal = (error: unknown) =>
  isRequestError(error) && error.isDecision && error.status !== 401 && error.status !== 429
