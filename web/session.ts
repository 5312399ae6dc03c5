import type { SessionStaff, SessionUser } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { fieldsOf, isId, isText, parseJson } from './stored-values.ts'
import { createStore } from './ui/store.ts'

/** The signed-in user of this browser: one at a time. */
export type Session =
  | { role: 'customer'; token: string; user: SessionUser }
  | { role: 'admin' | 'marketer'; token: string; user: SessionStaff }

const KEYS: Record<Role, { token: string; user: string }> = {
  admin: { token: 'admin_token', user: 'admin_user' },
  marketer: { token: 'marketerToken', user: 'marketerData' },
  customer: { token: 'token', user: 'user' },
}
const ROLES = Object.keys(KEYS) as Role[]

const current = createStore(read())

// Other tabs store many things; the session is read again only when one of its own keys changes.
addEventListener('storage', ({ key }) => {
  const ours = ROLES.flatMap(role => [KEYS[role].token, KEYS[role].user])
  if (key === null || ours.includes(key)) current.set(read())
})

// A page that Back restores from the browser's cache missed the events of what other pages stored in the meantime, so
// everything that follows the stored values reads them again.
addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new StorageEvent('storage')))

/** The session of this browser, if there is one. */
export const session = current.get

/** The session of this browser; re-renders when it starts or ends, in this tab or another. */
export const useSession = current.use

/** Stores a new session, replacing any previous one. */
export function startSession(started: Session) {
  localStorage.removeItem(END_REASON_KEY)
  clearStorage()
  localStorage.setItem(KEYS[started.role].token, started.token)
  localStorage.setItem(KEYS[started.role].user, JSON.stringify(started.user))
  current.set(read())
}

/** Stores a changed profile of the signed-in customer; the session continues. */
export function updateSessionUser(user: SessionUser) {
  const present = session()
  if (present?.role !== 'customer' || present.user.id !== user.id) return
  localStorage.setItem(KEYS.customer.user, JSON.stringify(customerIn(user)))
  current.set(read())
}

/** Stores whether the customer of the session with this token may order, according to a reply of the server. */
export function setAccountActive(is_active: boolean, token: string) {
  const present = session()
  if (present?.role === 'customer' && present.token === token && present.user.is_active !== is_active)
    updateSessionUser({ ...present.user, is_active })
}

/** Why a session is over: the user signed out (`left`), or the server no longer accepts it (`ended`). */
export type EndReason = 'left' | 'ended'

// In localStorage, so that every tab of this browser sees it.
const END_REASON_KEY = 'session-end'

/** Ends the session. When the server ended it, the login page shows a message. */
export function endSession(reason: EndReason) {
  if (!session()) return
  localStorage.setItem(END_REASON_KEY, reason)
  clearStorage()
  current.set(read())
}

/** Why the last session ended, until another begins. */
export function sessionEndReason(): EndReason | undefined {
  const reason = localStorage.getItem(END_REASON_KEY)
  return reason === 'left' || reason === 'ended' ? reason : undefined
}

/** Calls back on every sign-in and sign-out, in this tab or another. Returns the unsubscribe function. */
export function onSessionChange(callback: () => void): () => void {
  let token = session()?.token
  return current.subscribe(() => {
    if (session()?.token === token) return
    token = session()?.token
    callback()
  })
}

function read(): Session | undefined {
  for (const role of ROLES) {
    const token = localStorage.getItem(KEYS[role].token)
    const stored = parseJson(localStorage.getItem(KEYS[role].user) ?? 'null')
    const found = token === null ? undefined : sessionIn(role, token, stored)
    if (found) return found
  }
  return undefined
}

function sessionIn(role: Role, token: string, stored: unknown): Session | undefined {
  if (role === 'customer') {
    const user = customerIn(stored)
    return user && { role, token, user }
  }
  const user = staffIn(stored)
  return user && { role, token, user }
}

/** The profile fields that a session stores, without any others; undefined if one is missing or invalid. */
function customerIn(stored: unknown): SessionUser | undefined {
  const { id, username, company_name, email, phone, address, is_active } = fieldsOf(stored)
  return isId(id) &&
    isText(username) &&
    isText(company_name) &&
    isText(email) &&
    isText(phone) &&
    isText(address) &&
    typeof is_active === 'boolean'
    ? { id, username, company_name, email, phone, address, is_active }
    : undefined
}

function staffIn(stored: unknown): SessionStaff | undefined {
  const { id, username, name } = fieldsOf(stored)
  return isId(id) && isText(username) && isText(name) ? { id, username, name } : undefined
}

function clearStorage() {
  for (const role of ROLES) {
    localStorage.removeItem(KEYS[role].token)
    localStorage.removeItem(KEYS[role].user)
  }
}
