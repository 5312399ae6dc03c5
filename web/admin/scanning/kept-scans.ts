import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/store.ts'

const changes = createListeners()

/**
 * The barcodes that were scanned on a screen while they could not be looked up, in order. They are kept in this tab, so
 * that no other tab takes them, too; they outlast a reload and a new login.
 */
export const keptScans = (screen: string): string[] =>
  (sessionStorage.getItem(placeOf(screen)) ?? '').split('\n').filter(Boolean)

/** The same, updated as they change. */
export function useKeptScans(screen: string | undefined): string[] {
  const text = useSyncExternalStore(changes.subscribe, () => (screen ? keptScans(screen).join('\n') : ''))
  return text.split('\n').filter(Boolean)
}

/** Keeps a scan, after those kept before. */
export const keepScan = (screen: string, barcode: string) => store(screen, [...keptScans(screen), barcode])

/** Takes the first kept scan out of the list. */
export function takeKeptScan(screen: string): string | undefined {
  const [first, ...others] = keptScans(screen)
  store(screen, others)
  return first
}

/** Removes all kept scans of a screen. */
export const dropKeptScans = (screen: string) => store(screen, [])

function store(screen: string, barcodes: readonly string[]) {
  if (barcodes.length > 0) sessionStorage.setItem(placeOf(screen), barcodes.join('\n'))
  else sessionStorage.removeItem(placeOf(screen))
  changes.notify()
}

const placeOf = (screen: string) => `kept-scans:${screen}`
