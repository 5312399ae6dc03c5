import { useEffect } from 'react'
import { onSessionChange, session, sessionEndReason } from '../current-session.ts'

/**
 * Unsaved drafts in memory, by the id of the record that they change, as a phone's back button closes a dialog without
 * a confirmation. When the session expires or the user changes the password, they are kept for the user's next login in
 * this tab; a logout or another user's login deletes them. While there are any, the browser confirms before it closes or
 * reloads the page.
 */
export function unsavedDrafts<Draft>(): Map<string, Draft> {
  const drafts = new Map<string, Draft>()
  let owner = session()?.user.id
  onSessionChange(() => {
    const user = session()?.user.id
    if (user ? user !== owner : sessionEndReason() === 'left') drafts.clear()
    owner = user ?? owner
  })
  addEventListener('beforeunload', event => drafts.size > 0 && event.preventDefault())
  return drafts
}

/**
 * Deletes the draft of a record that can no longer be changed (`hasEnded`), where the record is shown: no form resumes
 * it, and it would make the browser confirm every reload.
 */
export function useEndedDraft(drafts: Pick<Map<string, unknown>, 'delete'>, id: string, hasEnded: boolean) {
  useEffect(() => {
    if (hasEnded) drafts.delete(id)
  }, [drafts, id, hasEnded])
}
