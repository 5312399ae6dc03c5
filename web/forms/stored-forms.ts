import { FORM_PREFIX as PREFIX, session } from '../current-session.ts'
import { fieldsOf, isText, isWhole, parseJson } from '../stored-values.ts'
import { store } from '../ui/storage.ts'

const SEVEN_DAYS = 7 * 24 * 60 * 60 * 1000

/** The key in local storage of a logged-in user's form; empty while no user is logged in. */
export const storageKeyOf = (name: string) => {
  const id = session()?.user.id
  return id === undefined ? '' : `${PREFIX}${id}:${name}`
}

/**
 * Stores the changed fields of a form that the end of the session interrupts; returns whether there was room, as
 * pictures may need more. They must not contain secrets.
 */
export const storeForm = (storageKey: string, title: string, changed: object): boolean =>
  store(storageKey, JSON.stringify({ at: Date.now(), title, changed }))

/** The stored fields of a form. */
export function storedFormFields(storageKey: string): Readonly<Record<string, unknown>> | undefined {
  const stored = readForm(storageKey)
  return stored && fieldsOf(stored.changed)
}

/** Returns the stored fields of a form and deletes them from the storage. */
export function takeStoredForm(storageKey: string): Readonly<Record<string, unknown>> | undefined {
  const fields = storedFormFields(storageKey)
  if (fields) localStorage.removeItem(storageKey)
  return fields
}

/**
 * The message that names the stored forms of the logged-in user, if any. Deletes those of other users and those older
 * than a week.
 */
export function storedFormsMessage(): string | undefined {
  const own = storageKeyOf('')
  const titles: string[] = []
  for (const storageKey of Object.keys(localStorage).filter(key => key.startsWith(PREFIX))) {
    const stored = storageKey.startsWith(own) ? readForm(storageKey) : undefined
    if (stored && Date.now() - stored.at < SEVEN_DAYS) titles.push(stored.title)
    else localStorage.removeItem(storageKey)
  }
  if (titles.length === 0) return undefined
  return `Yarım kalan formunuz saklandı (${titles.join(', ')}); yeniden açtığınızda yazdıklarınız yerinde olur.`
}

/** Deletes one stored form, not one of this user if there is another; returns whether there was one. */
export function deleteStoredForm(user_id: string): boolean {
  const storageKeys = Object.keys(localStorage).filter(key => key.startsWith(PREFIX))
  const storageKey = storageKeys.find(key => !key.startsWith(`${PREFIX}${user_id}:`)) ?? storageKeys[0]
  if (storageKey) localStorage.removeItem(storageKey)
  return storageKey !== undefined
}

function readForm(storageKey: string) {
  const { at, title, changed } = fieldsOf(parseJson(localStorage.getItem(storageKey) ?? 'null'))
  return isWhole(at, 0) && isText(title) ? { at, title, changed } : undefined
}
