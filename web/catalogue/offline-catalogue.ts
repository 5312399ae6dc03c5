import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { requestText } from '../api.ts'
import { readStored, updateStored } from '../pwa/database.ts'
import { type SearchableCatalogue, searchable } from './catalogue-search.ts'

const MAX_AGE = 10 * 60 * 1000
const NAME = 'products'

/** The whole catalogue as it was at an instant. */
export type OfflineCatalogue = SearchableCatalogue & { at: string }

/** Stored as the raw response text: it is long, and decoded by the current contract only when needed. */
const Stored = z.object({ at: z.string(), text: z.string() })

let cached: { at: string; catalogue: OfflineCatalogue | undefined } | undefined

/** The catalogue stored in this browser, if any. */
export async function readOfflineCatalogue(): Promise<OfflineCatalogue | undefined> {
  const stored = await readStored('catalogue', NAME)
  const at = ageOf(stored) ?? ''
  if (cached?.at !== at) cached = { at, catalogue: decode(stored) }
  return cached.catalogue
}

/** Stores the catalogue for offline use, unless the stored one is fresh or the user saves data. */
export async function refreshOfflineCatalogue(): Promise<void> {
  if (savesData()) return
  const at = ageOf(await readStored('catalogue', NAME))
  const age = Date.now() - Date.parse(at ?? '')
  // A timestamp in the future was stored while the clock was wrong.
  if (age >= 0 && age < MAX_AGE) return
  const fetchedAt = new Date().toISOString()
  const text = await requestText(listProducts).catch(() => undefined)
  if (text) await updateStored('catalogue', NAME, () => ({ at: fetchedAt, text }))
}

function decode(stored: unknown): OfflineCatalogue | undefined {
  try {
    const { at, text } = Stored.parse(stored)
    return { at, ...searchable(z.decode(listProducts.reply, JSON.parse(text))) }
  } catch {
    return undefined
  }
}

const ageOf = (stored: unknown) => z.object({ at: z.string() }).safeParse(stored).data?.at

const savesData = () => z.object({ saveData: z.literal(true) }).safeParse(Reflect.get(navigator, 'connection')).success
