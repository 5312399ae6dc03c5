import { useEffect, useEffectEvent, useRef } from 'react'
import { logOut } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { request } from '../api.ts'
import { endSession, type Session, session, startSession, useSession, whySessionEnded } from '../session.ts'
import { useLocation, useNavigate } from '../ui/router.tsx'
import { loginTo } from './login-path.ts'

/**
 * The session, while it is one of this role. When it ends, here or in another tab, or somebody else signs in, the
 * person is led to the login; until there, nothing should be shown.
 */
export function useSessionOf(role: Role): Session | undefined {
  const present = useSession()
  const navigate = useNavigate()
  const place = useLocation()
  const over = present?.role !== role
  const wasThere = useRef(!over)
  const lead = useEffectEvent(() => {
    navigate(wasThere.current ? loginAfter(role, place) : loginTo(role, place), { replace: true })
    wasThere.current = !over
  })
  useEffect(() => {
    if (over) lead()
    else wasThere.current = true
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
  request(logOut, { keepalive: true }).catch(() => {
    // It ends by itself when it has been unused for long enough.
  })
}

function loginAfter(role: Role, place: { pathname: string; search: string }) {
  const why = whySessionEnded()
  if (role === 'customer') return why === 'left' ? '/login' : loginTo(role, place)
  return why === 'ended' ? '/login' : loginTo(role, place)
}
