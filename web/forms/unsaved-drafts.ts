import { onSessionChange, session, sessionEndReason } from '../session.ts'

/**
 * Unsaved drafts by the id of what they change, in memory: a phone's back button closes a dialog without a confirmation.
 * A session that expires keeps them for its user's next login in this tab; a sign-out or another user deletes them.
 */
export function unsavedDrafts<Draft>(): Map<string, Draft> {
  const drafts = new Map<string, Draft>()
  let owner = session()?.user.id
  onSessionChange(() => {
    const user = session()?.user.id
    if (user ? user !== owner : sessionEndReason() === 'left') drafts.clear()
    owner = user ?? owner
  })
  return drafts
}
