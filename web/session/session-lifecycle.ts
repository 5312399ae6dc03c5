import { useEffect, useEffectEvent, useRef } from 'react'
import type { Role } from '#contract/call.ts'
import { logOut as logOutCall } from '#contract/log-out.ts'
import { request } from '../api.ts'
import { endSession, type Session, sessionEndReason, useSession } from '../current-session.ts'
import { useLocation, useNavigate } from '../ui/router.tsx'
import { loginPath } from './login-path.ts'

/**
 * The session, if it is one of this role. When it ends, here or in another tab, or a user of another role logs in,
 * navigates to the login and returns undefined: then render nothing.
 */
export function useSessionOf(role: Role): Session | undefined {
  const present = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const over = present?.role !== role
  const hadSession = useRef(!over)
  const redirect = useEffectEvent(() => {
    navigate(hadSession.current ? loginPathAfterEnd(role, location) : loginPath(role, location), { replace: true })
    hadSession.current = !over
  })
  useEffect(() => {
    if (over) redirect()
    else hadSession.current = true
  }, [over])
  return over ? undefined : present
}

/** Logs out. The local session ends even if the server cannot be reached. */
export function logOut() {
  logOutOnServer()
  endSession('left')
}

/** Ends the current session on the server; sent before the local session changes. */
export function logOutOnServer() {
  request(logOutCall, { keepalive: true }).catch(() => {
    // The session expires anyway after a period without use.
  })
}

function loginPathAfterEnd(role: Role, location: { pathname: string; search: string }) {
  const why = sessionEndReason()
  const login = role === 'customer' || why === 'ended' ? '/login' : '/admin-login'
  return why && why !== 'ended' ? login : loginPath(role, location, login)
}
