import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { logOut } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { ask } from '../api.ts'
import { endSession, type Session, useSession, whySessionEnded } from '../session.ts'
import { loginTo } from './login-path.ts'

/**
 * The session, while it is one of this role. When it ends, here or in another tab, or somebody else signs in, the
 * person is led to the login; until there, nothing should be shown.
 */
export function useSessionOf(role: Role): Session | undefined {
  const session = useSession()
  const navigate = useNavigate()
  const place = useLocation()
  const lead = useEffectEvent(() => navigate(loginAfter(role, place), { replace: true }))
  const over = session?.role !== role
  useEffect(() => {
    if (over) void lead()
  }, [over])
  return over ? undefined : session
}

/** Signs out. The session is over here whether or not the server can be told. */
export function leave() {
  ask(logOut, {}).catch(() => {
    // It ends by itself when it has been unused for long enough.
  })
  endSession('left')
}

function loginAfter(role: Role, place: { pathname: string; search: string }) {
  const why = whySessionEnded()
  if (role === 'customer') return why === 'left' ? '/login' : loginTo(role, place)
  return why === 'ended' ? '/login' : loginTo(role, place)
}
