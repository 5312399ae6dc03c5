import type { Role } from '#contract/call.ts'
import { HOME_PATH } from './home-path.ts'

type Place = { pathname: string; search: string }

/** The login page of a role. A customer's includes the requested page. */
export function loginPath(role: Role, { pathname, search }: Place): string {
  if (role !== 'customer') return '/admin-login'
  const wanted = pathname + search
  return wanted === HOME_PATH.customer ? '/login' : `/login?next=${encodeURIComponent(wanted)}`
}

/** Where a customer goes after the login: to the requested page, if it is below one of the customer's `paths`. */
export function pageAfterLogin(next: string | null, paths: readonly string[]): string {
  const section = next && /^\/[^/?#]+/.exec(next)?.[0]
  return section && paths.includes(section) ? next : HOME_PATH.customer
}
