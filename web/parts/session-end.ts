import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { logOut } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { ask } from '../api.ts'
import { endSession, type Session, session, startSession, useSession, whySessionEnded } from '../session.ts'
import { loginTo } from './login-path.ts'

/**
 * The session, while it is one of this role. When it ends, here or in another tab, or somebody else signs in, the
 * person is led to the login; until there, nothing should be shown.
 */
export function useSessionOf(role: Role): Session | undefined {
  const present = useSession()
  const navigate = useNavigate()
  const place = useLocation()
  const lead = useEffectEvent(() => navigate(loginAfter(role, place), { replace: true }))
  const over = present?.role !== role
  useEffect(() => {
    if (over) void lead()
  }, [over])
  return over ? undefined : present
}

/** Signs in. Whoever was signed in in this browser is signed out, here and on the server. */
export function enter(started: Session) {
  if (session()) tellServer()
  startSession(started)
}

/** Signs out. The session is over here whether or not the server can be told. */
export function leave() {
  tellServer()
  endSession('left')
}

/** Ends the present session on the server; it is asked before anything else changes here. */
function tellServer() {
  ask(logOut, {}).catch(() => {
    // It ends by itself when it has been unused for long enough.
  })
}

function loginAfter(role: Role, place: { pathname: string; search: string }) {
  const why = whySessionEnded()
  if (role === 'customer') return why === 'left' ? '/login' : loginTo(role, place)
  return why === 'ended' ? '/login' : loginTo(role, place)
}
