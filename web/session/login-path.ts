import type { Role } from '#contract/call.ts'
import { HOME_PATH } from './home-path.ts'

type Place = { pathname: string; search: string }

/** The login page of a role, or the given one, with the requested page, unless that is the role's start page. */
export function loginPath(
  role: Role,
  { pathname, search }: Place,
  login = role === 'customer' ? '/login' : '/admin-login',
): string {
  const wanted = pathname + search
  return wanted === HOME_PATH[role] ? login : `${login}?next=${encodeURIComponent(wanted)}`
}

/** Where a login of a role leads: to the requested page, if it is below one of the role's `paths`, else to its start page. */
export function pageAfterLogin(role: Role, next: string | null, paths: readonly string[] = [`/${role}`]): string {
  const section = next && /^\/[^/?#]+/.exec(next)?.[0]
  return section && paths.includes(section) ? next : HOME_PATH[role]
}
