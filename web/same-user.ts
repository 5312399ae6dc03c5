import { session } from './current-session.ts'

/**
 * Notes the logged-in user. The returned function says whether this user is logged in: another one who has logged in
 * meanwhile has no part in what was begun before.
 */
export function noteUser(): () => boolean {
  const id = session()?.user.id
  return () => session()?.user.id === id
}
