import { createContext, useEffectEvent, useLayoutEffect } from 'react'

/** Whether the forms inside confirm with the browser's native dialog, as on the admin's screens. */
export const UsesNativeConfirm = createContext(false)

/** The forms with changes, each with the address at which it got its first one. */
const guards = new Set<{ address: string; mayLeave: () => boolean }>()

/** Confirms a loss with the browser's native dialog: 'Firma bilgilerinde yaptığınız değişiklikler kaybolur.' */
export const confirmLoss = (loss: string) => window.confirm(`${loss} Devam edilsin mi?`)

/**
 * Whether the app may navigate away: never while a form is being saved, and with unsaved changes if the user confirms
 * the loss of each form, from the last changed one on. `to` is the address to which the user goes back or forward: a
 * form that was there stays, below a sheet that closes.
 */
export const confirmLeave = (to?: string): boolean =>
  [...guards].reverse().every(({ address, mayLeave }) => address === to || mayLeave())

let currentEntry = readEntry()
for (const going of ['pushState', 'replaceState']) addEventListener(going, () => (currentEntry = readEntry()))

// The browser's Back cannot be prevented, only reverted. In the capture phase, before any other listener gets the
// event.
addEventListener(
  'popstate',
  event => {
    const entry = readEntry()
    if (entry.address === currentEntry.address || confirmLeave(entry.address)) currentEntry = entry
    else {
      event.stopImmediatePropagation()
      history.pushState(currentEntry.state, '', currentEntry.address)
    }
  },
  { capture: true },
)

function readEntry() {
  return { address: location.pathname + location.search, state: history.state as unknown }
}

/**
 * While there are unsaved changes, requires a confirmation before the URL changes (also by the browser's Back) and
 * before the page is closed. `loss` is a sentence that names what would be lost; `onLeave` discards it. While the
 * changes are being saved (`isSaving`), the URL does not change, because the reply would close whatever had been
 * opened. Going back from a sheet that was opened above the form leads to the form, and needs no confirmation.
 */
export function useConfirmBeforeLeaving(isChanged: boolean, loss: string, onLeave: () => void, isSaving = false) {
  const mayLeave = useEffectEvent(() => {
    const leaves = !isSaving && confirmLoss(loss)
    if (leaves) onLeave()
    return leaves
  })
  const isGuarded = isChanged || isSaving
  // A layout effect, so that the guard is set before the next event: Back may follow the last keystroke immediately.
  useLayoutEffect(() => {
    if (!isGuarded) return
    const guard = { address: currentEntry.address, mayLeave: () => mayLeave() }
    guards.add(guard)
    return () => {
      guards.delete(guard)
    }
  }, [isGuarded])
  useConfirmBeforeUnload(isChanged)
}

/** While there are unsaved changes, the browser confirms before it closes or reloads the page. */
export function useConfirmBeforeUnload(isChanged: boolean) {
  useLayoutEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
}
