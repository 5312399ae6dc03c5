import { type Session, session, startSession } from '../current-session.ts'
import { logOutOnServer } from './session-lifecycle.ts'

/**
 * Starts the session of a login. Any previous session in this browser is logged out, here and on the server. Rejects
 * with an `ApiError` if the browser has no room for the session.
 */
export async function replaceSession(started: Session) {
  if (session()) logOutOnServer()
  if (!startSession(started)) (await import('./full-storage.ts')).startInFullStorage(started)
}
