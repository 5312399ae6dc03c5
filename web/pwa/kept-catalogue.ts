import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { requestText } from '../api.ts'
import { change, readKept } from './database.ts'

const FRESH_FOR = 10 * 60 * 1000
const NAME = 'products'

/** The whole catalogue as it was at an instant. */
export type KeptCatalogue = { at: string; products: Product[] }

/** As it came over the wire: it is long, and read, by the contract of the day, only when it is needed. */
const Kept = z.object({ at: z.string(), text: z.string() })

let known: { at: string; catalogue: KeptCatalogue | undefined } | undefined

/** The catalogue that this browser keeps, if it does. */
export async function keptCatalogue(): Promise<KeptCatalogue | undefined> {
  const kept = await readKept('catalogue', NAME)
  const at = ageOf(kept) ?? ''
  if (known?.at !== at) known = { at, catalogue: read(kept) }
  return known.catalogue
}

/** Fetches the catalogue for a time without a network, unless it is fresh or the person saves data. */
export async function keepCatalogue(): Promise<void> {
  if (savesData()) return
  const at = ageOf(await readKept('catalogue', NAME))
  const age = Date.now() - Date.parse(at ?? '')
  // One from the future was kept while the clock was wrong.
  if (age >= 0 && age < FRESH_FOR) return
  const query = new Date().toISOString()
  const text = await requestText(listProducts).catch(() => undefined)
  if (text) await change('catalogue', NAME, () => ({ at: query, text }))
}

function read(kept: unknown): KeptCatalogue | undefined {
  try {
    const { at, text } = Kept.parse(kept)
    return { at, products: z.decode(listProducts.reply, JSON.parse(text)) }
  } catch {
    return undefined
  }
}

const ageOf = (kept: unknown) => z.object({ at: z.string() }).safeParse(kept).data?.at

const savesData = () => z.object({ saveData: z.literal(true) }).safeParse(Reflect.get(navigator, 'connection')).success
