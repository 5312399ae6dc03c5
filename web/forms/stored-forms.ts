import { session } from '../session.ts'
import { fieldsOf, isText, isWhole, parseJson } from '../stored-values.ts'

const PREFIX = 'kept-form:'
const SEVEN_DAYS = 7 * 24 * 60 * 60 * 1000

/** The key in local storage of a signed-in user's form; empty while no user is signed in. */
export const placeOf = (name: string) => {
  const id = session()?.user.id
  return id === undefined ? '' : `${PREFIX}${id}:${name}`
}

/** Stores the changed fields of a form that the end of the session interrupts. They must not contain secrets. */
export function storeForm(place: string, title: string, changed: object) {
  try {
    localStorage.setItem(place, JSON.stringify({ at: Date.now(), title, changed }))
  } catch {
    // The storage may be full, of pictures for example; the rest of the logout must continue.
  }
}

/** Returns the stored fields of a form and deletes them from the storage. */
export function takeStoredForm(place: string): Readonly<Record<string, unknown>> | undefined {
  const stored = readForm(place)
  if (stored) localStorage.removeItem(place)
  return stored && fieldsOf(stored.changed)
}

/**
 * The message that names the stored forms of the signed-in user, if any. Deletes those of other users and those older
 * than a week.
 */
export function storedFormsMessage(): string | undefined {
  const own = placeOf('')
  const titles: string[] = []
  for (const place of Object.keys(localStorage).filter(key => key.startsWith(PREFIX))) {
    const stored = place.startsWith(own) ? readForm(place) : undefined
    if (stored && Date.now() - stored.at < SEVEN_DAYS) titles.push(stored.title)
    else localStorage.removeItem(place)
  }
  if (titles.length === 0) return undefined
  return `Yarım kalan formunuz saklandı (${titles.join(', ')}); yeniden açtığınızda yazdıklarınız yerinde olur.`
}

function readForm(place: string) {
  const { at, title, changed } = fieldsOf(parseJson(localStorage.getItem(place) ?? 'null'))
  return isWhole(at, 0) && isText(title) ? { at, title, changed } : undefined
}
