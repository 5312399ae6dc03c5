import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { barcodeIn } from '#contract/gs1.ts'
import { type AdminProduct, findInWarehouses, type Warehouse } from '#contract/products.ts'
import { ApiError, isNotFound, isOffline, isRequestError, request, requestError } from '../../api.ts'
import { isOnline, onConnectionChange, probeConnection } from '../../pwa/connectivity.ts'
import { useIsMounted } from '../../ui/is-mounted.ts'
import { toast } from '../../ui/toaster.tsx'
import { findInIndex, loadBarcodeIndex } from '../scanning/barcode-index.ts'
import { alertWhenKeysIdle } from '../scanning/keys-idle.ts'
import type { TakeScan } from '../scanning/scan-queue.ts'
import { soundScan } from '../scanning/scan-sound.ts'
import { untilFieldsSettle } from '../scanning/scanner.ts'
import { scansAreOwn, storeScan } from '../scanning/stored-scans.ts'
import { type Outcome, receiverOf, useStoredScanLookup } from './stored-scan-lookup.ts'
import { useWarehouseQuestion } from './warehouse-question.tsx'

/** Delays in milliseconds before retrying a barcode lookup that got no response. */
const RETRY_DELAYS = [300, 1000, 2000]
/** How long the server's response to a scan is awaited before the index of barcodes is used, in milliseconds. */
const RESPONSE_LIMIT = 2000

type Places = {
  warehouse?: Warehouse | undefined
  onSale?: boolean | undefined
  /** Without a response, the index of barcodes is used. */
  isIndexed?: boolean | undefined
  /** The name of the screen, if it stores scans that cannot be looked up. */
  scanScreen?: string | undefined
  /** The dialog that asks for the warehouse does not show the stock. */
  hidesStock?: boolean
}

type OnFound = (product: AdminProduct, byBarcode: true, scanned: string, quantity?: number) => unknown

/**
 * `lookUp` starts to look up the barcode in a scan and returns the function that delivers its product when its turn
 * comes. `unknown` is the last scan's fault, another object for each scan. `lookUpStored` looks up the stored scans.
 * `question` is the dialog that asks which warehouse's product is meant.
 */
export function useBarcodes(places: Places, onFound: OnFound) {
  const { isIndexed = false, scanScreen } = places
  const [unknown, setUnknown] = useState<{ text: string }>()
  const { deliver, isMounted, question } = useDelivery(places, onFound)
  const take = async (scanned: string, lookup: Promise<readonly AdminProduct[]>) => {
    const outcome = await deliver(scanned, lookup)
    const barcode = barcodeIn(scanned)
    setUnknown(undefined)
    if ('message' in outcome && scanScreen !== undefined && !outcome.isDecision) {
      await scansAreOwn
      if (storeScan(scanScreen, scanned)) {
        soundScan('stored')
        return receiverOf(scanScreen, scanned)
      }
    }
    if (!isMounted.current) {
      toast.warning(`“${barcode}” okutuldu, ama ekrandan çıkıldığı için alınmadı`)
      return false
    }
    if ('isTaken' in outcome) return outcome.isTaken
    soundScan('unknown')
    const why = isOnline() ? '' : ': bağlantı yok'
    setUnknown({ text: 'fault' in outcome ? outcome.fault : `“${barcode}” alınamadı${why}; yeniden okutun` })
    if ('message' in outcome) await alertWhenKeysIdle(outcome.message)
    return false
  }
  const lookUp = (scanned: string): TakeScan => {
    const finding = find(barcodeIn(scanned), isIndexed)
    // The lookup may fail before it is awaited: avoids an unhandled rejection.
    finding.catch(() => undefined)
    return () => take(scanned, finding)
  }
  const lookUpStored = useStoredScanLookup(scanScreen, isMounted, scanned => {
    const finding = find(barcodeIn(scanned), isIndexed)
    return { finding, deliver: quantity => deliver(scanned, finding, quantity) }
  })
  useIndexWhenOnline(isIndexed)
  return { lookUp, unknown, forget: () => setUnknown(undefined), question, lookUpStored }
}
/** Delivers the product of a scan to `onFound`, after a question if both warehouses have it. */
function useDelivery({ warehouse, onSale, hidesStock = false }: Places, onFound: OnFound) {
  // The latest callback: when the product is found, another product may be open than when its barcode was scanned.
  const latestOnFound = useRef(onFound)
  useEffect(() => {
    latestOnFound.current = onFound
  })
  const isMounted = useIsMounted()
  const { ask, question } = useWarehouseQuestion(hidesStock)
  const deliver = async (
    scanned: string,
    lookup: Promise<readonly AdminProduct[]>,
    quantity?: number,
  ): Promise<Outcome> => {
    const barcode = barcodeIn(scanned)
    try {
      const found = await lookup
      await untilFieldsSettle()
      const { offered, fault } = offeredOf(barcode, found, { warehouse, onSale })
      if (fault !== undefined) return { fault }
      soundScan('found')
      const [first] = offered
      const product = isMounted.current && offered.length > 1 ? await ask(barcode, offered) : first
      if (!isMounted.current || !product) return { isTaken: false }
      // Rendered synchronously: text typed next is meant for this product.
      return { isTaken: (await flushSync(() => latestOnFound.current(product, true, scanned, quantity))) !== false }
    } catch (error) {
      if (isNotFound(error)) return { fault: `“${barcode}” barkodlu ürün bulunamadı` }
      const { message, isDecision } = requestError(error)
      return { message, isDecision }
    }
  }
  return { deliver, isMounted, question }
}

/** Loads the index of barcodes as soon as the server can be reached. */
function useIndexWhenOnline(isIndexed: boolean) {
  useEffect(() => {
    const load = () => {
      if (isIndexed && isOnline()) void loadBarcodeIndex()
    }
    load()
    return onConnectionChange(load)
  }, [isIndexed])
}

/**
 * Fetches the products of a barcode. `isIndexed`: without a response, those in the index of barcodes; for a barcode that
 * the index lacks, it fails as soon as the server is known to be unreachable.
 */
async function find(barcode: string, isIndexed: boolean): Promise<readonly AdminProduct[]> {
  const known = () => (isIndexed ? findInIndex(barcode) : [])
  for (let tries = 0; ; tries++)
    try {
      if (isIndexed && !isOnline()) throw unreachable()
      const response = request(findInWarehouses, { params: { barcode } })
      return await (isIndexed ? orIndexed(response, known) : response)
    } catch (error) {
      const wait = RETRY_DELAYS[tries]
      if (isOffline(error)) void probeConnection()
      if (isRequestError(error) && !error.isDecision && known().length > 0) return known()
      if (!isRequestError(error) || error.isDecision || wait === undefined || (isIndexed && !isOnline())) throw error
      await new Promise(resolve => setTimeout(resolve, wait))
    }
}

/**
 * The response. If it takes longer than `RESPONSE_LIMIT`, the products in the index if that has some; otherwise rejects
 * if the server turns out to be unreachable.
 */
async function orIndexed(response: Promise<AdminProduct[]>, known: () => readonly AdminProduct[]) {
  let stop: (() => void) | undefined
  const instead = new Promise<readonly AdminProduct[]>((resolve, reject) => {
    const timer = setTimeout(() => (known().length > 0 ? resolve(known()) : void probeConnection()), RESPONSE_LIMIT)
    const unfollow = onConnectionChange(() => isOnline() || reject(unreachable()))
    stop = () => {
      clearTimeout(timer)
      unfollow()
    }
  })
  return Promise.race([response, instead]).finally(() => stop?.())
}

const unreachable = () => new ApiError(0, 'offline', findInWarehouses.failure)

/** The products that a barcode may mean on this screen; if there are none, the reason. */
function offeredOf(barcode: string, found: readonly AdminProduct[], { warehouse, onSale }: Places) {
  const here = warehouse ? found.filter(product => product.warehouse === warehouse) : found
  const offered = onSale ? here.filter(({ is_active }) => is_active) : here
  if (offered.length > 0) return { offered, fault: undefined }
  const [passive] = here
  if (passive) return { offered, fault: `${passive.name} satışta değil` }
  const elsewhere = found.map(({ warehouse: other, name }) => `${other}’da: ${name}`).join(', ')
  return { offered, fault: `“${barcode}” ${warehouse}’da yok; ${elsewhere}` }
}
