import { useRef } from 'react'
import { isRequestError } from './api.ts'
import { isOutcomeOpen } from './open-outcome.ts'
import { randomId } from './random-id.ts'
import { sendAgainIfLost } from './send-again.ts'

/** `isLost`: whether a request of the attempt got no reply. */
type Attempt<Content, Saved> = { content: Content; over: Saved | undefined; key: string; isLost?: boolean }

/**
 * Saves a form: creates the record, or changes the one saved before. A request without a reply is repeated unchanged,
 * once immediately and, if that gets no reply either, before the next save, which then changes the record that the
 * repeated request has stored. `send` gets the idempotency key of the attempt and must be idempotent. `mayExist` returns
 * whether the form was one of a new record that may have been created by now.
 */
export function useSettledSave<Content, Saved>(
  initial: Saved | undefined,
  send: (content: Content, over: Saved | undefined, key: string) => Promise<Saved>,
) {
  const saved = useRef(initial)
  const unanswered = useRef<Attempt<Content, Saved>>(undefined)
  const sendOnce = async (one: Attempt<Content, Saved>) => {
    try {
      return await send(one.content, one.over, one.key)
    } catch (error) {
      one.isLost ||= isRequestError(error) && error.isUnanswered
      throw error
    }
  }
  const attempt = async (one: Attempt<Content, Saved>) => {
    unanswered.current = one
    try {
      saved.current = await sendAgainIfLost(() => sendOnce(one))
      unanswered.current = undefined
      return saved.current
    } catch (error) {
      if (isRequestError(error) && !isOutcomeOpen(error)) unanswered.current = undefined
      throw error
    }
  }
  const save = async (content: Content): Promise<Saved> => {
    const before = unanswered.current
    if (before && JSON.stringify(before.content) === JSON.stringify(content)) return attempt(before)
    if (before)
      await attempt(before).catch((error: unknown) => {
        // A refused attempt has saved nothing; an attempt without a reply may have.
        if (unanswered.current) throw error
      })
    return attempt({ content, over: saved.current, key: randomId() })
  }
  const mayExist = () => !initial && (saved.current !== undefined || unanswered.current?.isLost === true)
  return { save, mayExist }
}
