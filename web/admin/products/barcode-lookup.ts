import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AdminProduct, findInWarehouses, type Warehouse } from '#contract/catalogue.ts'
import { isNotFound, isOffline, isRequestError, request, requestError } from '../../api.ts'
import { isOnline, onConnectionChange, probeConnection } from '../../pwa/connectivity.ts'
import { useIsMounted } from '../../ui/is-mounted.ts'
import { isTextField } from '../../ui/text-field.ts'
import { toast } from '../../ui/toaster.tsx'
import { findInIndex, loadBarcodeIndex } from '../scanning/barcode-index.ts'
import { keepScan, keptScans, takeKeptScan } from '../scanning/kept-scans.ts'
import { alertWhenKeysIdle } from '../scanning/keys-idle.ts'
import { enqueueScan, untilDialogsAreClosed } from '../scanning/scan-queue.ts'
import { soundScan } from '../scanning/scan-sound.ts'
import { untilFieldsSettle } from '../scanning/scanner.ts'
import { useWarehouseQuestion } from './warehouse-question.tsx'

/** Delays in milliseconds before retrying a barcode lookup that got no response. */
const RETRY_DELAYS = [300, 1000, 2000]
/** How long the server's response to a scan is awaited before the index of barcodes is used, in milliseconds. */
const RESPONSE_LIMIT = 2000

type Places = {
  warehouse?: Warehouse | undefined
  onSale?: boolean | undefined
  /** The name of the screen, if it takes scans without a network. */
  keeps?: string | undefined
  /** The question about the warehouse does not show the stock. */
  hidesStock?: boolean
}

/**
 * `lookUp` starts a barcode lookup and returns the function that delivers its product when the scan's turn comes.
 * `takeKept` looks up the scans that were kept. `question` is the dialog that asks which warehouse's product is meant.
 */
export function useBarcodes(
  { warehouse, onSale, keeps, hidesStock = false }: Places,
  onFound: (product: AdminProduct, byBarcode: true) => unknown,
) {
  const [unknown, setUnknown] = useState<string>()
  // The latest callback: by the time the product is found, another product may be open than when it was scanned.
  const latestOnFound = useRef(onFound)
  useEffect(() => {
    latestOnFound.current = onFound
  })
  const isMounted = useIsMounted()
  const { ask, question } = useWarehouseQuestion(hidesStock)
  const take = async (barcode: string, lookup: Promise<readonly AdminProduct[]>) => {
    try {
      const found = await lookup
      await untilFieldsSettle()
      const { offered, fault } = offeredOf(barcode, found, { warehouse, onSale })
      soundScan(fault === undefined ? 'found' : 'unknown')
      if (isMounted.current) setUnknown(fault)
      const [first] = offered
      const product = isMounted.current && offered.length > 1 ? await ask(barcode, offered) : first
      if (!isMounted.current) {
        toast.warning(`“${barcode}” okutuldu, ama ekrandan çıkıldığı için alınmadı`)
        return false
      }
      // Rendered synchronously: what is typed next is meant for this product.
      return product !== undefined && (await flushSync(() => latestOnFound.current(product, true))) !== false
    } catch (error) {
      const { message, isDecision } = requestError(error)
      if (keeps !== undefined && !isDecision) {
        keepScan(keeps, barcode)
        soundScan('kept')
        return false
      }
      soundScan('unknown')
      setUnknown(isNotFound(error) ? `“${barcode}” barkodlu ürün bulunamadı` : `“${barcode}” alınamadı; yeniden okutun`)
      if (!isNotFound(error)) await alertWhenKeysIdle(message)
      return false
    }
  }
  const lookUp = (barcode: string) => {
    const finding = find(barcode, keeps !== undefined)
    // The lookup may fail before it is awaited: avoids an unhandled rejection.
    finding.catch(() => undefined)
    return () => take(barcode, finding)
  }
  const takeKept = () => {
    if (keeps === undefined) return
    // Each is taken out of the list in its turn, so that a reload meanwhile loses none of the others.
    for (const _ of keptScans(keeps))
      enqueueScan(async () => {
        await untilDialogsAreClosed()
        const barcode = isMounted.current ? takeKeptScan(keeps) : undefined
        return barcode === undefined ? false : lookUp(barcode)()
      })
  }
  useKeptScansWhenOnline(keeps, takeKept)
  return { lookUp, unknown, forget: () => setUnknown(undefined), question, takeKept }
}

/** Loads the index of barcodes, and takes the kept scans as soon as the server is reached and nothing is being typed. */
function useKeptScansWhenOnline(keeps: string | undefined, takeKept: () => void) {
  const online = useEffectEvent(() => {
    if (keeps === undefined || !isOnline()) return
    void loadBarcodeIndex()
    // A scan adds the product before it: a figure that is being typed must not be taken half.
    if (!isTyping()) takeKept()
  })
  useEffect(() => {
    online()
    return onConnectionChange(() => online())
  }, [])
}

const isTyping = () => {
  const { activeElement } = document
  return activeElement !== null && isTextField(activeElement) && activeElement.value !== ''
}

/** The products of a barcode. `isKept`: without a response, those of the index of barcodes, if it has any. */
async function find(barcode: string, isKept: boolean): Promise<readonly AdminProduct[]> {
  const known = () => (isKept ? findInIndex(barcode) : [])
  for (let tries = 0; ; tries++)
    try {
      if (isKept && !isOnline() && known().length > 0) return known()
      return await orIndexed(request(findInWarehouses, { params: { barcode } }), known)
    } catch (error) {
      const wait = RETRY_DELAYS[tries]
      if (isOffline(error)) void probeConnection()
      if (isRequestError(error) && !error.isDecision && known().length > 0) return known()
      if (!isRequestError(error) || error.isDecision || wait === undefined || (isKept && !isOnline())) throw error
      await new Promise(resolve => setTimeout(resolve, wait))
    }
}

/** The response, or after the limit what is known of the products, if anything is. */
async function orIndexed(response: Promise<AdminProduct[]>, known: () => readonly AdminProduct[]) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<readonly AdminProduct[]>(resolve => {
    timer = setTimeout(() => known().length > 0 && resolve(known()), RESPONSE_LIMIT)
  })
  try {
    return await Promise.race([response, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The products that a barcode may mean here, and if there is none, why. */
function offeredOf(barcode: string, found: readonly AdminProduct[], { warehouse, onSale }: Places) {
  const here = warehouse ? found.filter(product => product.warehouse === warehouse) : found
  const offered = onSale ? here.filter(({ is_active }) => is_active) : here
  if (offered.length > 0) return { offered, fault: undefined }
  const [passive] = here
  if (passive) return { offered, fault: `${passive.name} satışta değil` }
  const elsewhere = found.map(({ warehouse: other, name }) => `${other}’da: ${name}`).join(', ')
  return { offered, fault: `“${barcode}” ${warehouse}’da yok; ${elsewhere}` }
}
