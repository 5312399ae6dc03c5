import { listProducts } from '#contract/catalogue.ts'
import { requestText } from '../api.ts'
import { session } from '../current-session.ts'
import { readStored, updateStored } from '../pwa/database.ts'
import { isFresh } from '../pwa/offline-list.ts'
import { fieldsOf, isText } from '../stored-values.ts'
import type { SearchableCatalogue } from './catalogue-search.ts'

const NAME = 'products'

/** The whole catalogue as it was at an instant (`at`, ISO 8601). */
export type OfflineCatalogue = { at: string; catalogue: SearchableCatalogue; categories: readonly string[] }

// Stored as the raw response text: it is long, and decoded by the current contract only when needed.

let prepared: { at: string; catalogue: Promise<OfflineCatalogue | undefined> } | undefined

/**
 * The catalogue stored in this browser, if any, prepared for searches: once for each stored version, and in slices, so
 * that keystrokes and scrolling do not wait for it.
 */
export async function readOfflineCatalogue(): Promise<OfflineCatalogue | undefined> {
  const stored = await readStored('catalogue', NAME)
  const at = ageOf(stored)
  if (prepared?.at !== at) prepared = { at, catalogue: prepare(stored).catch(forgetFailure) }
  return prepared.catalogue
}

/** The refreshes that are running, by the token of their session. */
const refreshing = new Map<string | undefined, Promise<boolean>>()

/**
 * Stores the catalogue for offline use, unless the stored one is fresh or the browser's data saver is on. Resolves to
 * whether it was requested, even if the request failed. Concurrent calls of a session make one request.
 */
export function refreshOfflineCatalogue(): Promise<boolean> {
  const token = session()?.token
  const done = refreshing.get(token) ?? refresh().finally(() => refreshing.delete(token))
  refreshing.set(token, done)
  return done
}

async function refresh(): Promise<boolean> {
  if (isDataSaverOn()) return false
  if (isFresh(Date.parse(ageOf(await readStored('catalogue', NAME))))) return false
  const fetchedAt = new Date().toISOString()
  const token = session()?.token
  const text = await requestText(listProducts).catch(() => undefined)
  // Not after a logout, which has deleted the user's data.
  if (text && session()?.token === token) await updateStored('catalogue', NAME, () => ({ at: fetchedAt, text }))
  return true
}

async function prepare(stored: unknown): Promise<OfflineCatalogue | undefined> {
  const { at, text } = fieldsOf(stored)
  if (!isText(at) || !isText(text)) return undefined
  const { catalogueIn } = await import('./stored-catalogue.ts')
  const catalogue = await catalogueIn(text)
  return catalogue && { at, catalogue, categories: catalogue.categories() }
}

/** Forgets a preparation whose code could not be loaded, so that the next search tries again. */
function forgetFailure() {
  prepared = undefined
  return undefined
}

/** When the stored catalogue was fetched; '' if there is none. */
function ageOf(stored: unknown) {
  const { at } = fieldsOf(stored)
  return isText(at) ? at : ''
}

/** Whether the browser's data saver is on; not all browsers say so. */
const isDataSaverOn = () => Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true
