import { type Session, session, startSession } from '../session.ts'
import { logOutOnServer } from './session-lifecycle.ts'

/**
 * Signs in. Any previous session in this browser is signed out, here and on the server. Rejects with an `ApiError` if
 * the browser has no room for the session.
 */
export async function signIn(started: Session) {
  if (session()) logOutOnServer()
  if (!startSession(started)) (await import('./full-storage.ts')).startInFullStorage(started)
}
