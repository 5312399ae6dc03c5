import type { Role } from '#contract/call.ts'
import { HOME_PATH } from './home-path.ts'

type Place = { pathname: string; search: string }

/** The address of a role's login page, or of the given one, with the requested page unless that is the start page. */
export function loginPath(
  role: Role,
  { pathname, search }: Place,
  login = role === 'customer' ? '/login' : '/admin-login',
): string {
  const wanted = pathname + search
  return wanted === HOME_PATH[role] ? login : `${login}?next=${encodeURIComponent(wanted)}`
}

/**
 * The page after a login: the requested one if it is below one of the role's `paths`, or else the role's start page.
 */
export function pageAfterLogin(role: Role, next: string | null, paths: readonly string[] = [`/${role}`]): string {
  const section = next && /^\/[^/?#]+/.exec(next)?.[0]
  return section && paths.includes(section) ? next : HOME_PATH[role]
}
