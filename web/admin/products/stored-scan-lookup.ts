import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { isOnline, onConnectionChange } from '../../pwa/connectivity.ts'
import { numberFrom, quantityFault } from '../../ui/number-text.ts'
import { isTextField } from '../../ui/text-field.ts'
import { lastKey } from '../scanning/keys-idle.ts'
import {
  enqueueScan,
  hasScansLeft,
  refuseTyped,
  type TypedReceiver,
  untilDialogsAreClosed,
} from '../scanning/scan-queue.ts'
import { soundScan } from '../scanning/scan-sound.ts'
import {
  clearFaults,
  removeWaiting,
  type StoredScan,
  scansAreOwn,
  setFault,
  setTyped,
  storedScans,
  waitingScan,
} from '../scanning/stored-scans.ts'

/** The outcome of a scan: whether its product was taken; why it has none; or the error of a lookup that failed. */
export type Outcome = { isTaken: boolean } | { fault: string } | { message: string; isDecision: boolean }

/** `deliver` adds the quantity to the scan's product; without one, the quantity that the scan itself states, or 1. */
type Lookup = { finding: Promise<unknown>; deliver: (quantity?: number) => Promise<Outcome> }

/** Receives the quantity typed after a scan that was stored, until Enter. */
export function receiverOf(screen: string, barcode: string): TypedReceiver {
  let typed = ''
  let isConfirmed = false
  return ahead => {
    if (isConfirmed) return refuseTyped(ahead)
    if ('enter' in ahead) {
      isConfirmed = true
      return undefined
    }
    const before = typed
    if (!isQuantity(before + ahead.text) || !setTyped(screen, barcode, before + ahead.text)) return refuseTyped(ahead)
    typed += ahead.text
    return () => {
      typed = before
      setTyped(screen, barcode, before)
    }
  }
}

/** Only whole numbers: what is stored cannot be corrected any more. */
const isQuantity = (text: string) =>
  /^\d+$/.test(text) && (numberFrom(text) ?? Number.POSITIVE_INFINITY) <= MAX_QUANTITY

/**
 * Takes the stored scans one after the other: when the server can be reached again or a line is finished, unless text is
 * being typed, or immediately when the returned function is called. Scans without a product stay in the list, with the
 * reason.
 */
export function useStoredScanLookup(
  screen: string | undefined,
  isMounted: RefObject<boolean>,
  lookUp: (barcode: string) => Lookup,
): () => void {
  const isTaking = useRef(false)
  const takeAll = async (mayTake: () => boolean) => {
    if (screen === undefined || isTaking.current) return
    isTaking.current = true
    try {
      await scansAreOwn
      for (const { barcode, fault } of storedScans(screen)) {
        if (fault) continue
        const lookup = lookUp(barcode)
        // Awaited outside the queue of scans: text typed while waiting is not meant for this product.
        await lookup.finding.catch(() => undefined)
        if (!isMounted.current || !mayTake() || !(await deliverStored(screen, barcode, lookup))) return
      }
    } finally {
      isTaking.current = false
    }
  }
  useWhenLineFinished(() => {
    if (screen === undefined || !isOnline() || isTyping() || hasScansLeft()) return
    const before = lastKey()
    void takeAll(() => lastKey() === before)
  })
  return () => {
    if (screen === undefined) return
    clearFaults(screen)
    void takeAll(() => true)
  }
}

/** Takes a stored scan when the queue comes to it. Resolves to whether the server was reached. */
function deliverStored(screen: string, barcode: string, lookup: Lookup): Promise<boolean> {
  return new Promise(resolve => {
    enqueueScan(async () => {
      let isReached = true
      try {
        await untilDialogsAreClosed()
        const scan = waitingScan(screen, barcode)
        if (!scan) return false
        const outcome = await outcomeOf(scan, lookup)
        isReached = !('message' in outcome) || outcome.isDecision
        if (!isReached) return false
        const isTaken = 'isTaken' in outcome && outcome.isTaken
        if (isTaken) removeWaiting(screen, barcode)
        else setFault(screen, barcode, faultOf(outcome))
        if (!isTaken) soundScan('unknown')
        return isTaken
      } finally {
        resolve(isReached)
      }
    })
  })
}

/** Delivers a scan with the quantity that was typed for it, which is added to what its product may have already. */
async function outcomeOf({ typed }: StoredScan, { deliver }: Lookup): Promise<Outcome> {
  const quantity = typed === '' ? undefined : numberFrom(typed)
  const fault = quantity === undefined ? undefined : quantityFault(quantity)
  return fault === undefined ? deliver(quantity) : { fault }
}

const faultOf = (outcome: Outcome) =>
  'fault' in outcome ? outcome.fault : 'message' in outcome ? outcome.message : 'alınmadı'

/** Calls back on mount, when the connection has changed, and when the focus has moved, as when a line is finished. */
function useWhenLineFinished(callback: () => void) {
  const call = useEffectEvent(callback)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const callSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => call())
    }
    callSoon()
    const unsubscribe = onConnectionChange(callSoon)
    document.addEventListener('focusin', callSoon)
    document.addEventListener('focusout', callSoon)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('focusin', callSoon)
      document.removeEventListener('focusout', callSoon)
    }
  }, [])
}

const isTyping = () => {
  const { activeElement } = document
  return activeElement !== null && isTextField(activeElement) && activeElement.value !== ''
}
