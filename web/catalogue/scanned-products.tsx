import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { spellingsOf } from '#contract/barcode-spellings.ts'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { barcodeIn } from '#contract/gs1.ts'
import { productSearchText, productSearchWords } from '#contract/product-search.ts'
import { isRequestError, requestPage } from '../api.ts'
import { showRefusal } from '../cart/add-to-cart.tsx'
import { addToCart } from '../cart/cart.ts'
import { rememberOpenCart } from '../cart/remembered-cart.ts'
import { isOnline, probeConnection } from '../pwa/connectivity.ts'
import { continuesRun, isScan, MODIFIERS, type Stroke, textOf, textOfKey } from '../scanning/scan-timing.ts'
import { toast } from '../ui/toaster.tsx'

type ScannedProductsProps = {
  /** The element with the search field. */
  field: RefObject<HTMLElement | null>
  /** The keys pressed before this component listened: its code is loaded when the field gets the focus. */
  early: RefObject<KeyboardEvent[]>
  /** Called with each scanned code, before its product is found. */
  onScan: (code: string) => void
}

/** Adds the product of each code scanned into the search field: the one with this barcode, or else the only match. */
export function ScannedProducts({ field, early, onScan }: ScannedProductsProps): ReactNode {
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    let strokes: Stroke[] = []
    let adding: Promise<unknown> = Promise.resolve()
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp: at } = event
      if (!(target instanceof HTMLInputElement)) return
      if (key === 'Enter' && isScan(strokes, at)) {
        const code = barcodeIn(textOf(strokes))
        scanned(code)
        // The next scan replaces the text of this one.
        target.select()
        // Lookups may take long, and wait for earlier ones: the scan belongs to the cart that is open now.
        const isStillOpen = rememberOpenCart()
        // One after the other, so that the undo is that of the last scanned product.
        adding = adding
          .then(() => add(code, isStillOpen))
          .catch(() => void toast.error(`Okutulan ürün eklenemedi: ${code}`))
      }
      if (key.length !== 1) strokes = MODIFIERS.has(key) ? strokes : []
      else strokes = [...(continuesRun(strokes, at) ? strokes : []), { text: textOfKey(event), at }]
    }
    const element = field.current
    const keys = early.current
    for (const event of keys.splice(0)) onKey(event)
    const listen = (event: KeyboardEvent) => {
      keys.splice(0)
      onKey(event)
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [field, early])
  return null
}

async function add(code: string, isStillOpen: () => boolean) {
  const { found, isStored } = await find(code)
  if (!isStillOpen()) return toast.warning(`Bu arada başka bir sepet açıldı; okutulan ürün eklenmedi: ${code}`)
  const product = chosenFrom(found, code)
  const added = product && addToCart(product, 1)
  if (added) return added.added || showRefusal(added)
  // The server may know a product that the stored catalogue lacks.
  return toast.error(
    isStored ? `Sunucuya sorulamadı, bu cihazdaki katalogda yok: ${code}` : `Barkod bulunamadı: ${code}`,
  )
}

type Matches = { found: readonly Product[]; isStored?: boolean }

/**
 * Finds the matches of a code on the server, with current stock and price; without a connection, or a reply within
 * `RESPONSE_LIMIT`, in the stored catalogue, if there is one.
 */
async function find(code: string): Promise<Matches> {
  const offline = isOnline() ? undefined : await storedMatches(code)
  return offline ?? requestedMatches(code)
}

async function requestedMatches(code: string): Promise<Matches> {
  const page = requestPage(listProducts, { query: { search: code } }, { limit: MAX_FOUND })
  const reply = page.then(({ items }): Matches => ({ found: items }))
  const late = new Promise<undefined>(resolve => setTimeout(resolve, RESPONSE_LIMIT))
  const inTime = await Promise.race([reply, late]).catch((error: unknown) => {
    if (!isRequestError(error)) throw error
  })
  if (inTime) return inTime
  // So that the next scan does not wait as well.
  void probeConnection()
  return (await storedMatches(code)) ?? reply
}

/** The matches in the stored catalogue; undefined if none is stored. */
async function storedMatches(code: string): Promise<Matches | undefined> {
  const { readOfflineCatalogue } = await import('./offline-catalogue.ts')
  const stored = await readOfflineCatalogue()
  return stored && { found: stored.catalogue.find({ search: code, category: '' }), isStored: true }
}

/** How long a reply is awaited before the stored catalogue is searched, in milliseconds. */
const RESPONSE_LIMIT = 3000

/** How many matches are requested; few barcodes contain another one. */
const MAX_FOUND = 20

/** The product with this barcode, if possible as scanned, or else the only one that contains all scanned words. */
function chosenFrom(found: readonly Product[], code: string): Product | undefined {
  const [exact] = spellingsOf(code).flatMap(spelling => found.filter(({ barcode }) => barcode === spelling))
  if (exact) return exact
  const words = productSearchWords(code)
  const matching = found.filter(product => words.every(word => productSearchText(product).includes(word)))
  return matching.length === 1 ? matching[0] : undefined
}
