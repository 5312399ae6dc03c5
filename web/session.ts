import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { SessionStaff, SessionUser } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'

/** Who is signed in in this browser: one at a time. */
export type Session =
  | { role: 'customer'; token: string; user: SessionUser }
  | { role: 'admin' | 'marketer'; token: string; user: SessionStaff }

const Stored = z.discriminatedUnion('role', [
  z.object({ role: z.literal('customer'), token: z.string(), user: SessionUser }),
  z.object({ role: z.enum(['admin', 'marketer']), token: z.string(), user: SessionStaff }),
])

const KEYS: Record<Role, { token: string; user: string }> = {
  admin: { token: 'admin_token', user: 'admin_user' },
  marketer: { token: 'marketerToken', user: 'marketerData' },
  customer: { token: 'token', user: 'user' },
}
const ROLES = Object.keys(KEYS) as Role[]

let known = read()
const listeners = new Set<() => void>()

// Another tab writes many things; a session is read anew only when its own have changed.
addEventListener('storage', ({ key }) => {
  const ours = ROLES.flatMap(role => [KEYS[role].token, KEYS[role].user])
  if (key === null || ours.includes(key)) tell()
})

/** The session of this browser, if there is one. */
export const session = () => known

/** The session of this browser; the screen follows when it starts or ends, in this tab or another. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(listen, session)
}

/** Remembers who signed in; whoever was before is forgotten. */
export function startSession(started: Session) {
  localStorage.removeItem(LAST_END)
  forget()
  localStorage.setItem(KEYS[started.role].token, started.token)
  localStorage.setItem(KEYS[started.role].user, JSON.stringify(started.user))
  tell()
}

/** Remembers what the customer who is signed in has changed of itself; the session goes on. */
export function renewUser(user: SessionUser) {
  if (known?.role !== 'customer' || known.user.id !== user.id) return
  localStorage.setItem(KEYS.customer.user, JSON.stringify(SessionUser.parse(user)))
  tell()
}

/** Why a session is over: the person left, or the server no longer knows it. */
export type EndReason = 'left' | 'ended'

// Kept where every tab of this browser sees it.
const LAST_END = 'session-end'

/** Forgets who was signed in. When the server ended it, the login page says so. */
export function endSession(reason: EndReason) {
  if (!known) return
  localStorage.setItem(LAST_END, reason)
  forget()
  tell()
}

/** Why the last session ended, until another begins. */
export function whySessionEnded(): EndReason | undefined {
  const reason = localStorage.getItem(LAST_END)
  return reason === 'left' || reason === 'ended' ? reason : undefined
}

/** Calls back whenever somebody signs in or out, in this tab or another. */
export function whenSessionChanges(callback: () => void): () => void {
  let token = known?.token
  return listen(() => {
    if (known?.token === token) return
    token = known?.token
    callback()
  })
}

function read(): Session | undefined {
  for (const role of ROLES) {
    const token = localStorage.getItem(KEYS[role].token)
    const user = parsed(localStorage.getItem(KEYS[role].user))
    const stored = Stored.safeParse({ role, token, user })
    if (stored.success) return stored.data
  }
  return undefined
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function forget() {
  for (const role of ROLES) {
    localStorage.removeItem(KEYS[role].token)
    localStorage.removeItem(KEYS[role].user)
  }
}

function tell() {
  known = read()
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
