import { randomId } from '../../random-id.ts'

/** Where the id of this tab is stored: beside the stored scans, so that a duplicated tab gets a copy of both. */
const TAB = 'scan-tab'
/** A page that is being reloaded may hold its lock a little longer, a tab that was duplicated until it is closed. */
const ATTEMPTS = 10
const PAUSE = 300

/**
 * Resolves once what this tab has stored is its own. A duplicated tab starts with a copy, which `discardCopy` removes:
 * the original is in the tab that it was duplicated from.
 */
export async function claimTab(discardCopy: () => void): Promise<void> {
  // Without locks (on plain http) a duplicated tab cannot be recognized.
  if (!('locks' in navigator)) return
  const tab = sessionStorage.getItem(TAB)
  if (tab !== null) {
    if (await lock(tab)) return
    discardCopy()
  }
  const own = randomId()
  try {
    sessionStorage.setItem(TAB, own)
  } catch {
    // Without room for the id, a duplicate of this tab is not recognized, but scans can still be stored and taken.
  }
  await lockIfFree(own)
}

/** Locks the id of a tab; resolves to false if another page does not release it. */
async function lock(tab: string): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await lockIfFree(tab)) return true
    await new Promise(resolve => setTimeout(resolve, PAUSE))
  }
  return false
}

/** Locks the id of a tab until this page is left; resolves to false if another page has locked it. */
const lockIfFree = (tab: string) =>
  new Promise<boolean>(resolve => {
    const locks = navigator.locks.request(`scans:${tab}`, { ifAvailable: true }, async granted => {
      resolve(granted !== null)
      if (granted) await new Promise(() => undefined)
    })
    // No other page is known to have the scans: they must not be removed.
    locks.catch(() => resolve(true))
  })
