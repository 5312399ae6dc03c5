import { SECURITY_EVENTS, type SecurityEntry, type SecurityEvent } from '#contract/security-log.ts'
import { roleLabel } from './audit-labels.ts'

export const isEvent = (name: string): name is SecurityEvent => name in SECURITY_EVENTS

/** The event in Turkish: 'Hatalı giriş'. */
export const eventLabel = ({ event }: SecurityEntry) => (isEvent(event) ? SECURITY_EVENTS[event] : event)

/** An account by name, username and role: 'Çınaraltı Lokantası · cinaralti (Müşteri)'. */
export function personLabel(person: SecurityEntry['account']): string {
  if (!person) return ''
  const { name, username, role } = person
  if (name === null) return 'Silinmiş hesap'
  const names = username && username !== name ? `${name} · ${username}` : name
  return role ? `${names} (${roleLabel(role)})` : names
}

/** The account that an entry is about, or else the caller. */
export const subjectOf = ({ account, actor }: SecurityEntry) => account ?? actor
