import { useMemo, useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/store.ts'
import { claimTab } from './scan-tab.ts'

/** A scan that could not be looked up. */
export type StoredScan = {
  /** The whole code, which may also contain a package's lot and expiry. */
  barcode: string
  /** The quantity as it was typed; '' counts as one unit. */
  typed: string
  /** The reason why there is no product for the scan; '' while it waits for the server. */
  fault: string
}

const changes = createListeners()
const PREFIX = 'kept-scans:'

/**
 * Resolves once the stored scans are known to be this tab's own: until then none may be taken, and none stored among
 * those that a duplicated tab discards.
 */
export const scansAreOwn: Promise<void> = claimTab(() => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  changes.notify()
})

/**
 * The scans that were made on a screen while they could not be looked up, in order. They are stored for this tab, so
 * that no other tab takes them as well, not even a duplicate of it; they outlast a reload and a new login.
 */
export const storedScans = (screen: string): StoredScan[] => parsed(sessionStorage.getItem(storageKeyOf(screen)) ?? '')

/** The stored scans of a screen, as a hook that renders each change. */
export function useStoredScans(screen: string | undefined): StoredScan[] {
  const text = useSyncExternalStore(changes.subscribe, () =>
    screen ? (sessionStorage.getItem(storageKeyOf(screen)) ?? '') : '',
  )
  return useMemo(() => parsed(text), [text])
}

/** Appends a scan to the stored scans of a screen; returns whether there was room for it. */
export function storeScan(screen: string, barcode: string): boolean {
  try {
    store(screen, [...storedScans(screen), { barcode, typed: '', fault: '' }])
    return true
  } catch {
    return false
  }
}

/** Sets the quantity typed for the last stored scan, if it has this barcode; returns whether it has. */
export function setTyped(screen: string, barcode: string, typed: string): boolean {
  const scans = storedScans(screen)
  const last = scans.pop()
  if (last?.barcode !== barcode) return false
  store(screen, [...scans, { ...last, typed }])
  return true
}

/** The first scan with a barcode that is waiting for the server. */
export const waitingScan = (screen: string, barcode: string) =>
  storedScans(screen).find(scan => scan.barcode === barcode && !scan.fault)

/** Removes the first scan with this barcode that is waiting for the server. */
export const removeWaiting = (screen: string, barcode: string) => replaceWaiting(screen, barcode, [])

/** Records why there is no product for a scan: it stays in the list, but is not looked up again automatically. */
export function setFault(screen: string, barcode: string, fault: string) {
  const scan = waitingScan(screen, barcode)
  // Stored scans are separated by line breaks, and their fields by tabs.
  if (scan) replaceWaiting(screen, barcode, [{ ...scan, fault: fault.replace(/\s+/g, ' ') }])
}

/** Makes all stored scans of a screen wait for a lookup again. */
export const clearFaults = (screen: string) =>
  store(
    screen,
    storedScans(screen).map(scan => ({ ...scan, fault: '' })),
  )

/** Removes the stored scans of a screen that are listed in one line with this one; returns a function to undo that. */
export function removeScansLike(screen: string, scan: StoredScan): () => void {
  const isLike = (one: StoredScan) => textOf(one) === textOf(scan)
  const scans = storedScans(screen)
  store(
    screen,
    scans.filter(one => !isLike(one)),
  )
  return () => store(screen, [...storedScans(screen), ...scans.filter(isLike)])
}

/** Removes all stored scans of a screen. */
export const discardStoredScans = (screen: string) => store(screen, [])

function replaceWaiting(screen: string, barcode: string, by: readonly StoredScan[]) {
  const scans = storedScans(screen)
  const place = scans.findIndex(scan => scan.barcode === barcode && !scan.fault)
  if (place < 0) return
  scans.splice(place, 1, ...by)
  store(screen, scans)
}

function store(screen: string, scans: readonly StoredScan[]) {
  const text = scans.map(textOf).join('\n')
  if (text) sessionStorage.setItem(storageKeyOf(screen), text)
  else sessionStorage.removeItem(storageKeyOf(screen))
  changes.notify()
}

/** A scan as it is stored; scans with the same text are listed in one line. */
export const textOf = ({ barcode, typed, fault }: StoredScan) => [barcode, typed, fault].join('\t')

const parsed = (text: string): StoredScan[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [barcode = '', typed = '', fault = ''] = line.split('\t')
      return { barcode, typed, fault }
    })

const storageKeyOf = (screen: string) => PREFIX + screen
