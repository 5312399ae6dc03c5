import type { SessionStaff, SessionUser } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { fieldsOf, isId, isText, parseJson } from './stored-values.ts'
import { store } from './ui/storage.ts'
import { createStore } from './ui/store.ts'

/** The logged-in user of this browser: one at a time. */
export type Session =
  | { role: 'customer'; token: string; user: SessionUser }
  | { role: 'admin' | 'marketer'; token: string; user: SessionStaff }

const KEYS: Record<Role, readonly [token: string, user: string]> = {
  admin: ['admin_token', 'admin_user'],
  marketer: ['marketerToken', 'marketerData'],
  customer: ['token', 'user'],
}
const ROLES = Object.keys(KEYS) as Role[]
const OWN_KEYS = new Set<string>(Object.values(KEYS).flat())

const current = createStore(read())

// Other tabs store many things; the session is read again only when one of its own keys changes.
addEventListener('storage', ({ key }) => {
  if (!key || OWN_KEYS.has(key)) current.set(read())
})

// A page that Back restores from the browser's cache missed the events of what other pages stored in the meantime, so
// everything that follows the stored values reads them again.
addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new StorageEvent('storage')))

/** The session of this browser, if there is one. */
export const session = current.get

/** The session of this browser; re-renders when it starts or ends, in this tab or another. */
export const useSession = current.use

/** Stores a new session, replacing any previous one. Returns `false`, without a session, if the storage is full. */
export function startSession(started: Session): boolean {
  localStorage.removeItem(END_REASON_KEY)
  clearStorage()
  const [token, user] = KEYS[started.role]
  const isStored = store(token, started.token) && store(user, JSON.stringify(started.user))
  if (!isStored) clearStorage()
  current.set(read())
  return isStored
}

/** Stores a changed profile of the logged-in customer; the session continues. */
export function updateSessionUser(user: SessionUser) {
  const present = session()
  if (present?.role !== 'customer' || present.user.id !== user.id) return
  store(KEYS.customer[1], JSON.stringify(customerIn(user)))
  current.set(read())
}

/** Stores whether the customer of the session with this token may order, according to a reply of the server. */
export function setAccountActive(is_active: boolean, token: string) {
  const present = session()
  if (present?.role === 'customer' && present.token === token && present.user.is_active !== is_active)
    updateSessionUser({ ...present.user, is_active })
}

/**
 * Why a session is over: the user logged out (`left`) or has changed the password here (`renewed`), or the server no
 * longer accepts it (`ended`).
 */
type EndReason = 'left' | 'renewed' | 'ended'

// In localStorage, so that every tab of this browser sees it.
const END_REASON_KEY = 'session-end'

/** The start of the keys in local storage of half-filled forms, which outlast the session unless the user logs out. */
export const FORM_PREFIX = 'kept-form:'

/** Ends the session. When the server ended it, the login page shows a message. */
export function endSession(reason: EndReason) {
  if (!session()) return
  // First, as other tabs read it when the session disappears; and again, as a full storage has room for it only then.
  store(END_REASON_KEY, reason)
  clearStorage(reason === 'left')
  store(END_REASON_KEY, reason)
  current.set(read())
}

/** Why the last session ended, an `EndReason`, until another begins; null without a reason. */
export const sessionEndReason = () => localStorage.getItem(END_REASON_KEY)

/** Calls back on every login and logout, in this tab or another. Returns the unsubscribe function. */
export function onSessionChange(callback: () => void): () => void {
  let token = session()?.token
  return current.subscribe(() => {
    const before = token
    token = session()?.token
    if (token !== before) callback()
  })
}

function read(): Session | undefined {
  for (const role of ROLES) {
    const [token, text] = KEYS[role].map(key => localStorage.getItem(key))
    const profileIn = role === 'customer' ? customerIn : staffIn
    const user = token && profileIn(parseJson(text ?? ''))
    if (user) return { role, token, user } as Session
  }
  return undefined
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

function clearStorage(withForms?: boolean) {
  for (const key of Object.keys(localStorage))
    if (OWN_KEYS.has(key) || (withForms && key.startsWith(FORM_PREFIX))) localStorage.removeItem(key)
}
