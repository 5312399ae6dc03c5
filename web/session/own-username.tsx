import { session } from '../current-session.ts'

/** The logged-in user's name, hidden: password managers store a form's password for the user that the form names. */
export function OwnUsername() {
  return <input hidden readOnly type="text" autoComplete="username" value={session()?.user.username ?? ''} />
}
